import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../../../convex/lib/pure/time";
import { aTask } from "../tasks/task.testing";
import { storySpans } from "./story-spans";

test("each task that began stands at its time within the request's, the earliest first, with how long and how it ended", () => {
  const told = storySpans(
    {
      createdAt: 0,
      submittedAt: MINUTE_MS,
      endedAt: 9 * MINUTE_MS,
      tasks: [
        aTask({
          id: "grant" as never,
          startedAt: 5 * MINUTE_MS,
          finishedAt: 6 * MINUTE_MS,
          status: "Failed",
          outcome: "error",
        }),
        aTask({ id: "later" as never, startedAt: null }),
        aTask({
          id: "approve" as never,
          kind: "approval",
          startedAt: MINUTE_MS,
          finishedAt: 5 * MINUTE_MS,
          status: "Complete",
          outcome: "done",
        }),
      ],
    },
    20 * MINUTE_MS,
  );
  expect(told).toMatchObject({ from: MINUTE_MS, to: 9 * MINUTE_MS });
  expect(told?.spans.map(({ id, tone, words }) => [id, tone, words])).toEqual([
    ["approve", "done", "4m, approved"],
    ["grant", "failed", "1m, failed"],
  ]);
});

test("what is still going on reaches to now, and a request of which nothing began has no picture", () => {
  const running = aTask({ startedAt: 2 * MINUTE_MS, finishedAt: null, status: "Running" });
  const told = storySpans({ createdAt: 0, submittedAt: null, endedAt: null, tasks: [running] }, 7 * MINUTE_MS);
  expect(told).toMatchObject({ from: 0, to: 7 * MINUTE_MS, spans: [{ to: 7 * MINUTE_MS, words: "5m, not over yet" }] });
  const waiting = aTask({ startedAt: null });
  expect(storySpans({ createdAt: 0, submittedAt: 0, endedAt: null, tasks: [waiting] }, 1)).toBeNull();
});
