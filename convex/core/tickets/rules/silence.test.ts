import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../lib/pure/time";
import { endOfSilence, nextOfSilence } from "./silence";

const DAYS = { remind: 3, resolve: 7 };

describe("[S30] what comes next in silence", () => {
  test("is the reminder, then the end, each after its days", () => {
    expect(nextOfSilence({ since: 0 }, DAYS)).toEqual({ what: "remind", at: 3 * DAY_MS });
    expect(nextOfSilence({ since: 0, remindedAt: 3 * DAY_MS }, DAYS)).toEqual({ what: "resolve", at: 7 * DAY_MS });
  });

  test("is no end within a day of the reminder, however late that was", () => {
    const remindedAt = 9 * DAY_MS + HOUR_MS;
    expect(nextOfSilence({ since: 0, remindedAt }, DAYS)).toEqual({ what: "resolve", at: remindedAt + DAY_MS });
  });

  test("is known to its end from the first day on", () => {
    expect(endOfSilence({ since: 0 }, DAYS)).toBe(7 * DAY_MS);
    expect(endOfSilence({ since: 0 }, { remind: 7, resolve: 7 })).toBe(8 * DAY_MS);
    expect(endOfSilence({ since: 0 }, { remind: 0, resolve: 7 })).toBe(7 * DAY_MS);
    expect(endOfSilence({ since: 0 }, { remind: 3, resolve: 0 })).toBeNull();
    expect(endOfSilence({ since: 0, remindedAt: 9 * DAY_MS }, DAYS)).toBe(10 * DAY_MS);
  });

  test("is the end alone without reminders, the reminder alone without an end, and nothing without both", () => {
    expect(nextOfSilence({ since: 0 }, { remind: 0, resolve: 7 })).toEqual({ what: "resolve", at: 7 * DAY_MS });
    expect(nextOfSilence({ since: 0 }, { remind: 3, resolve: 0 })).toEqual({ what: "remind", at: 3 * DAY_MS });
    expect(nextOfSilence({ since: 0, remindedAt: 3 * DAY_MS }, { remind: 3, resolve: 0 })).toBeNull();
    expect(nextOfSilence({ since: 0 }, { remind: 0, resolve: 0 })).toBeNull();
  });
});
