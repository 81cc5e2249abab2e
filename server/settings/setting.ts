/** What a setting is: how it is read, what holds without it, and what a wrong value can cost. */

import type * as z from "zod";

/**
 * What a wrong value can cost: nothing that lasts; that people cannot work; that somebody gets in, or nobody; that data
 * is lost or leaves the house.
 */
export type Risk = "low" | "outage" | "access" | "data";

/** One setting. `fallback` is written as its value would be; null when there is none, or it depends on others. */
export interface Setting<Value = unknown> {
  readonly schema: z.ZodType<Value, string>;
  readonly fallback: string | null;
  readonly example: string;
  readonly isSecret: boolean;
  readonly risk: Risk;
  readonly does: string;
}

type Given = Pick<Setting, "example" | "does"> & Partial<Pick<Setting, "fallback" | "isSecret" | "risk">>;

/** A setting that may be absent. */
export function optional<Value>(
  schema: z.ZodType<Value, string>,
  given: Given,
): Setting<Value> & { readonly fallback: null } {
  return { schema, isSecret: false, risk: "low", ...given, fallback: null };
}

/** A setting that has a value in any case. */
export function usual<Value>(
  schema: z.ZodType<Value, string>,
  given: Given & { readonly fallback: string },
): Setting<Value> & { readonly fallback: string } {
  return { schema, isSecret: false, risk: "low", ...given };
}
