/** Who a request type is offered to. */

import { type RoleName, ROLES } from "../../../access/roles";
import { isAmong } from "../../../access/rules";

/** Why a type is not offered to somebody, and who can change that. */
export interface NotOffered {
  readonly reason: string;
  readonly who: string;
}

/** Why somebody with these roles is not offered a type, or null. */
export function whyNotOffered(
  type: { readonly isOffered: boolean; readonly audience: readonly RoleName[] },
  roles: readonly RoleName[],
): NotOffered | null {
  if (!type.isOffered)
    return { reason: "This type is not offered at the moment.", who: "A super admin can offer it again." };
  if (isAmong(roles, type.audience)) return null;
  return {
    reason: `This type is for ${type.audience.map((role) => ROLES[role].holders).join(" and ")}.`,
    who: "Ask one of them to make the request for you, or a super admin for the role.",
  };
}
