/** The end of a user: first disabled, which can be taken back, later dropped, which cannot. */

import { ConnectorError } from "../../contract/contract";
import type { Definition } from "../../contract/operation";
import { quoteIdent } from "../identifiers";
import { fieldsOf } from "../input";
import { disableStatement } from "../statements";
import {
  ACTIVE,
  type Account,
  DISABLED,
  MISSING,
  refuseOwnUser,
  requireUser,
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
          `User "${user}" is active. Disable the user first, and drop it when nobody misses it.`,
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
