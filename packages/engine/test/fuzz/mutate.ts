/** Damages messages: their structure, their values, their text. */

import type { Dice } from "../crash/dice.ts";

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -0.1,
  1e300,
  "",
  " ",
  "0",
  "x".repeat(5000),
  "\u0000",
  "\ud800",
  "é∆😀",
  [],
  {},
  [[]],
  [{}],
  [null],
  "AAAAAAAAAAA=",
  "//////////8=",
  "messages:list",
  "odd:secret",
  "counters:increment",
  "_system:x",
  "../../etc/passwd",
  "a:b:c",
  ":",
  "None",
  "User",
  "Admin",
  "Connect",
  { $integer: "AQAAAAAAAAA=" },
  { $integer: "x" },
  { $float: "AAAAAAAA+H8=" },
  { $bytes: "not base64!" },
  { $undefined: null },
  { $set: [] },
  { "": 1 },
  { $x: 1 },
  { length: 1 },
  { toString: 1, valueOf: null },
];
/** Number texts no encoder writes, and names that mean something to JavaScript. */
const RAW: readonly string[] = [
  "1e999",
  "-1e999",
  "1e-999",
  "99999999999999999999999",
  '{"__proto__":{"type":"Connect"}}',
  '{"constructor":1,"hasOwnProperty":2}',
  "nul",
  "'x'",
  "// x",
];

function deep(dice: Dice): string {
  const depth = 1 + dice.anyMagnitude(20_000);
  return dice.chance(0.5)
    ? `${"[".repeat(depth)}${"]".repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

/** Every place in a message that can be changed. */
function places(
  value: Json,
  found: { holder: any; field: string | number }[] = [],
): { holder: any; field: string | number }[] {
  if (typeof value !== "object" || value === null) return found;
  for (const field of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    found.push({ holder: value, field });
    places((value as any)[field] as Json, found);
  }
  return found;
}

function damageStructure(dice: Dice, message: object): string {
  const copy = structuredClone(message) as any;
  const found = places(copy as Json);
  const { holder, field } = dice.pick(found);
  const hole = '"\u0001HOLE"';
  switch (dice.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(field as number, 1);
      else delete holder[field];
      return JSON.stringify(copy);
    case 1:
      holder[`${field}2`] = holder[field];
      return JSON.stringify(copy);
    case 2:
      holder[field] = [holder[field]];
      return JSON.stringify(copy);
    case 3:
      holder[field] = (dice.pick(found).holder as any)[dice.pick(found).field] ?? null;
      return JSON.stringify(copy, noCycles());
    case 4:
      holder[field] = "\u0001HOLE";
      return JSON.stringify(copy)
        .replace(JSON.stringify("\u0001HOLE"), dice.chance(0.3) ? deep(dice) : dice.pick(RAW))
        .replace(hole, "0");
    case 5:
      if (typeof holder[field] === "number") holder[field] += dice.pick([-2, -1, 1, 2, 0.5]);
      else holder[field] = dice.pick(VALUES);
      return JSON.stringify(copy);
    default:
      holder[field] = dice.pick(VALUES);
      return JSON.stringify(copy);
  }
}

/** A value put into itself is left out. */
function noCycles(): (key: string, value: unknown) => unknown {
  const open = new Set<unknown>();
  return (_, value) => {
    if (typeof value !== "object" || value === null) return value;
    if (open.has(value)) return null;
    open.add(value);
    return value;
  };
}

function damageText(dice: Dice, text: string): string {
  const at = dice.below(text.length);
  switch (dice.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + String.fromCharCode(dice.below(0x250)) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + text.slice(dice.below(text.length));
    default:
      return text + text.slice(at);
  }
}

/** One damaged message as text. */
export function damaged(dice: Dice, message: object): string {
  return dice.chance(0.8) ? damageStructure(dice, message) : damageText(dice, JSON.stringify(message));
}

export function randomBytes(dice: Dice, highest: number): Buffer {
  return Buffer.from(Array.from({ length: dice.anyMagnitude(highest) + 1 }, () => dice.below(256)));
}
