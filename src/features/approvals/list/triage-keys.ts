/** What a key asks for in the list. */
export type TriageKey = "next" | "previous" | "approve" | "reject" | "askInfo" | "snooze" | "select" | "open";

const KEYS: Readonly<Record<string, TriageKey>> = {
  j: "next",
  k: "previous",
  a: "approve",
  r: "reject",
  i: "askInfo",
  h: "snooze",
  x: "select",
  o: "open",
};

/** What a plain key press means, or null. */
export function triageKey(key: string): TriageKey | null {
  return Object.hasOwn(KEYS, key) ? (KEYS[key] ?? null) : null;
}
