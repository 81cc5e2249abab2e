/** What is due by the clock is done for each by itself: one row that cannot be done holds up no other. */

import { afterEach, expect, test } from "vitest";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { anAccess } from "../grants/access.testing";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { giveAccess } from "../process/ending/granting";
import { aRequest, GRANT, MANUAL } from "../process/executing/execution.testing";
import { aPendingStep, stepNow, submitted, taskAt, tasksNow } from "../process/requests.testing";
import { endWorld } from "../testing/world.testing";

afterEach(endWorld);

const failures = (rows: readonly { readonly action: string; readonly context: Record<string, unknown> }[]) =>
  rows.filter(({ action }) => action === "portal.clockFailed").map(({ context }) => context["work"]);

test("an access that cannot be looked at is left alone for a while, and the others end in time", async () => {
  const { world, sandbox, rita, pass, check, grants } = await anAccess(10);
  const broken = (await grants())[0]!;
  const request = await world.run((ctx) =>
    submitted(ctx, rita.id, [{ ...GRANT, input: { user: "ADA", role: "ANALYST" } }]),
  );
  await world.advance(0);
  await world.run(async (ctx) => {
    const tasks = await tasksNow(ctx, request);
    await ctx.db.patch(tasks[0]!._id, { plan: { steps: [1] } });
    await giveAccess(stepNow(ctx), request, await tasksNow(ctx, request), {
      system: "other",
      description: "ANALYST elsewhere",
      taskId: tasks[0]!._id,
      durationDays: 10,
      serviceUser: null,
    });
  });
  // A week before the end its holder is told, and the task behind the first is gone.
  await world.run((ctx) => ctx.db.delete(broken.taskId));
  await pass(3 * DAY_MS);
  const [first, second] = await grants();
  expect(second).toMatchObject({ state: "Expiring", noticesGiven: ["7 days"] });
  expect(first).toMatchObject({ state: "Active", nextCheckAt: world.now() + 5 * MINUTE_MS });
  expect(failures(await world.rows("auditEvents"))).toEqual(["end of access"]);
  await check();
  expect(failures(await world.rows("auditEvents"))).toHaveLength(1);
  expect(sandbox.changes()).toHaveLength(1);
});

test("a task that cannot be failed stays for later, and the others whose worker is lost are failed", async () => {
  const { world, request, task, sweep, rita } = await aRequest(MANUAL);
  const other = await world.run((ctx) => submitted(ctx, rita.id, [MANUAL]));
  const { _id: brokenId } = await task(0);
  await world.run(async (ctx) => {
    for (const id of [brokenId, (await taskAt(ctx, other, 0))._id])
      await ctx.db.patch(id, { leaseUntil: world.now() - 60 * MINUTE_MS });
    await ctx.db.delete(request._id);
  });
  await sweep();
  expect((await world.run((ctx) => taskAt(ctx, other, 0))).status).toBe("Failed");
  expect(await world.run((ctx) => ctx.db.get(brokenId))).toMatchObject({ status: "Running" });
  expect(failures(await world.rows("auditEvents"))).toEqual(["overdue tasks"]);
  await sweep();
  expect(failures(await world.rows("auditEvents"))).toHaveLength(1);
});

test("a hold that cannot be ended keeps none of the others", async () => {
  const { world, request, task, sweep, rita } = await aRequest(MANUAL);
  const other = await world.run((ctx) => submitted(ctx, rita.id, [MANUAL]));
  const { _id: brokenId } = await task(0);
  await world.run(async (ctx) => {
    for (const id of [brokenId, (await taskAt(ctx, other, 0))._id])
      await ctx.db.patch(id, { holdUntil: world.now() - 1 });
    await ctx.db.delete(request._id);
  });
  await sweep();
  expect((await world.run((ctx) => taskAt(ctx, other, 0))).holdUntil).toBeUndefined();
  expect(failures(await world.rows("auditEvents"))).toEqual(["ended holds"]);
});

test("whoever left and cannot be relieved keeps nobody else's seats, and no timer of an approval, waiting", async () => {
  const { world, rita, admin } = await aRequest(MANUAL);
  const [bea, cleo] = [await world.person("bea"), await world.person("cleo")];
  const { runTimers } = internal.approvals.internal;
  const leave = async (personId: Id<"people">) =>
    await world.run(async (ctx) => {
      await ctx.db.patch(personId, { status: "suspended" });
      await ctx.db.insert("departures", { personId, at: world.now() });
    });
  const aSeat = async (personId: Id<"people">) => {
    const request = await world.run((ctx) => submitted(ctx, rita.id, [{ type: "approve_access" }]));
    return await world.run(async (ctx) => {
      const stepId = await aPendingStep(ctx, await taskAt(ctx, request, 0), [personId, admin.id]);
      return (await ctx.db.get(stepId))!;
    });
  };
  const broken = await aSeat(bea.id);
  await aSeat(cleo.id);
  await world.run((ctx) => ctx.db.delete(broken.approvalId));
  await leave(bea.id);
  await leave(cleo.id);
  await world.internal(runTimers, {});
  const seats = (await world.rows("approvalSeats")).filter(({ isPending }) => isPending);
  expect(seats.some(({ personId }) => personId === cleo.id)).toBe(false);
  expect(failures(await world.rows("auditEvents"))).toEqual(["departures"]);
  expect(await world.rows("departures")).toMatchObject([{ personId: bea.id, at: world.now() + 5 * MINUTE_MS }]);
});

test("a delegation that cannot begin keeps the next one, and the timers, no longer", async () => {
  const { world, rita, admin } = await aRequest(MANUAL);
  const [bea, cleo, dan] = [await world.person("bea"), await world.person("cleo"), await world.person("dan")];
  const request = await world.run((ctx) => submitted(ctx, rita.id, [{ type: "approve_access" }]));
  const step = await world.run(async (ctx) => {
    const stepId = await aPendingStep(ctx, await taskAt(ctx, request, 0), [bea.id, admin.id], {
      activatedAt: world.now() - 7 * DAY_MS,
    });
    return (await ctx.db.get(stepId))!;
  });
  await world.run(async (ctx) => {
    const window = {
      startsAt: world.now() - 1,
      endsAt: world.now() + DAY_MS,
      reason: "Away",
      phase: "planned",
    } as const;
    for (const fromId of [bea.id, cleo.id])
      await ctx.db.insert("delegations", { ...window, fromId, toId: dan.id, createdById: fromId });
    await ctx.db.delete(step.approvalId);
    await ctx.db.patch(step._id, { nextTimerAt: world.now() - 1 });
  });
  await world.internal(internal.approvals.internal.runTimers, {});
  expect((await world.rows("delegations")).map(({ phase }) => phase)).toEqual(["planned", "inEffect"]);
  expect(failures(await world.rows("auditEvents"))).toEqual(["delegations"]);
  const timers = (await world.rows("auditEvents")).filter(({ action }) => action === "approval.timerFailed");
  expect(timers).toHaveLength(1);
  expect((await world.rows("approvalSteps"))[0]).toMatchObject({ nextTimerAt: world.now() + 5 * MINUTE_MS });
});
