import { expect, test } from "vitest";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import { SHOWN_HOURS, ticksOf, uptimeTitle } from "./uptime-ticks";

const HOUR = 490_000 * HOUR_MS;
const NOW = HOUR + 7 * 60_000;

test("every hour has its tick, and one in which nobody asked counts neither way", () => {
  const ticks = ticksOf(
    [
      { hour: HOUR, good: 2, bad: 0 },
      { hour: HOUR - HOUR_MS, good: 0, bad: 12 },
      { hour: HOUR - 2 * HOUR_MS, good: 11, bad: 1 },
      { hour: HOUR - 99 * HOUR_MS, good: 0, bad: 12 },
    ],
    NOW,
  );
  expect(ticks).toHaveLength(SHOWN_HOURS);
  expect(ticks.slice(-4).map(({ tone }) => tone)).toEqual(["none", "warning", "bad", "good"]);
  expect(ticks.at(-4)?.words).toContain("not checked");
  expect(ticks.at(-3)?.words).toContain("not working in 1 of 12 readings");
});

test("a single failure is never rounded away, and hours out of sight do not count", () => {
  const hours = [{ hour: HOUR, good: 9_999, bad: 1 }];
  expect(uptimeTitle(hours, NOW)).toBe("Working in 99.9% of 10,000 readings");
  expect(uptimeTitle([{ hour: HOUR, good: 3, bad: 0 }], NOW)).toBe("Working in 100% of 3 readings");
  expect(uptimeTitle([{ hour: HOUR - 99 * HOUR_MS, good: 0, bad: 3 }], NOW)).toBe("Not checked yet");
});
