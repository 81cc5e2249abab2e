/** Judging the values of options. Whoever judges a change judges the value it ends at, never the step. */

import type { Refusal } from "../../lib/pure/refusal";
import { plural } from "../../lib/pure/text";
import { HOUR_MS } from "../../lib/pure/time";
import { CONFIG, type ConfigSpec } from "./rules/options";

export type ConfigKey = keyof typeof CONFIG;
export const CONFIG_KEYS = Object.keys(CONFIG) as ConfigKey[];

/** What an option says about itself. */
export function specOf(key: ConfigKey): ConfigSpec {
  return CONFIG[key];
}

/** Whether there is an option of this name. */
export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(CONFIG, key);
}

/** The message for a value an option cannot have, or null. */
export function whyNotValue(key: ConfigKey, value: number | null): string | null {
  const { from, to } = specOf(key);
  if (value === null) return "A value is required";
  return Number.isInteger(value) && value >= from && value <= to
    ? null
    : `Choose a whole number from ${from.toLocaleString("en-GB")} to ${to.toLocaleString("en-GB")}`;
}

/** Whether two people have to say this value, whatever it was before (C2). */
export function takesTwo(key: ConfigKey, value: number): boolean {
  const { usual, risk } = specOf(key);
  if (risk === undefined) return false;
  return risk.side === "above" ? value > usual : value < usual;
}

/** Why an option cannot get this value, or null (C1). */
export function whyNotSet(key: ConfigKey, value: number, now: number): Refusal | null {
  const message = whyNotValue(key, value);
  if (message !== null) return { code: "invalid-form", fields: { value: message } };
  return value === now ? { code: "not-eligible", message: `It is already ${valueText(key, value)}.` } : null;
}

/** A value in words: "3 days", "07:00 UTC". */
export function valueText(key: ConfigKey, value: number): string {
  const { unit } = specOf(key);
  switch (unit) {
    case "day":
    case "hour":
    case "minute":
    case "removal":
      return plural(value, unit);
    case "o'clock UTC":
      return `${new Date(value * HOUR_MS).toISOString().slice(11, 16)} UTC`;
    case "an hour":
      return `${value} an hour`;
    default:
      return unit satisfies never;
  }
}
