/** Bulk jobs of people who may not do what they ask for, or may not any longer. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { SYSTEM } from "../../core/audit/model";
import { updatePerson } from "../../core/people/model";
import { aWorld, codeOf, endWorld } from "../../testing/world.testing";
import { stepNow, submitted, taskAt } from "../requests.testing";
import { failTask } from "../settling/taskMoves";

afterEach(endWorld);

const { preview, start } = api.bulk.mutations;

/** A request inside governance's sight and one outside of it, each with a task that failed. */
async function aBench() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  const governance = await world.person("governance", { roles: ["staff", "governance"] });
  const make = (title: string, domainKey?: string) =>
    world.run(async (ctx) => {
      const { _id } = await submitted(ctx, ada.id, [{ type: "manual_check" }], title);
      const task = await taskAt(ctx, { _id }, 0);
      await ctx.db.patch(_id, { domainKey });
      await ctx.db.patch(task._id, { domainKey });
      await failTask(stepNow(ctx), { ...task, domainKey }, { outcome: "error", error: "No", isFinal: true });
      return { requestId: _id, taskId: task._id };
    });
  const inside = await make("Orders", "orders");
  const outside = await make("Returns");
  const tried = async (
    who: typeof admin,
    selection: { requestIds: Id<"requests">[] } | { taskIds: Id<"requestTasks">[] },
    expectedCount: number,
  ) => {
    const jobId = await who.mutation(start, {
      operation: "retryFailed",
      selection,
      reason: "Repaired",
      expectedCount,
    });
    return {
      jobId,
      finish: async () => {
        for (let turn = 0; turn < 10; turn += 1) await world.advance(1);
        return (await world.rows("bulkJobs")).at(-1);
      },
    };
  };
  const attempts = async () => (await world.rows("requestTasks")).map(({ status }) => status);
  return { world, ada, admin, governance, inside, outside, tried, attempts };
}

test("ids of requests and tasks outside one's sight are as if they were not there", async () => {
  const { governance, inside, outside, tried, attempts } = await aBench();
  for (const selection of [
    { requestIds: [inside.requestId, outside.requestId] },
    { taskIds: [inside.taskId, outside.taskId] },
  ]) {
    expect(await governance.mutation(preview, { operation: "retryFailed", selection })).toMatchObject({
      total: 1,
      changes: 1,
    });
    expect(await codeOf(tried(governance, selection, 2))).toBe("changed-meanwhile");
  }
  const { finish } = await tried(governance, { taskIds: [inside.taskId, outside.taskId] }, 1);
  expect(await finish()).toMatchObject({ total: 1, done: 1 });
  expect(await attempts()).toEqual(["Running", "Failed"]);
});

test("what left somebody's sight after the start is not touched", async () => {
  const { world, governance, inside, tried, attempts } = await aBench();
  const { finish } = await tried(governance, { requestIds: [inside.requestId] }, 1);
  await world.run((ctx) => ctx.db.patch(inside.requestId, { domainKey: undefined }));
  expect(await finish()).toMatchObject({ refused: 1, done: 0 });
  expect(await attempts()).toEqual(["Failed", "Failed"]);
});

test("the job of an admin who is suspended does nothing more", async () => {
  const { world, admin, inside, outside, tried, attempts } = await aBench();
  const { finish } = await tried(admin, { requestIds: [inside.requestId, outside.requestId] }, 2);
  await world.run(async (ctx) => {
    const person = await ctx.db.get(admin.id);
    if (person)
      await updatePerson(
        ctx,
        person,
        { status: "suspended" },
        { ...SYSTEM, action: "person.suspended", at: Date.now() },
      );
  });
  expect(await finish()).toMatchObject({ refused: 2, done: 0 });
  expect(await attempts()).toEqual(["Failed", "Failed"]);
});

test("what somebody may only see they leave alone among many, too, by hand and by a filter (R10)", async () => {
  const { world, outside, tried, attempts } = await aBench();
  const both = await world.person("both", { roles: ["staff", "governance", "finops"] });
  await world.run(async (ctx) => {
    await ctx.db.patch(outside.requestId, { hasCost: true, costEstimate: { amountMinor: 100, currency: "USD" } });
    await ctx.db.patch(outside.taskId, { hasCost: true });
  });
  const alone = both.mutation(api.requests.mutations.cancel, { requestId: outside.requestId, reason: "No" });
  expect(await codeOf(alone)).toBe("not-eligible");
  const left = [{ refusal: { code: "not-eligible", message: "An admin can do this." }, count: 1 }];
  for (const wish of [
    { operation: "cancel" as const, selection: { requestIds: [outside.requestId] } },
    { operation: "retryFailed" as const, selection: { taskIds: [outside.taskId] } },
    { operation: "markFailed" as const, selection: { taskIds: [outside.taskId] } },
  ])
    expect(await both.mutation(preview, wish)).toEqual({ total: 1, changes: 0, left });
  const filtered = { operation: "cancel" as const, selection: { requestFilter: { text: "Returns" } } };
  expect(await both.mutation(preview, filtered)).toEqual({ total: 1, changes: 0, left });
  const { finish } = await tried(both, { requestIds: [outside.requestId] }, 1);
  expect(await finish()).toMatchObject({ refused: 1, done: 0 });
  expect(await attempts()).toEqual(["Failed", "Failed"]);
});

test("a role that ended by the clock carries out nothing more of a job (R10, U7)", async () => {
  const { world, inside, tried, attempts } = await aBench();
  const admin = await world.person("ending", { roles: ["staff", "admin"] });
  const { finish } = await tried(admin, { requestIds: [inside.requestId] }, 1);
  await world.run((ctx) => ctx.db.patch(admin.id, { roleEnds: [{ role: "admin", since: 0, endsAt: world.now() }] }));
  expect(await finish()).toMatchObject({ refused: 1, done: 0 });
  expect(await attempts()).toEqual(["Failed", "Failed"]);
});
