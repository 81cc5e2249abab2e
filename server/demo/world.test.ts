/** Who comes in when a portal with a demo starts. */

import { expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "#demo/world/accounts.ts";
import type { Provisioning } from "../auth/provisioning.ts";
import type { Backend } from "../backend/port.ts";
import { fillDemoWorld } from "./world.ts";

function aStart(isCleared: boolean) {
  const done: string[] = [];
  const backend = {
    query: async () => isCleared,
    mutation: async (path: string) => {
      done.push(path);
      return { wasFilled: false, isDone: true };
    },
  } as unknown as Backend; // asked for nothing else
  const provisioning = {
    openAccount: async ({ email }: { email: string }) => {
      done.push(email);
      return true;
    },
  } as unknown as Provisioning; // nobody has an account yet
  const demoPassword = { password: "Given-2026-ok", isNew: true };
  const state = fillDemoWorld({ backend, provisioning, demoPassword, prepare: async () => void done.push("prepared") });
  return { done, state };
}

test("a start of a cleared demo opens no account of invented people and moves nothing (SD2)", async () => {
  const { done, state } = aStart(true);
  expect(await state).toBe("cleared");
  expect(done).toEqual([]);
});

test("any other start opens each demo account and wakes the world", async () => {
  const { done, state } = aStart(false);
  expect(await state).toBe("open");
  expect(done).toEqual([...DEMO_ACCOUNTS.map(({ email }) => email), "demo/seed:fill", "prepared", "demo/seed:wakeUp"]);
});
