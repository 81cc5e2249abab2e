/** Options in words, as their page says them. */

import { type ConfigKey, specOf, valueText, whyNotValue } from "../rules";

/** What a change does, before it is saved: "Now 7 days → 5 days"; only what holds where the value is none, or the same. */
export function changeText(key: ConfigKey, now: number, wanted: number | null): string {
  const holds = `Now ${valueText(key, now)}`;
  return wanted === null || wanted === now || whyNotValue(key, wanted) !== null
    ? holds
    : `${holds} → ${valueText(key, wanted)}`;
}

/** The values an option can have, in words: "7 to 365 days", "00:00 UTC to 23:00 UTC". */
export function rangeText(key: ConfigKey): string {
  const { from, to, unit } = specOf(key);
  return `${unit === "o'clock UTC" ? valueText(key, from) : from} to ${valueText(key, to)}`;
}
