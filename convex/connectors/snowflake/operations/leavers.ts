/**
 * The end of a user: first disabled, which can be taken back, later dropped, which cannot. Whoever comes back in between
 * gets the user again, none of its roles, and nothing that was granted to it without one.
 */

import { isSystemRole } from "../../../lib/pure/systemRoles";
import { ConnectorError, type PlanStep } from "../../contract/contract";
import type { Definition, Facts } from "../../contract/operation";
import { parseShownName, quoteIdent } from "../api/identifiers";
import { fieldsOf } from "./input";
import { disableStatement, revokeDirectStatement, revokeStatement } from "./statements";
import {
  ACTIVE,
  type Account,
  type DirectGrant,
  directFact,
  directSubject,
  directValue,
  DISABLED,
  MISSING,
  isPortalRole,
  NONE,
  refuseOwnUser,
  requireUser,
  rolesFact,
  rolesSubject,
  rolesValue,
  sql,
  userFact,
  userSubject,
} from "./userAndRoleFacts";

/** Kinds whose name alone says which one: that of a function also has its arguments. */
const NAMED_KINDS = new Set(
  "DATABASE SCHEMA WAREHOUSE TABLE VIEW MATERIALIZED_VIEW DYNAMIC_TABLE EXTERNAL_TABLE EVENT_TABLE ICEBERG_TABLE INTERACTIVE_TABLE SEMANTIC_VIEW STAGE STREAM TASK SEQUENCE FILE_FORMAT STREAMLIT NOTEBOOK AGENT".split(
    " ",
  ),
);
const MAX_LISTED = 3;

interface OneUser {
  readonly user: string;
}

/** Stops a user: running queries end, no new sign-in. Grants and objects stay. */
export function disableUser(account: Account): Definition<OneUser> {
  return {
    name: "disable-user",
    check: (input) => checkUser(account, input),
    read: async ({ user }) => [await userFact(account, user)],
    steps({ user }, facts) {
      requireUser(facts, user);
      if (facts.is(userSubject(user), DISABLED)) return [];
      return [
        {
          title: `Disable user "${user}"`,
          call: sql(account, disableStatement(user, true)),
          changes: [{ subject: userSubject(user), before: ACTIVE, after: DISABLED }],
          undo: [sql(account, disableStatement(user, false))],
        },
      ];
    },
  };
}

/** Lets a disabled user in again, once it holds nothing any more: what it held is asked for anew. */
export function enableUser(account: Account): Definition<OneUser> {
  return {
    name: "enable-user",
    check: (input) => checkUser(account, input),
    read: async ({ user }) => [
      await userFact(account, user),
      await rolesFact(account, user),
      await directFact(account, user),
    ],
    steps({ user }, facts) {
      requireUser(facts, user);
      const taken = [...takeRoles(account, user, facts), ...takeDirect(account, user, facts)];
      if (facts.is(userSubject(user), ACTIVE)) return taken;
      return [
        ...taken,
        {
          title: `Enable user "${user}"`,
          call: sql(account, disableStatement(user, false)),
          changes: [{ subject: userSubject(user), before: DISABLED, after: ACTIVE }],
          undo: [sql(account, disableStatement(user, true))],
        },
      ];
    },
  };
}

/** Takes every role from a user, one by one. One that administers the account is a person's to take. */
function takeRoles(account: Account, user: string, facts: Facts): PlanStep[] {
  const listed = facts.value(rolesSubject(user)) ?? NONE;
  const roles = listed === NONE ? [] : (JSON.parse(listed) as string[]);
  const powerful = roles.find((role) => isSystemRole(role) || isPortalRole(account.settings, role));
  if (powerful !== undefined)
    throw new ConnectorError(
      "admin-fixable",
      "protected-role",
      `User "${user}" holds the role "${powerful}", which administers the account. Take it away in Snowflake, then try again.`,
    );
  return roles.map((role, index) => ({
    title: `Take role "${role}" from user "${user}"`,
    call: sql(account, revokeStatement({ user, role })),
    changes: [
      {
        subject: rolesSubject(user),
        before: rolesValue(roles.slice(index)),
        after: rolesValue(roles.slice(index + 1)),
      },
    ],
    undo: [],
    stays: true,
  }));
}

/** Takes what a user was granted without a role, one by one. What no statement here names for sure is a person's to take. */
function takeDirect(account: Account, user: string, facts: Facts): PlanStep[] {
  const listed = facts.value(directSubject(user));
  const grants = listed === NONE ? [] : (JSON.parse(listed) as DirectGrant[]);
  const unsure = grants.filter((grant) => nameIn(grant) === null);
  if (unsure.length > 0)
    throw new ConnectorError(
      "admin-fixable",
      "direct-privileges",
      `User "${user}" was granted privileges directly that the portal does not take: ${listOf(unsure)}. Take them away in Snowflake, then try again.`,
    );
  return grants.map((grant, index) => ({
    title: `Take ${words(grant)} from user "${user}"`,
    call: sql(account, revokeDirectStatement(user, { ...grant, name: nameIn(grant) ?? [] })),
    changes: [
      {
        subject: directSubject(user),
        before: directValue(grants.slice(index)),
        after: directValue(grants.slice(index + 1)),
      },
    ],
    undo: [],
    stays: true,
  }));
}

/** The parts of what a privilege is on, where a statement can name it without a doubt. */
function nameIn({ privilege, on, name }: DirectGrant): string[] | null {
  return NAMED_KINDS.has(on) && /^[A-Z]+( [A-Z]+)*$/.test(privilege) ? parseShownName(name) : null;
}

function words({ privilege, on, name }: DirectGrant): string {
  return `${privilege} on ${on.toLowerCase().replaceAll("_", " ")} ${name}`;
}

function listOf(grants: readonly DirectGrant[]): string {
  const more = grants.length - MAX_LISTED;
  return `${grants.slice(0, MAX_LISTED).map(words).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Drops a disabled user for good. */
export function dropUser(account: Account): Definition<OneUser> {
  return {
    name: "drop-user",
    check: (input) => checkUser(account, input),
    read: async ({ user }) => [await userFact(account, user)],
    steps({ user }, facts) {
      if (facts.is(userSubject(user), MISSING)) return [];
      if (facts.is(userSubject(user), ACTIVE))
        throw new ConnectorError(
          "user-fixable",
          "user-active",
          `User "${user}" is active. Disable the user first, and drop it once nobody needs it.`,
        );
      return [
        {
          title: `Drop user "${user}" for good`,
          call: sql(account, `DROP USER ${quoteIdent(user)}`),
          changes: [{ subject: userSubject(user), before: DISABLED, after: MISSING }],
          undo: [],
        },
      ];
    },
  };
}

function checkUser(account: Account, input: unknown): OneUser {
  const user = fieldsOf(input, ["user"]).name("user");
  refuseOwnUser(account, user);
  return { user };
}
