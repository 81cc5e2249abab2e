/**
 * Users of programs: created with a public key, and the two key slots between which keys are changed without a pause.
 * A change of key is: add the new one to the free slot, let the program use it, remove the old one.
 */

import { ConnectorError, type Fact, type PlanStep } from "../../contract/contract";
import type { Definition, Facts } from "../../contract/operation";
import { isShownAs, quoteIdent, quoteLiteral } from "../api/identifiers";
import { publicKey, publicKeyBody } from "../api/keys";
import { createUserCall, dropUserCall } from "../api/usersApi";
import { fieldsOf } from "./input";
import { createdChanges, createdWords, detailsFact, whyNotDropNewUser, wordsFact } from "./people";
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
  requireUser,
  roleFact,
  sql,
  userFact,
  userSubject,
} from "./userAndRoleFacts";

interface Key {
  readonly body: string;
  readonly fingerprint: string;
}

interface NewServiceUser {
  readonly user: string;
  readonly comment: string;
  readonly publicKey: string;
  readonly roles: readonly string[];
  readonly defaultWarehouse: string | null;
  readonly networkPolicy: string | null;
}

const MAX_COMMENT_LENGTH = 500;
const MAX_KEY_LENGTH = 8000;
const MAX_ROLES = 10;
const SLOTS = ["RSA_PUBLIC_KEY", "RSA_PUBLIC_KEY_2"] as const;

/** Creates a user of TYPE=SERVICE with its first key and its roles; the first role is the default. */
export function createServiceUser(account: Account): Definition<NewServiceUser> {
  return withKey<NewServiceUser>({
    name: "create-service-user",
    check: (input) => checkServiceUser(account, input),
    async read({ user, roles, networkPolicy }) {
      const state = await account.reads.user(user);
      const facts = [
        await userFact(account, user),
        detailsFact(user, state),
        wordsFact(user, state),
        ...(await slotFacts(account, user)),
        ...(networkPolicy === null ? [] : [await networkPolicyFact(account, user, networkPolicy)]),
      ];
      for (const role of roles) facts.push(await roleFact(account, role), await membershipFact(account, user, role));
      return facts;
    },
    async refuse({ roles }) {
      for (const role of roles) await refuseReach(account, role);
    },
    steps(service, facts, key) {
      for (const role of service.roles) requireRole(facts, role);
      if (!facts.is(userSubject(service.user), MISSING) && !isThere(service, facts, key))
        throw new ConnectorError("user-fixable", "already-exists", `Snowflake already has a user "${service.user}".`);
      const creation = facts.is(userSubject(service.user), MISSING) ? [createStep(account, service, key)] : [];
      return [
        ...creation,
        ...service.roles.flatMap((role) => grantSteps(account, { user: service.user, role }, facts)),
      ];
    },
    whyNotUndo: ({ user }) => whyNotDropNewUser(account, user),
  });
}

/** Whether the user is there as it is asked for: then only its time is made longer. */
function isThere(service: NewServiceUser, facts: Facts, key: Key): boolean {
  const hasKey = SLOTS.some((slot) => facts.is(slotSubject(service.user, slot), key.fingerprint));
  return (
    hasKey &&
    facts.is(userSubject(service.user), ACTIVE) &&
    (service.networkPolicy === null || facts.is(networkPolicySubject(service.user), service.networkPolicy)) &&
    createdChanges(detailsOf(service)).every(({ subject, after }) => facts.is(subject, after))
  );
}

interface KeyChange {
  readonly user: string;
  readonly publicKey: string;
}

/** Puts a key into the free slot of a service user. */
export function addServiceKey(account: Account): Definition<KeyChange> {
  return withKey<KeyChange>({
    name: "add-service-key",
    check: (input) => checkKeyChange(account, input),
    read: async ({ user }) => [
      await userFact(account, user),
      await typeFact(account, user),
      ...(await slotFacts(account, user)),
    ],
    steps({ user }, facts, key) {
      requireServiceUser(facts, user);
      if (SLOTS.some((slot) => facts.is(slotSubject(user, slot), key.fingerprint))) return [];
      const slot = SLOTS.find((candidate) => facts.is(slotSubject(user, candidate), NONE));
      if (slot === undefined)
        throw new ConnectorError(
          "user-fixable",
          "both-slots-used",
          `User "${user}" has two keys. Remove the one no longer used first.`,
        );
      return [
        {
          title: `Add the key ${key.fingerprint} to user "${user}"`,
          call: sql(account, `ALTER USER ${quoteIdent(user)} SET ${slot} = ${quoteLiteral(key.body)}`),
          changes: [{ subject: slotSubject(user, slot), before: NONE, after: key.fingerprint }],
          undo: [sql(account, `ALTER USER ${quoteIdent(user)} UNSET ${slot}`)],
        },
      ];
    },
  });
}

/** Removes a key from a service user; the last one stays. */
export function removeServiceKey(account: Account): Definition<KeyChange> {
  return withKey<KeyChange>({
    name: "remove-service-key",
    check: (input) => checkKeyChange(account, input),
    read: async ({ user }) => [
      await userFact(account, user),
      await typeFact(account, user),
      ...(await slotFacts(account, user)),
    ],
    steps({ user }, facts, key) {
      requireServiceUser(facts, user);
      const slot = SLOTS.find((candidate) => facts.is(slotSubject(user, candidate), key.fingerprint));
      if (slot === undefined) return [];
      if (SLOTS.every((other) => other === slot || facts.is(slotSubject(user, other), NONE)))
        throw new ConnectorError(
          "user-fixable",
          "last-key",
          `This is the only key of user ${quoteIdent(user)}. Add the next one first, or disable the user.`,
        );
      return [
        {
          title: `Remove the key ${key.fingerprint} from user "${user}"`,
          call: sql(account, `ALTER USER ${quoteIdent(user)} UNSET ${slot}`),
          changes: [{ subject: slotSubject(user, slot), before: key.fingerprint, after: NONE }],
          undo: [sql(account, `ALTER USER ${quoteIdent(user)} SET ${slot} = ${quoteLiteral(key.body)}`)],
        },
      ];
    },
  });
}

