/** Statements that follow from names alone, so that they can be shown before anybody looks at the account. */

import type { Endings } from "../../contract/manifest";
import { qualify, quoteIdent } from "../api/identifiers";

/** Who holds a role. */
export interface Membership {
  readonly user: string;
  readonly role: string;
}

export function grantStatement({ user, role }: Membership): string {
  return `GRANT ROLE ${quoteIdent(role)} TO USER ${quoteIdent(user)}`;
}

export function revokeStatement({ user, role }: Membership): string {
  return `REVOKE ROLE ${quoteIdent(role)} FROM USER ${quoteIdent(user)}`;
}

/** Takes from a user what they were granted without a role: docs.snowflake.com/en/sql-reference/sql/revoke-privilege-user. */
export function revokeDirectStatement(
  user: string,
  { privilege, on, name }: { readonly privilege: string; readonly on: string; readonly name: readonly string[] },
): string {
  return `REVOKE ${privilege} ON ${on.replaceAll("_", " ")} ${qualify(...name)} FROM USER ${quoteIdent(user)}`;
}

/** Stops a user or lets them in again. */
export function disableStatement(user: string, isDisabled: boolean): string {
  return `ALTER USER ${quoteIdent(user)} SET DISABLED = ${isDisabled ? "TRUE" : "FALSE"}`;
}

/** What the operations by which access ends send, by their names. */
export const endings = {
  "revoke-role": ({ user = "", role = "" }) => revokeStatement({ user, role }),
  "disable-user": ({ user = "" }) => disableStatement(user, true),
} satisfies Endings;
