/** Who looks after approvals without a seat in them. */

import type { Doc, Id } from "../../_generated/dataModel";
import { personCan } from "../../access/rules";
import { manages } from "../requests/rules/access";

/** Whether somebody looks after approvals that are not theirs; of which requests, `administers` says. */
export function isAdministrator(person: Doc<"people">): boolean {
  return personCan(person, "approvals.administer");
}

/** Whether somebody looks after the approvals of this request, with or without a seat. */
export function administers(
  person: Doc<"people">,
  { request, areaIds }: { readonly request: Doc<"requests">; readonly areaIds: readonly Id<"businessAreas">[] },
): boolean {
  return isAdministrator(person) && manages(person, { ...request, areaIds });
}
