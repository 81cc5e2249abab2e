/** Time zones by their names, such as "Europe/London", and the clock on the wall of one. */

import type { Refusal } from "./refusal";
import { DAY_MS } from "./time";

/** The longest name of a zone. */
const MAX_ZONE = 64;

/** What is wrong with the name of a time zone, or null. */
export function zoneProblem(timeZone: string): string | null {
  if (timeZone.trim() === "") return "A time zone is required";
  try {
    if (timeZone.length <= MAX_ZONE && new Intl.DateTimeFormat("en-GB", { timeZone })) return null;
  } catch {
    // It is named below.
  }
  return 'Give the name of a time zone, such as "Europe/London"';
}

/** Why somebody cannot choose a zone, or null; no zone follows their device. */
export function whyNotZone(timeZone: string | null): Refusal | null {
  const message = timeZone === null ? null : zoneProblem(timeZone);
  return message === null ? null : { code: "invalid-form", fields: { timeZone: message } };
}

/** The clock on the wall of a zone. What it shows is written as if it were UTC. */
export interface WallClock {
  /** What the wall shows at a moment, to the second. */
  readonly shownAt: (at: number) => number;
  /**
   * The moment at which the wall shows this: the first one where an hour is shown twice, and as if the clock had not
   * been changed where it is never shown.
   */
  readonly momentOf: (shown: number) => number;
}

/** The clock of a zone whose name was found good. */
export function wallClock(timeZone: string): WallClock {
  const format = formatOf(timeZone);
  const shownAt = (at: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  // A day away a change of the clock lies behind or ahead, and no zone has two within that time.
  const taken = (shown: number, beside: number): number => shown - (shownAt(shown + beside) - (shown + beside));
  return {
    shownAt,
    momentOf: (shown) => {
      const first = taken(shown, -DAY_MS);
      if (shownAt(first) === shown) return first;
      const second = taken(shown, DAY_MS);
      return shownAt(second) === shown ? second : first;
    },
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const [full, clock] = [{ year: "numeric", month: "2-digit", day: "2-digit" }, { hour: "2-digit" }] as const;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    ...full,
    ...clock,
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}
