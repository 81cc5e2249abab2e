import { expect, test } from "vitest";
import { aTask } from "../tasks/task.testing";
import { storySpans } from "./story-spans";

const MINUTE = 60_000;

test("each task that began stands at its time within the request's, the earliest first, with how long and how it ended", () => {
  const told = storySpans(
    {
      createdAt: 0,
      submittedAt: MINUTE,
      endedAt: 9 * MINUTE,
      tasks: [
        aTask({
          id: "grant" as never,
          startedAt: 5 * MINUTE,
          finishedAt: 6 * MINUTE,
          status: "Failed",
          outcome: "error",
        }),
        aTask({ id: "later" as never, startedAt: null }),
        aTask({
          id: "approve" as never,
          kind: "approval",
          startedAt: MINUTE,
          finishedAt: 5 * MINUTE,
          status: "Complete",
          outcome: "done",
        }),
      ],
    },
    20 * MINUTE,
  );
  expect(told).toMatchObject({ from: MINUTE, to: 9 * MINUTE });
  expect(told?.spans.map(({ id, tone, words }) => [id, tone, words])).toEqual([
    ["approve", "done", "4m, approved"],
    ["grant", "failed", "1m, failed"],
  ]);
});

test("what is still going on reaches to now, and a request of which nothing began has no picture", () => {
  const running = aTask({ startedAt: 2 * MINUTE, finishedAt: null, status: "Running" });
  const told = storySpans({ createdAt: 0, submittedAt: null, endedAt: null, tasks: [running] }, 7 * MINUTE);
  expect(told).toMatchObject({ from: 0, to: 7 * MINUTE, spans: [{ to: 7 * MINUTE, words: "5m, not over yet" }] });
  const waiting = aTask({ startedAt: null });
  expect(storySpans({ createdAt: 0, submittedAt: 0, endedAt: null, tasks: [waiting] }, 1)).toBeNull();
});
