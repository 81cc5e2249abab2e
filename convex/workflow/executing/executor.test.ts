import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../../_generated/api";
import { stepNow, submitted, taskAt } from "../../dev/requests.testing";
import { aWorld, endWorld } from "../../../e2e/support/functions-world";
import { MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import { cancelRequest } from "../model";

afterEach(endWorld);

const TIMER = { type: "verify", input: { runSeconds: 30 } };

async function aRequest(...tasks: Parameters<typeof submitted>[2]) {
  const world = await aWorld();
  const rita = await world.person("rita");
  const request = await world.run((ctx) => submitted(ctx, rita.id, tasks));
  return { world, request, task: (index: number) => world.run((ctx) => taskAt(ctx, request, index)) };
}

describe("a timer task", () => {
  test("runs for its seconds, then completes, and the next one starts", async () => {
    const { world, task } = await aRequest(TIMER, TIMER);
    await world.advance(29 * SECOND_MS);
    expect((await task(0)).status).toBe("Running");
    await world.advance(1 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Complete", outcome: "done", attempt: 1 });
    expect((await task(1)).status).toBe("Running");
  });

  test("that fails is tried again after a growing pause, under the same idempotency key (T4)", async () => {
    const { world, task } = await aRequest({ ...TIMER, input: { runSeconds: 10, failAttempts: 2 } });
    const key = (await task(0)).idempotencyKey;
    expect(key).toBe((await task(0))._id);
    await world.advance(10 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "error", waitingOn: { text: "Retrying, attempt 2 of 3" } });
    await world.advance(15 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Running", attempt: 2 });
    await world.advance(10 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", attempt: 2 });
    await world.advance(29 * SECOND_MS);
    expect((await task(0)).status).toBe("Failed");
    await world.advance(1 * SECOND_MS);
    await world.advance(10 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 3, idempotencyKey: key });
  });

  test("that fails too often blocks its request", async () => {
    const { world, request, task } = await aRequest({ ...TIMER, input: { runSeconds: 1, failAttempts: 9 } });
    for (let turn = 0; turn < 6; turn++) await world.advance(MINUTE_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", attempt: 3 });
    expect(await world.run((ctx) => ctx.db.get(request._id))).toMatchObject({ status: "Blocked" });
  });

  test("a result that comes after the request ended is kept but not applied (T3)", async () => {
    const { world, request, task } = await aRequest(TIMER);
    await world.run((ctx) => cancelRequest(stepNow(ctx), request, "Postponed"));
    await world.advance(MINUTE_MS);
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "cancelled", lateResult: { attempt: 1, status: "Complete" } });
  });
});

describe("the sweeper", () => {
  const sweep = internal.workflow.internal.sweep;
  const LOST = { type: "verify", input: { losesWorker: true } };

  test("fails a task whose lease and grace are over, and it is tried again", async () => {
    const { world, task } = await aRequest(LOST);
    await world.advance(11 * MINUTE_MS);
    await world.internal(sweep, {});
    expect((await task(0)).status).toBe("Running");
    await world.advance(1 * MINUTE_MS + SECOND_MS);
    await world.internal(sweep, {});
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "timed_out", attempt: 1 });
    await world.advance(15 * SECOND_MS);
    expect(await task(0)).toMatchObject({ status: "Running", attempt: 2 });
  });

  test("expires the request of an approval nobody decided", async () => {
    const { world, request } = await aRequest({ type: "approve_access" });
    await world.advance(5 * 24 * 60 * MINUTE_MS + 3 * MINUTE_MS);
    await world.internal(sweep, {});
    expect(await world.run((ctx) => ctx.db.get(request._id))).toMatchObject({ status: "Expired" });
  });

  test("a late result never ends the attempt that runs by then, nor one whose lease and grace are over (T3)", async () => {
    const { world, task } = await aRequest(LOST);
    const report = async (attempt: number) => world.internal(internal.workflow.internal.finishTimedTask, { taskId: (await task(0))._id, attempt });
    await world.advance(12 * MINUTE_MS + SECOND_MS);
    await report(1);
    expect(await task(0)).toMatchObject({ status: "Running", attempt: 1, lateResult: { attempt: 1 } });
    await world.internal(sweep, {});
    await world.advance(15 * SECOND_MS);
    await report(1);
    expect(await task(0)).toMatchObject({ status: "Running", attempt: 2 });
    await report(2);
    expect(await task(0)).toMatchObject({ status: "Complete", attempt: 2 });
  });

  test("a late result of the lost worker changes nothing (T3)", async () => {
    const { world, task } = await aRequest(LOST);
    await world.advance(12 * MINUTE_MS + SECOND_MS);
    await world.internal(sweep, {});
    const failed = await task(0);
    await world.internal(internal.workflow.internal.finishTimedTask, { taskId: failed._id, attempt: 1 });
    expect(await task(0)).toMatchObject({ status: "Failed", outcome: "timed_out", lateResult: { attempt: 1 } });
  });
});
