/** Who a statement is run as. */

import type { Account, Session } from "../account/model.ts";
import { mayAssume } from "../account/privileges.ts";
import { Problem, problems } from "../problem.ts";
import type { Caller } from "./auth.ts";

/** The context of a call: role and warehouse as given, else the user's defaults. Names mind case. */
export function sessionOf(
  account: Account,
  { user, roleRestriction }: Caller,
  context: Readonly<Record<string, unknown>>,
  now: number,
): Session {
  const text = (field: string): string | null =>
    typeof context[field] === "string" && context[field] !== "" ? context[field] : null;
  const role = text("role") ?? roleRestriction ?? user.defaultRole ?? "PUBLIC";
  if (!account.roles.has(role))
    throw new Problem("390201", "08001", `The requested role '${role}' does not exist or not authorized.`);
  if (!mayAssume(account, user.name, role) || (roleRestriction !== null && role !== roleRestriction))
    throw problems.roleNotGranted(role);
  return { account, user, role, warehouse: text("warehouse") ?? user.defaultWarehouse, now };
}
