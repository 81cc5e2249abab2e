/** Refusals of the request page in words, for buttons that explain themselves. */

import type { Refusal } from "../../lib/pure/refusal";

/** The sentence of a refusal, or null where there is none. */
export function reasonOf(refusal: Refusal | null): string | null {
  if (refusal === null) return null;
  const { message, status } = refusal;
  if (typeof message === "string") return message;
  if (refusal.code === "never-retried") return "An approval is never retried; the request can be submitted again.";
  return typeof status === "string" ? `Not possible while it is ${status}.` : "Not possible at the moment.";
}
