import { wholeRoles } from "../../../convex/access/rank";
import type { RoleName } from "../../../convex/access/roles";
import { can } from "../../../convex/access/rules";
import { menu, menuFor } from "./menu";

/** The menu of somebody with these roles beside staff: the groups, each with the names of its pages. */
export function menuOf(roles: readonly RoleName[]): { group: string; pages: string }[] {
  const somebody = { status: "active", hasChangedInitialPassword: true, impersonation: null } as const;
  const groups = menuFor(menu, (capability) => can({ ...somebody, roles: wholeRoles(roles) }, capability));
  return groups.map(({ label, entries }) => ({ group: label, pages: entries.map((page) => page.label).join(", ") }));
}
