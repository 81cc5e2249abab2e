import { expect, onTestFinished, test, vi } from "vitest";
import { watchLoading } from "./loading.ts";

test("an order is found within a second and carried out once at a time; one that failed is tried again later (SD5)", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isOrdered = false;
  const loads: PromiseWithResolvers<void>[] = [];
  const warnings: string[] = [];
  const watch = watchLoading({
    backend: { query: async () => isOrdered },
    load: () => {
      loads.push(Promise.withResolvers<void>());
      return loads.at(-1)!.promise;
    },
    log: { warn: (message) => void warnings.push(message) },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(loads).toHaveLength(0);
  isOrdered = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(loads).toHaveLength(1);
  loads[0]?.reject(new Error("busy"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(warnings).toEqual(["the demo data was not loaded: busy"]);
  expect(loads).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(loads).toHaveLength(2);
  isOrdered = false;
  loads[1]?.resolve();
  await watch.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads).toHaveLength(2);
});
