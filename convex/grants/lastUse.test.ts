/** When access was last used, read from the record of a real HTTP server that speaks Snowflake's API. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { anAccess } from "./access.testing";

afterEach(endWorld);

const LATE_MS = 45 * MINUTE_MS;

/** An access whose use is read when the test says so. */
async function aReadAccess(days: number | null = 90) {
  const access = await anAccess(days);
  const { world, sandbox, rita } = access;
  const questions = () => sandbox.account.journal.filter(({ statement }) => /MAX\(START_TIME\)/.test(statement)).length;
  const read = async () => {
    await world.run((ctx) => ctx.scheduler.runAfter(0, internal.grants.actions.readUse, {}));
    await world.advance(0);
  };
  const shown = async () => (await rita.query(api.grants.queries.mine, {}))[0]?.use;
  const told = async () => (await world.rows("auditEvents")).filter(({ action }) => action === "grant.useNotRead");
  return { ...access, questions, read, shown, told };
}

test("the last time its role ran something is shown to its holder, with the time until which that is known", async () => {
  const { world, runs, read, shown } = await aReadAccess();
  expect(await shown()).toBeNull();
  await world.advance(DAY_MS);
  await runs();
  const usedAt = world.now();
  await world.advance(DAY_MS);
  await runs("PUBLIC");
  await world.advance(DAY_MS);
  await read();
  expect(await shown()).toEqual({ lastUsedAt: usedAt, asOf: world.now() - LATE_MS });
});

test("an access nobody used says so only for as far as the record goes, and not before it was given", async () => {
  const { world, read, shown } = await aReadAccess();
  await world.advance(LATE_MS - 1);
  await read();
  expect(await shown()).toBeNull();
  await world.advance(6 * HOUR_MS);
  await read();
  expect(await shown()).toEqual({ lastUsedAt: null, asOf: world.now() - LATE_MS });
});

test("a later reading that finds nothing new keeps the last use, and an extension takes it over", async () => {
  const { world, runs, read, shown, ask } = await aReadAccess();
  await runs();
  const usedAt = world.now();
  await world.advance(DAY_MS);
  await read();
  await world.advance(DAY_MS);
  await read();
  const known = { lastUsedAt: usedAt, asOf: world.now() - LATE_MS };
  expect(await shown()).toEqual(known);
  await ask(90);
  expect(await shown()).toEqual(known);
});

test("a reading asks the system once in six hours, never while it is switched off, and never about ended access", async () => {
  const { world, read, questions, snowflake, pass } = await aReadAccess(1);
  await read();
  await read();
  expect(questions()).toBe(1);
  await world.advance(7 * HOUR_MS);
  await snowflake("stopped");
  await read();
  expect(questions()).toBe(1);
  await snowflake("on");
  await read();
  expect(questions()).toBe(2);
  await pass(DAY_MS);
  await read();
  expect(questions()).toBe(2);
});

test("a system that does not answer is asked three times, then left until the next turn of the clock, and the audit trail says why", async () => {
  const { world, sandbox, read, shown, told } = await aReadAccess();
  const isRefused = { kind: "status", status: 429, retryAfter: "600", statement: /MAX/ } as const;
  await world.advance(DAY_MS);
  for (let time = 0; time < 3; time += 1) sandbox.fail(isRefused);
  await read();
  expect([await shown(), await told()]).toEqual([null, []]);
  await world.advance(10 * MINUTE_MS);
  await world.advance(10 * MINUTE_MS);
  expect(sandbox.waitingFailures()).toBe(0);
  expect(await told()).toMatchObject([
    { outcome: "failure", context: { reason: expect.stringContaining("busy") as string } },
  ]);
  await world.advance(HOUR_MS);
  expect(await shown()).toBeNull();
  await read();
  expect(await shown()).toMatchObject({ lastUsedAt: null });
});