type KeyedDefinition<Input> = Omit<Definition<Input>, "steps"> & {
  steps(input: Input, facts: Facts, key: Key): readonly PlanStep[];
};

/** Hashing is asynchronous and steps are not, so the fingerprint of the given key is read as a fact of its own. */
function withKey<Input extends { readonly publicKey: string }>(definition: KeyedDefinition<Input>): Definition<Input> {
  return {
    ...definition,
    async read(input) {
      const { fingerprint } = await publicKey(input.publicKey);
      return [{ subject: GIVEN_KEY, value: fingerprint }, ...(await definition.read(input))];
    },
    steps: (input, facts) =>
      definition.steps(input, facts, { body: publicKeyBody(input.publicKey), fingerprint: facts.value(GIVEN_KEY) }),
  };
}

const GIVEN_KEY = "Key of the request";

async function slotFacts({ reads }: Account, user: string): Promise<Fact[]> {
  const slots = (await reads.keySlots(user)) ?? ["", ""];
  return SLOTS.map((slot, index) => ({ subject: slotSubject(user, slot), value: slots[index] || NONE }));
}

/**
 * The network policy of the user itself, which is a parameter and no property of it; where it has none, the account's
 * would hold, and proves nothing: docs.snowflake.com/en/sql-reference/sql/show-parameters.
 */
async function networkPolicyFact({ reads }: Account, user: string, wanted: string): Promise<Fact> {
  const shown = await reads.networkPolicyOf(user);
  return { subject: networkPolicySubject(user), value: isShownAs(shown, wanted) ? wanted : shown || NONE };
}

function networkPolicySubject(user: string): string {
  return `Network policy of user ${quoteIdent(user)}`;
}

async function typeFact({ reads }: Account, user: string): Promise<Fact> {
  return { subject: typeSubject(user), value: (await reads.user(user))?.type ?? NONE };
}

function slotSubject(user: string, slot: (typeof SLOTS)[number]): string {
  return `Key ${SLOTS.indexOf(slot) + 1} of user ${quoteIdent(user)}`;
}

function typeSubject(user: string): string {
  return `Type of user ${quoteIdent(user)}`;
}

function requireServiceUser(facts: Facts, user: string): void {
  requireUser(facts, user);
  if (!facts.is(typeSubject(user), "SERVICE"))
    throw new ConnectorError(
      "user-fixable",
      "not-a-service-user",
      `User "${user}" is not a service user, so its keys are not changed here.`,
    );
}

/** What the user is like once it is there. */
function detailsOf({ user, roles, defaultWarehouse }: NewServiceUser) {
  return {
    name: user,
    type: "SERVICE",
    loginName: user,
    displayName: user,
    email: "",
    defaultRole: roles[0] ?? "",
    defaultWarehouse: defaultWarehouse ?? "",
  };
}

function createStep(account: Account, service: NewServiceUser, key: Key): PlanStep {
  const { user, comment, roles, defaultWarehouse, networkPolicy } = service;
  const defaultRole = roles[0] ?? "";
  const body = {
    name: user,
    login_name: user,
    display_name: user,
    type: "SERVICE",
    default_role: defaultRole,
    ...(defaultWarehouse === null ? {} : { default_warehouse: defaultWarehouse }),
    default_secondary_roles: "NONE",
    rsa_public_key: key.body,
    ...(networkPolicy === null ? {} : { network_policy: networkPolicy }),
    comment,
  } as const;
  return {
    title: `Create service user "${user}"`,
    call: createUserCall(body, account.settings.role),
    changes: [
      ...createdChanges(detailsOf(service)),
      createdWords({ name: user, firstName: "", lastName: "", comment }),
      { subject: slotSubject(user, "RSA_PUBLIC_KEY"), before: NONE, after: key.fingerprint },
      ...(networkPolicy === null ? [] : [{ subject: networkPolicySubject(user), before: NONE, after: networkPolicy }]),
    ],
    undo: [dropUserCall(user, account.settings.role)],
  };
}

function checkServiceUser(account: Account, input: unknown): NewServiceUser {
  const fields = fieldsOf(input, ["user", "comment", "publicKey", "roles", "defaultWarehouse", "networkPolicy"]);
  const service = {
    user: fields.name("user"),
    comment: fields.text("comment", MAX_COMMENT_LENGTH),
    publicKey: fields.lines("publicKey", MAX_KEY_LENGTH),
    roles: fields.names("roles", MAX_ROLES),
    defaultWarehouse: fields.optionalName("defaultWarehouse"),
    networkPolicy: fields.optionalName("networkPolicy"),
  };
  if (service.roles.length === 0)
    throw new ConnectorError("user-fixable", "bad-input", '"roles" must name at least one role.');
  for (const role of service.roles) refuseSystemRole(account, role);
  refuseOwnUser(account, service.user);
  return service;
}

function checkKeyChange(account: Account, input: unknown): KeyChange {
  const fields = fieldsOf(input, ["user", "publicKey"]);
  const change = { user: fields.name("user"), publicKey: fields.lines("publicKey", MAX_KEY_LENGTH) };
  refuseOwnUser(account, change.user);
  return change;
}
