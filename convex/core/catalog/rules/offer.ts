/** Who a request type is offered to. */
import type { RoleName } from "../../../access/roles";

/** Why a type is not offered to somebody, and who can change that. */
export interface NotOffered {
  readonly reason: string;
  readonly who: string;
}

const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  staff: "everybody",
  admin: "admins",
  governance: "governance",
  finops: "FinOps",
  superAdmin: "super admins",
};

/** Why somebody with these roles is not offered a type, or null. */
export function whyNotOffered(
  type: { readonly isOffered: boolean; readonly audience: readonly RoleName[] },
  roles: readonly RoleName[],
): NotOffered | null {
  if (!type.isOffered)
    return { reason: "This type is not offered at the moment.", who: "A super admin can offer it again." };
  if (type.audience.includes("staff") || type.audience.some((role) => roles.includes(role))) return null;
  return {
    reason: `This type is for ${type.audience.map((role) => ROLE_WORDS[role]).join(" and ")}.`,
    who: "Ask one of them to make the request for you, or a super admin for the role.",
  };
}
