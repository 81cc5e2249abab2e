/**
 * What the demo's Snowflake account holds now, asked past the portal. The account runs inside the portal's
 * process and writes itself to the data folder before it answers a change, so its file is never behind
 * what a page can show.
 */

import path from "node:path";
import type { Account, Grant, User, Warehouse } from "../../../sandbox/snowflake/account/model.ts";
import { loadAccount } from "../../../sandbox/snowflake/store.ts";
import type { Portal } from "./portal.ts";

/** The account, as of now with every call. Names are as stored: upper case unless they were quoted. */
export interface SandboxAccount {
  /** Everything, for what the others do not tell. */
  now(): Account;
  user(name: string): User | undefined;
  warehouse(name: string): Warehouse | undefined;
  /** Roles a user holds, in alphabetical order. */
  rolesOf(user: string): string[];
  /** Users who hold a role, in alphabetical order. */
  holdersOf(role: string): string[];
  /** What a role may do, on which objects. */
  grantsTo(role: string): Grant[];
  /** Statements and calls that changed the account, oldest first; those that name the text, when one is given. */
  changes(about?: string): string[];
}

/** The account of a portal's demo world. */
export function sandboxOf(portal: Pick<Portal, "dataDir">): SandboxAccount {
  const now = (): Account => {
    const account = loadAccount(path.join(portal.dataDir, "sandbox", "snowflake.json"));
    if (account === null) throw new Error("The portal has no Snowflake account in its data folder");
    return account;
  };
  return {
    now,
    user: (name) => now().users.get(name),
    warehouse: (name) => now().warehouses.get(name),
    rolesOf: (user) =>
      now()
        .memberships.flatMap(({ to, holder, role }) => (to === "USER" && holder === user ? [role] : []))
        .toSorted(),
    holdersOf: (wanted) =>
      now()
        .memberships.flatMap(({ to, holder, role }) => (to === "USER" && role === wanted ? [holder] : []))
        .toSorted(),
    grantsTo: (wanted) => now().grants.filter(({ role }) => role === wanted),
    changes: (about = "") =>
      now().journal.flatMap(({ isChange, errorCode, statement }) =>
        isChange && errorCode === null && statement.includes(about) ? [statement] : [],
      ),
  };
}
