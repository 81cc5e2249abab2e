/**
 * The owner of a request's business area approves it, so the area is not free to choose: it is that of the person the
 * request is for (the requester, where nobody else is named). Whoever names another one says why, in a field that the
 * portal adds to every form, whatever its template asks, and those who decide read it. Somebody without an area has
 * none of their own to follow, so every area they name is another one.
 */

import type { FormField } from "../table";
import { type FormValues, isSet } from "./conditions";

/** The field of every form that holds the business area, and the one that says why it is another than one's own. */
export const AREA_FIELD = "businessArea";
export const OTHER_AREA_REASON = "otherAreaReason";

const BENEFICIARY_FIELD = "requestedFor";

/**
 * The area of the person with this id, of the requester without one. Null: they have none. Undefined: not known here;
 * the server always knows.
 */
export type OwnArea = (personId: string | null) => string | null | undefined;

/**
 * The fields of a form with the one that asks why it is another area: after the two it follows from, wherever a
 * template puts them.
 */
export function formFields(fields: readonly FormField[]): FormField[] {
  const own = fields.filter(({ name }) => name !== OTHER_AREA_REASON);
  const area = own.find(({ name }) => name === AREA_FIELD);
  if (!area) return own;
  const last = own.findLastIndex(({ name }) => name === AREA_FIELD || name === BENEFICIARY_FIELD);
  return own.toSpliced(last + 1, 0, reasonField(own[last]?.section));
}

function reasonField(section: string | undefined): FormField {
  return {
    name: OTHER_AREA_REASON,
    kind: "longText",
    label: "Why this business area",
    help: "It is not the area of the person the request is for. Its owner decides instead of theirs, and reads this first.",
    section,
    isRequired: true,
    minLength: 10,
    maxLength: 500,
  };
}

/** Whether a form names an area that is not that of the person it is for. */
export function isOtherArea(form: FormValues, ownArea: OwnArea): boolean {
  const chosen = form[AREA_FIELD];
  if (!isSet(chosen)) return false;
  const person = form[BENEFICIARY_FIELD];
  const own = ownArea(typeof person === "string" && person !== "" ? person : null);
  return own !== undefined && own !== chosen;
}

/** What a form says about why it is another area; null where it says nothing. */
export function otherAreaReasonOf(form: FormValues): string | null {
  const reason = form[OTHER_AREA_REASON];
  return typeof reason === "string" && reason !== "" ? reason : null;
}
