import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import type { Execution } from "./api";
import { SHOWN_RUNS, stripTitle, ticksOf } from "./run-ticks";

const NOW = new Date("2026-11-22T15:00:00").getTime();

function run(n: number, given: Partial<Execution> = {}): Execution {
  const started = NOW - n * MINUTE_MS;
  return {
    id: `run ${n}`,
    startTime: started,
    endTime: started + 2000,
    totalRequestsProcessed: 7,
    totalTasksScheduled: 0,
    error: null,
    ...given,
  } as Execution;
}

test("the last sixty runs stand oldest first, and each state has a height and words of its own", () => {
  const runs = Array.from({ length: 80 }, (_, n) => run(n));
  const ticks = ticksOf(runs, NOW);
  expect(ticks).toHaveLength(SHOWN_RUNS);
  expect([ticks[0]?.id, ticks.at(-1)?.id]).toEqual(["run 59", "run 0"]);
  const states = [
    run(0),
    run(1, { totalTasksScheduled: 3 }),
    run(2, { error: "Snowflake is down" }),
    run(3, { endTime: null }),
  ];
  expect(ticksOf(states, NOW).map(({ tone, words }) => [tone, words])).toEqual([
    ["warning", "14:57: running"],
    ["bad", "14:58: failed, Snowflake is down"],
    ["good", "14:59: 3 tasks scheduled, 2s"],
    ["quiet", "15:00: nothing to schedule, 2s"],
  ]);
});

test("the title says what stands out", () => {
  expect(stripTitle([run(0), run(1, { totalTasksScheduled: 1 })])).toBe(
    "No failure in the last 2 runs, 1 of them scheduled tasks",
  );
  expect(stripTitle([run(0), run(1, { error: "No" })])).toBe("1 of the last 2 runs failed");
  expect(stripTitle([])).toBe("No run yet");
  expect(stripTitle([run(0)])).toBe("The last run had nothing to schedule");
  expect(stripTitle([run(0, { totalTasksScheduled: 3 })])).toBe("The last run had tasks to schedule");
  expect(stripTitle([run(0, { error: "No" })])).toBe("The last run failed");
});
