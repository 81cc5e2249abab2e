import { MINUTE_MS } from "../../convex/lib/pure/time";

/**
 * The clock whoever reads this page goes by: that of the zone they chose in their profile, or of their device. Every
 * time they read or type follows it. Pages of a person are drawn in their browser alone, so it is one for the page.
 */

/** The clock on the wall of a zone. What it shows is written as if it were UTC. */
interface Clock {
  /** The name of the zone; undefined for that of the device. */
  readonly zone: string | undefined;
  /** What the wall shows at a moment. */
  readonly shownAt: (at: number) => number;
  /** The moment at which the wall shows this. */
  readonly momentOf: (shown: number) => number;
}

/** The clock of this device. */
export const deviceClock: Clock = {
  zone: undefined,
  shownAt: (at) => at - new Date(at).getTimezoneOffset() * MINUTE_MS,
  momentOf: (shown) => {
    const wall = new Date(shown);
    const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
    return new Date(year, month, day, wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()).getTime();
  },
};

let clock = deviceClock;

/** Says by which clock the reader goes; null for that of their device. */
export function setReadersClock(chosen: Clock | null): void {
  clock = chosen ?? deviceClock;
}

/** The zone the reader chose, as formats take it; undefined for that of their device. */
export function readersZone(): string | undefined {
  return clock.zone;
}

/** The clock the reader goes by. */
export function readersClock(): Clock {
  return clock;
}

/** What the reader's clock shows at a moment, in the parts of a UTC date. */
export function shownDate(at: number): Date {
  return new Date(clock.shownAt(at));
}

/** Midnight of the day a number of days from the one a time lies in, which may have 23 or 25 hours; or a later hour. */
export function dayFrom(at: number, days: number, hour = 0): number {
  const shown = shownDate(at);
  return clock.momentOf(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate() + days, hour));
}

/** The moment a field holds, "2026-03-05T14:07", or midnight of its day, "2026-03-05"; NaN for what is neither. */
export function typedMoment(text: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(text);
  if (!parts) return Number.NaN;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return clock.momentOf(Date.UTC(year, month - 1, day, hour, minute));
}

/** What a field for a day and a time holds for a moment: "2026-03-05T14:07". */
export function typedText(at: number): string {
  return shownDate(at).toISOString().slice(0, 16);
}

/** A day as fields and addresses write it: "2026-03-05". */
export function dayText(at: number): string {
  return typedText(at).slice(0, 10);
}
