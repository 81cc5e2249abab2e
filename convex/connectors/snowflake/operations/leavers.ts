/**
 * The end of a user: first disabled, which can be taken back, later dropped, which cannot. Whoever comes back in between
 * gets the user again and none of its roles.
 */

import { isSystemRole } from "../../../lib/pure/systemRoles";
import { ConnectorError, type Step } from "../../contract/contract";
import type { Definition, Facts } from "../../contract/operation";
import { quoteIdent } from "../identifiers";
import { fieldsOf } from "../input";
import { disableStatement, revokeStatement } from "../statements";
import {
  ACTIVE,
  type Account,
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

/** Lets a disabled user in again, once it holds no role any more: what it held is asked for anew. */
export function enableUser(account: Account): Definition<OneUser> {
  return {
    name: "enable-user",
    check: (input) => checkUser(account, input),
    read: async ({ user }) => [await userFact(account, user), await rolesFact(account, user)],
    steps({ user }, facts) {
      requireUser(facts, user);
      const taken = takeRoles(account, user, facts);
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
function takeRoles(account: Account, user: string, facts: Facts): Step[] {
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
  }));
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
