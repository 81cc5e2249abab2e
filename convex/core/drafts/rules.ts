/** What somebody writes may be kept before it is sent, whatever it is: decisions that server and screens share. */

import type { Refusal } from "../../lib/pure/refusal";

/** A draft may be too long to be sent: whoever writes is told, and nothing is lost. */
export const DRAFT_MAX_LENGTH = 20_000;

/** Whether nothing is left of these words. */
export function isNothing(...words: readonly string[]): boolean {
  return words.every((text) => text.trim() === "");
}

/** Why such words are not kept, or null. */
export function whyNotKept(...words: readonly string[]): Refusal | null {
  return words.some(({ length }) => length > DRAFT_MAX_LENGTH)
    ? { code: "too-long", maxLength: DRAFT_MAX_LENGTH }
    : null;
}
