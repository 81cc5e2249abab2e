/** The one place that throws a refusal. */

import { ConvexError } from "convex/values";
import { REFUSAL_CODES, type Refusal } from "./pure/refusal";

/** Ends the call: nothing is written, and the caller reads the code in `error.data.code`. */
export function refuse(refusal: Refusal): never {
  throw new ConvexError({ ...refusal });
}

/** Throws the refusal a rule found, if it found one. */
export function refuseIf(refusal: Refusal | null): void {
  if (refusal) refuse(refusal);
}

/** Also of a foreign copy of the class: what a function called was loaded apart from its caller. */
function isConvexError(error: unknown): error is { readonly data?: unknown } {
  return typeof error === "object" && error !== null && Symbol.for("ConvexError") in error;
}

/** The refusal that was thrown, or null when it was anything else. */
export function refusalIn(error: unknown): Refusal | null {
  const data: unknown = isConvexError(error) ? error.data : null;
  const isRefusal =
    typeof data === "object" &&
    data !== null &&
    "code" in data &&
    (REFUSAL_CODES as readonly unknown[]).includes(data.code);
  return isRefusal ? (data as Refusal) : null;
}

/** The message of anything thrown, for rows that people read: without the stack a nested call adds to it. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").replace(/^(Uncaught )?(\w*Error: )?/, "");
}
