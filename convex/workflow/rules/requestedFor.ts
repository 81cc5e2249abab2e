/** For whom somebody may ask: themselves, people of their own business area, and everybody for those who oversee. */
import type { PersonStatus } from "../../people/table";

/** What the decision looks at. */
export interface RequestedFor {
  readonly isSelf: boolean;
  readonly isImpersonating: boolean;
  /** Whether the asking person may ask for anybody. */
  readonly mayAskForAll: boolean;
  readonly isSameArea: boolean;
  readonly name: string;
  readonly status: PersonStatus;
}

/** Why somebody cannot ask for this person, as the message of the field, or null. */
export function whyNotRequestFor({ isSelf, isImpersonating, mayAskForAll, isSameArea, name, status }: RequestedFor): string | null {
  if (isSelf) return null;
  if (isImpersonating) return "While you act for somebody you can only ask for them";
  if (status === "removed" || status === "revoked" || status === "expired") return `${name} is no longer with the company`;
  if (mayAskForAll || isSameArea) return null;
  return `${name} is not in your business area. Ask them or an admin to make the request`;
}
