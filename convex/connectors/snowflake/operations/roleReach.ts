/**
 * What a role opens beyond its name: whoever holds it also has the roles it holds, those that these hold, and so on.
 *
 * A role of a harmless name that leads to one that administers the account is that role by another door, so the account
 * itself is asked, down to the last role, each time something is to be given.
 */

import { isSystemRole } from "../../../lib/pure/systemRoles";
import { ConnectorError } from "../../contract/contract";
import { parseShownName } from "../identifiers";
import type { RoleGrant } from "../reads";
import { type Account, isPortalRole } from "./userAndRoleFacts";

/** Roles looked at below one; a role that leads to more is not judged, and so not given. */
const MAX_ROLES = 200;
/** The role everybody has. */
const EVERYBODY = "PUBLIC";

/** Fails when a role leads to the administration of the account. */
export async function refuseReach(account: Account, role: string): Promise<void> {
  const reason = await whyNotGive(account, role);
  if (reason !== null) throw new ConnectorError("user-fixable", "protected-role", reason);
}

/** Why a role is given to nobody, as a sentence; null when it may be given. */
export async function whyNotGive(account: Account, role: string): Promise<string | null> {
  const reached = new Set([role]);
  for (const current of reached) {
    if (current !== EVERYBODY && (isSystemRole(current) || isPortalRole(account.settings, current)))
      return `Role "${role}" holds role "${current}", which administers the account; the portal does not give it.`;
    if (reached.size > MAX_ROLES)
      return `Role "${role}" holds more than ${MAX_ROLES} other roles, too many to be sure of; the portal does not give it.`;
    for (const grant of await account.reads.grantsOf(current)) {
      if (grant.privilege === "MANAGE GRANTS")
        return current === role
          ? `Role "${role}" may manage grants, and with it give itself anything; the portal does not give it.`
          : `Role "${role}" holds role "${current}", which may manage grants; the portal does not give it.`;
      const held = roleWithin(grant);
      if (held !== null) reached.add(held);
    }
  }
  return null;
}

/** The role a grant is about, for those that hold it or may take it at any time, as its owner may. */
function roleWithin({ privilege, on, name }: RoleGrant): string | null {
  if (on !== "ROLE" || !["USAGE", "OWNERSHIP"].includes(privilege)) return null;
  const parts = parseShownName(name);
  return parts?.length === 1 ? (parts[0] ?? name) : name;
}
