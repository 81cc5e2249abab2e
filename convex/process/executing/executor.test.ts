/**
 * Attempts by the clock: backoff, lost workers and late results, with a system that is busy, slow or loses who worked
 * on it.
 */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../../_generated/api";
import { MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";
import { cancelRequest } from "../settling/requestMoves";
import { APPROVAL, aRequest, GRANT, GRANT_STATEMENT, REVOKE_STATEMENT, VERIFY } from "./execution.testing";

afterEach(endWorld);

type Scene = Awaited<ReturnType<typeof aRequest>>;

/** Too long for the connector to wait by itself: the attempt fails, and the executor comes back. */
const BUSY = { kind: "status", status: 429, retryAfter: "31", statement: /GRANT ROLE/ } as const;

/** The process dies before the worker it had just started says anything. */
async function loseWorker({ world }: Scene): Promise<void> {
  await world.run(async (ctx) => {
    for (const job of await ctx.db.system.query("_scheduled_functions").collect())
      if (job.state.kind === "pending") await ctx.scheduler.cancel(job._id);
  });
}

/** The system takes the change, and its answer is held back until the test lets it go. */
function slowAnswer({ sandbox }: Scene): () => void {
  let isFree = false;
  sandbox.fail({ kind: "wait", until: () => isFree, statement: /GRANT ROLE/ });
  return () => void (isFree = true);
}

describe("a connector task", () => {
  test("that fails is tried again after a growing pause, under the same idempotency key (T4)", async () => {
    const { world, task, settle, sandbox } = await aRequest(GRANT);
    sandbox.fail({ ...BUSY, times: 3 });
    const key = (await task(0)).idempotencyKey;
    expect(key).toBe((await task(0))._id);
    await settle();
    expect(await task(0)).toMatchObject({
      status: "Failed",
      outcome: "error",
      attempt: 1,
      waitingOn: { text: "Retrying, attempt 2 of 5" },
    });
    await world.advance(31 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", attempt: 2 });
    await world.advance(31 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", attempt: 3 });
    await world.advance(59 * SECOND_MS);
    expect((await task(0)).status).toBe("Failed");
    await world.advance(1 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 4, idempotencyKey: key });
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
  });

  test("that fails too often blocks its request", async () => {
    const { world, task, status, sandbox } = await aRequest(GRANT);
    sandbox.fail({ ...BUSY, times: 9 });
    for (let turn = 0; turn < 6; turn++) await world.advance(2 * MINUTE_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", attempt: 5 });
    expect(await status()).toBe("Blocked");
    expect(sandbox.changes()).toEqual([]);
  });

  test("whose system answers after the request ended: the result is kept, not applied, and taken back (T3)", async () => {
    const scene = await aRequest(GRANT);
    const { world, task, move, sandbox } = scene;
    const release = slowAnswer(scene);
    const working = world.advance(0);
    await waitFor(() => sandbox.waitingFailures() === 0);
    await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    release();
    await working;
    await world.advance(0);
    expect(await task(0)).toMatchObject({
      status: "Failed",
      outcome: "cancelled",
      lateResult: { attempt: 1, status: "Complete" },
    });
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT, REVOKE_STATEMENT]);
  });
});

describe("the sweeper", () => {
  test("fails a task whose lease and grace are over, and it is tried again", async () => {
    const scene = await aRequest(GRANT, VERIFY);
    const { world, task, sweep, status, sandbox } = scene;
    await loseWorker(scene);
    await world.advance(4 * MINUTE_MS);
    await sweep();
    expect((await task(0)).status).toBe("Running");
    await world.advance(SECOND_MS);
    await sweep();
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "timed_out", attempt: 1 });
    await world.advance(15 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 2 });
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
    expect(await status()).toBe("Completed");
  });

  test("fails a task of the portal's own that gives no result, too", async () => {
    const scene = await aRequest(VERIFY);
    const { world, task, sweep } = scene;
    await loseWorker(scene);
    await world.advance(12 * MINUTE_MS + SECOND_MS);
    await sweep();
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "timed_out", attempt: 1 });
    await world.advance(15 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 2 });
  });

  test("expires the request of an approval nobody decided", async () => {
    const { world, sweep, status } = await aRequest(APPROVAL);
    await world.advance(5 * 24 * 60 * MINUTE_MS + 3 * MINUTE_MS);
    await sweep();
    expect(await status()).toBe("Expired");
  });

  test("a late report never ends the attempt that runs by then, nor one whose lease and grace are over (T3)", async () => {
    const scene = await aRequest(GRANT);
    const { world, task, sweep, sandbox } = scene;
    const failure = { kind: "transient" as const, code: "late", message: "Too late", vendor: null, retryAfterMs: null };
    const report = async (attempt: number) =>
      world.internal(internal.workflow.internal.failAttempt, { taskId: (await task(0))._id, attempt, failure });
    await loseWorker(scene);
    await world.advance(4 * MINUTE_MS + SECOND_MS);
    await report(1);
    expect(await task(0)).toMatchObject({ status: "Running", attempt: 1, lateResult: { attempt: 1 } });
    await sweep();
    const swept = await task(0);
    await report(1);
    expect(await task(0)).toMatchObject({
      status: "Failed",
      outcome: "timed_out",
      error: swept.error,
      retryAt: swept.retryAt,
    });
    const release = slowAnswer(scene);
    const working = world.advance(15 * SECOND_MS);
    await waitFor(() => sandbox.waitingFailures() === 0);
    await report(1);
    expect(await task(0)).toMatchObject({ status: "Running", attempt: 2 });
    release();
    await working;
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 2 });
  });
});

/** Turns of the event loop, until something is so. */
async function waitFor(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => void setImmediate(resolve));
}
