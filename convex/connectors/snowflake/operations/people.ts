/** A person's user: created for single sign-on, without a password, with the default role granted. */

import { ConnectorError, type Fact, type PlanStep } from "../../contract/contract";
import type { Definition } from "../../contract/operation";
import { quoteIdent } from "../api/identifiers";
import { createUserCall, dropUserCall } from "../api/usersApi";
import { fieldsOf } from "./input";
import type { UserState } from "./reads";
import { refuseReach } from "./roleReach";
import { grantSteps } from "./roles";
import {
  ACTIVE,
  type Account,
  MISSING,
  membershipFact,
  NONE,
  refuseOwnUser,
  refuseSystemRole,
  requireRole,
  roleFact,
  userFact,
  userSubject,
} from "./userAndRoleFacts";

interface NewPerson {
  readonly user: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly defaultRole: string;
  readonly defaultWarehouse: string | null;
  readonly comment: string;
}

const MAX_NAME_LENGTH = 50;
const MAX_COMMENT_LENGTH = 500;

/** Creates a user of TYPE=PERSON. */
export function createPerson(account: Account): Definition<NewPerson> {
  return {
    name: "create-person",
    check: (input) => checkPerson(account, input),
    async read({ user, defaultRole }) {
      const state = await account.reads.user(user);
      return [
        await userFact(account, user),
        detailsFact(user, state),
        wordsFact(user, state),
        await roleFact(account, defaultRole),
        await membershipFact(account, user, defaultRole),
      ];
    },
    refuse: ({ defaultRole }) => refuseReach(account, defaultRole),
    steps(person, facts) {
      requireRole(facts, person.defaultRole);
      if (!facts.is(userSubject(person.user), MISSING))
        throw new ConnectorError("user-fixable", "already-exists", `Snowflake already has a user "${person.user}".`);
      return [
        createStep(account, person),
        ...grantSteps(account, { user: person.user, role: person.defaultRole }, facts),
      ];
    },
    whyNotUndo: ({ user }) => whyNotDropNewUser(account, user),
  };
}

/** Dropping is for users nobody has used yet; it would make what they own unreachable. */
export async function whyNotDropNewUser({ reads }: Account, user: string): Promise<string | null> {
  const state = await reads.user(user);
  return state?.hasSignedIn === true
    ? `User "${user}" has signed in since. Disable the user instead of dropping it.`
    : null;
}

type Details = Pick<
  UserState,
  "name" | "type" | "loginName" | "displayName" | "email" | "defaultRole" | "defaultWarehouse"
>;
type Words = Pick<UserState, "name" | "firstName" | "lastName" | "secondaryRoles" | "comment">;

/** What SHOW lists for a user without secondary roles: each statement runs as one role, and is on record as that. */
const NO_SECONDARY_ROLES = "[]";

/** A user's names, secondary roles and comment, in one line. */
export function wordsFact(user: string, state: UserState | null): Fact {
  return { subject: wordsSubject(user), value: state === null ? NONE : wordsText(state) };
}

/** The same as a creation leads to it, as `wordsFact` will read it. */
export function createdWords(words: Omit<Words, "secondaryRoles">): PlanStep["changes"][number] {
  const after = wordsText({ ...words, secondaryRoles: NO_SECONDARY_ROLES });
  return { subject: wordsSubject(words.name), before: NONE, after };
}

function wordsSubject(user: string): string {
  return `Names and comment of user ${quoteIdent(user)}`;
}

function wordsText({ firstName, lastName, secondaryRoles, comment }: Omit<Words, "name">): string {
  const parts = [
    `first name ${firstName || NONE}`,
    `last name ${lastName || NONE}`,
    `secondary roles ${secondaryRoles === NO_SECONDARY_ROLES ? NONE : secondaryRoles || "not set"}`,
    `comment ${comment || NONE}`,
  ];
  return parts.join(", ");
}

/** What a user is like, in one line. */
export function detailsFact(user: string, state: UserState | null): Fact {
  return { subject: detailsSubject(user), value: state === null ? NONE : detailsText(state) };
}

/** The details a creation leads to, as `detailsFact` will read them. */
export function createdChanges(state: Details): PlanStep["changes"] {
  return [
    { subject: userSubject(state.name), before: MISSING, after: ACTIVE },
    { subject: detailsSubject(state.name), before: NONE, after: detailsText(state) },
  ];
}

function detailsSubject(user: string): string {
  return `Details of user ${quoteIdent(user)}`;
}

function detailsText({
  type,
  loginName,
  displayName,
  email,
  defaultRole,
  defaultWarehouse,
}: Omit<Details, "name">): string {
  const parts = [
    `type ${type}`,
    `login ${loginName.toUpperCase()}`,
    `shown as ${displayName}`,
    `e-mail ${email || NONE}`,
    `default role ${defaultRole || NONE}`,
    `default warehouse ${defaultWarehouse || NONE}`,
  ];
  return parts.join(", ");
}

function createStep(
  account: Account,
  { user, email, firstName, lastName, defaultRole, defaultWarehouse, comment }: NewPerson,
): PlanStep {
  const displayName = `${firstName} ${lastName}`;
  const body = {
    name: user,
    login_name: email,
    display_name: displayName,
    first_name: firstName,
    last_name: lastName,
    email,
    type: "PERSON",
    default_role: defaultRole,
    ...(defaultWarehouse === null ? {} : { default_warehouse: defaultWarehouse }),
    default_secondary_roles: "NONE",
    comment,
  } as const;
  return {
    title: `Create user "${user}" for ${displayName}`,
    call: createUserCall(body, account.settings.role),
    changes: [
      ...createdChanges({
        name: user,
        type: "PERSON",
        loginName: email,
        displayName,
        email,
        defaultRole,
        defaultWarehouse: defaultWarehouse ?? "",
      }),
      createdWords({ name: user, firstName, lastName, comment }),
    ],
    undo: [dropUserCall(user, account.settings.role)],
  };
}

function checkPerson(account: Account, input: unknown): NewPerson {
  const fields = fieldsOf(input, [
    "user",
    "email",
    "firstName",
    "lastName",
    "defaultRole",
    "defaultWarehouse",
    "comment",
  ]);
  const person = {
    user: fields.name("user"),
    email: fields.email("email"),
    firstName: fields.text("firstName", MAX_NAME_LENGTH),
    lastName: fields.text("lastName", MAX_NAME_LENGTH),
    defaultRole: fields.name("defaultRole"),
    defaultWarehouse: fields.optionalName("defaultWarehouse"),
    comment: fields.optionalText("comment", MAX_COMMENT_LENGTH),
  };
  refuseOwnUser(account, person.user);
  refuseSystemRole(account, person.defaultRole);
  return person;
}
