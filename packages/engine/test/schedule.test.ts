import { expect, test } from "vitest";
import { parseCronExpression } from "../src/scheduler/cron-expression.ts";
import { firstRunMs, nextRunMs } from "../src/scheduler/schedule.ts";

const at = (text: string): number => Date.parse(`${text}Z`);
const next = (schedule: { type: string; [field: string]: unknown }, after: string): string =>
  new Date(firstRunMs("a cron", schedule, at(after))).toISOString().slice(0, 16);

test("[CRN5] schedules find their next minute in UTC", () => {
  expect(next({ type: "hourly", minuteUTC: 30 }, "2026-01-05T12:30:00")).toBe("2026-01-05T13:30");
  expect(next({ type: "daily", hourUTC: 17, minuteUTC: 5 }, "2026-01-05T17:05:01")).toBe("2026-01-06T17:05");
  expect(next({ type: "weekly", dayOfWeek: "sunday", hourUTC: 0, minuteUTC: 0 }, "2026-01-05T00:00:00")).toBe(
    "2026-01-11T00:00",
  );
  expect(next({ type: "monthly", day: 30, hourUTC: 1, minuteUTC: 2 }, "2026-01-30T01:02:00")).toBe("2026-03-30T01:02");
  expect(next({ type: "cron", cron: "*/15 9-17 * * mon-fri" }, "2026-01-09T17:45:00")).toBe("2026-01-12T09:00");
  expect(next({ type: "cron", cron: "0 0 29 2 *" }, "2026-01-01T00:00:00")).toBe("2028-02-29T00:00");
});

test("[CRN6] a schedule without a minute has a stable one", () => {
  const first = next({ type: "hourly" }, "2026-01-05T12:00:00").slice(-2);
  expect(next({ type: "hourly" }, "2026-03-05T18:00:00").slice(-2)).toBe(first);
});

test("[CRN7] an interval counts from its last scheduled time", () => {
  const start = at("2026-01-05T12:00:00");
  expect(nextRunMs("x", { type: "interval", minutes: 5 }, start, start + 1_000) - start).toBe(300_000);
  expect(nextRunMs("x", { type: "interval", minutes: 5 }, start, start + 301_000) - start).toBe(600_000);
});

test("[CRN8] an expression that cannot be read is refused", () => {
  for (const bad of ["* * * *", "60 * * * *", "* * 0 * *", "*/0 * * * *", "5-1 * * * *", "x * * * *"])
    expect(() => parseCronExpression(bad)).toThrow();
});
