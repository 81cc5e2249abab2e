/** Who comes in when a portal with a demo starts. */

import { expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "../../demo/world/accounts.ts";
import type { Provisioning } from "../auth/provisioning.ts";
import type { Backend } from "../backend/port.ts";
import { fillDemoWorld } from "./world.ts";

function aStart(answers: { readonly isCleared: readonly boolean[]; readonly isOrdered?: boolean }) {
  const done: string[] = [];
  const cleared = [...answers.isCleared];
  const backend = {
    query: async (path: string) => (path === "demo/seed:isCleared" ? cleared.shift() : answers.isOrdered === true),
    mutation: async (path: string) => {
      done.push(path);
      return { wasFilled: false, isDone: true };
    },
  } as unknown as Backend; // asked for nothing else
  const provisioning = {
    stateOf: async () => "own-password" as const,
    enable: async (email: string) => void done.push(`enable ${email}`),
    renewPassword: async ({ email }: { email: string }) => void done.push(`renew ${email}`),
    openAccount: async ({ email }: { email: string }) => {
      done.push(email);
      return false;
    },
  } as unknown as Provisioning; // everybody has an account of theirs
  const demoPassword = { password: "Given-2026-ok", isNew: false };
  const state = fillDemoWorld({ backend, provisioning, demoPassword, prepare: async () => void done.push("prepared") });
  return { done, state };
}

test("a start of a cleared demo opens no account of invented people and moves nothing (SD2)", async () => {
  const { done, state } = aStart({ isCleared: [true] });
  expect(await state).toBe("cleared");
  expect(done).toEqual([]);
});

test("any other start opens each demo account and wakes the world", async () => {
  const { done, state } = aStart({ isCleared: [false, false] });
  expect(await state).toBe("open");
  expect(done).toEqual(["demo/seed:fill", ...DEMO_ACCOUNTS.map(({ email }) => email), "prepared", "demo/seed:wakeUp"]);
});

test("loaded once more, accounts are let in again with the password of the demo (SD5)", async () => {
  const { done, state } = aStart({ isCleared: [false, false], isOrdered: true });
  expect(await state).toBe("open");
  const accounts = DEMO_ACCOUNTS.flatMap(({ email }) => [`enable ${email}`, email, `renew ${email}`]);
  expect(done).toEqual(["demo/seed:fill", ...accounts, "prepared", "demo/seed:wakeUp"]);
});

test("an order that is refused opens no account (SD5)", async () => {
  const { done, state } = aStart({ isCleared: [false, true], isOrdered: true });
  expect(await state).toBe("cleared");
  expect(done).toEqual(["demo/seed:fill"]);
});
