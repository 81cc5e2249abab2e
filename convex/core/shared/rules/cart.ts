/** The cart: drafts that are sent together with one justification. Decided here for the screen and the submit. */

import type { Refusal } from "../../../lib/pure/refusal";
import { type FormValues, isSet } from "../../catalog/rules/conditions";
import { cleaned, REASON_LENGTH } from "../../catalog/rules/values";
import type { FormField } from "../../catalog/table";

/** More would be neither read nor decided with care. */
export const MAX_CART_ITEMS = 20;
/** The field of every form that the justification fills. */
export const REASON_FIELD = "reason";
/** More than any justification takes, so that nothing typed is lost. */
const MAX_KEPT_LENGTH = 20_000;

const JUSTIFICATION: FormField = {
  name: "justification",
  kind: "longText",
  label: "Justification",
  isRequired: true,
  ...REASON_LENGTH,
};

/** What is said about a justification, in the words of a form's reason; null when it is good. */
export function whyNotJustification(text: string): string | null {
  if (!isSet(text.trim())) return `${JUSTIFICATION.label} is required`;
  const result = cleaned(JUSTIFICATION, text, 0);
  return "error" in result ? result.error : null;
}

/** Why what was typed cannot be kept, or null. */
export function whyNotKeepJustification(text: string): Refusal | null {
  if (text.length > MAX_KEPT_LENGTH) return { code: "too-long", maxLength: MAX_KEPT_LENGTH };
  return text.isWellFormed()
    ? null
    : { code: "invalid-input", message: "The justification cannot contain control characters." };
}

/** A draft of the cart, as far as its reason goes. */
export interface CartItem {
  readonly form: FormValues;
  /** The justification stands instead of a reason of its own. */
  readonly takesJustification: boolean;
}

/** Whether a form has a reason of its own. */
export function hasOwnReason(form: FormValues): boolean {
  const reason = form[REASON_FIELD];
  return typeof reason === "string" && reason.trim() !== "";
}

/** Whether the justification is the reason of an item: it has none of its own, or the person chose so. */
export function needsJustification({ form, takesJustification }: CartItem): boolean {
  return takesJustification || !hasOwnReason(form);
}

/** The form of an item as it is sent. */
export function sentForm(item: CartItem, justification: string): FormValues {
  return needsJustification(item) ? { ...item.form, [REASON_FIELD]: justification } : item.form;
}

/** Why no further item fits into a cart of this many, or null. */
export function whyNotAddToCart(count: number): Refusal | null {
  if (count < MAX_CART_ITEMS) return null;
  return {
    code: "too-many",
    max: MAX_CART_ITEMS,
    message: `Your cart holds ${MAX_CART_ITEMS} requests, and more cannot be sent together. Send it or remove one first.`,
  };
}
