import { expect, test, vi } from "vitest";
import { startDemoHeartbeat } from "./heartbeat.ts";

test("the demo world takes a turn every twenty seconds, one at a time, and a missed one is only a warning", async () => {
  vi.useFakeTimers();
  const warnings: string[] = [];
  const calls: string[] = [];
  const turns = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const heart = startDemoHeartbeat({
    backend: {
      mutation: async (path) => {
        calls.push(path);
        return await turns[calls.length - 1]?.promise;
      },
    },
    log: { warn: (message) => void warnings.push(message) },
  });
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["demo/heartbeat:beat"]);
  turns[0]?.reject(new Error("busy"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(warnings).toEqual(["the demo world missed a turn: busy"]);
  expect(calls).toHaveLength(2);
  turns[1]?.resolve(null);
  await heart.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(2);
  vi.useRealTimers();
});
