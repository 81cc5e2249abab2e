/** For whom somebody may ask: themselves, people of their own business area, and everybody for those who oversee. */

import type { PersonStatus } from "../../../access/roles";
import type { AccountEffect } from "../../../connectors/manifests";
import { typeOf } from "../../tasks/rules";

/** What tasks do to an account that end what somebody has. */
const ENDING: readonly (AccountEffect | undefined)[] = ["taken", "disabled", "dropped"];

/** Whether a type of request ends what somebody has. */
export function endsAccess(tasks: readonly { readonly type: string }[]): boolean {
  return tasks.some(({ type }) => ENDING.includes(typeOf(type)?.account));
}

/** What the decision looks at. */
export interface RequestedFor {
  readonly isSelf: boolean;
  readonly isImpersonating: boolean;
  /** Whether the asking person may ask for anybody. */
  readonly mayAskForAll: boolean;
  readonly isSameArea: boolean;
  /** Whether the request ends what they have: that is asked for about somebody suspended, too. */
  readonly takesAway: boolean;
  readonly name: string;
  readonly status: PersonStatus;
}

/** Why somebody cannot ask for this person, as the message of the field, or null. */
export function whyNotRequestFor({
  isSelf,
  isImpersonating,
  mayAskForAll,
  isSameArea,
  takesAway,
  name,
  status,
}: RequestedFor): string | null {
  if (isSelf) return null;
  if (isImpersonating) return "While you act for somebody you can only ask for them";
  if (status === "removed" || status === "revoked" || status === "expired")
    return `${name} is no longer with the company`;
  if (status === "suspended" && !takesAway)
    return `${name} is suspended. Nothing can be requested for them until they are back`;
  if (mayAskForAll || isSameArea) return null;
  return `${name} is not in your business area. Ask them or an admin to make the request`;
}
