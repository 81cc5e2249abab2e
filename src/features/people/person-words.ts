/** Pure view logic of the people screens: greetings, and the words for a person's rights. */

import { grantedOf } from "../../../convex/access/rank";
import { type RoleName, ROLES, COMMON_ROLE } from "../../../convex/access/roles";

/** "Good morning, Ada": the person's own clock decides; without a name the greeting stands alone. */
export function greeting(firstName: string, hour: number): string {
  const name = firstName.trim();
  return name === "" ? partOfDay(hour) : `${partOfDay(hour)}, ${name}`;
}

function partOfDay(hour: number): string {
  if (hour >= 5 && hour < 12) return "Good morning";
  if (hour >= 12 && hour < 18) return "Good afternoon";
  return "Good evening";
}

/** "super admin and FinOps": everybody is staff, so the word is said only when it is the only one. */
export function rolesText(roles: readonly RoleName[]): string {
  const special = grantedOf(roles).map((role) => ROLES[role].word);
  if (special.length === 0) return ROLES[COMMON_ROLE].word;
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(special);
}
