/**
 * What Home tells each person: what waits for them, how far their own requests are, what to ask for, what stands still.
 */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { aPendingStep, stepNow, submitted, taskAt, tasksNow } from "../../process/requests.testing";
import { askRequester } from "../../process/settling/requestMoves";
import { failTask } from "../../process/settling/taskMoves";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const waitingOf = (person: TestPerson) => person.query(api.home.queries.waitingOnMe, {});

async function aTeam() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  /** A request of Ada whose first task is this one. */
  const withTask = (
    task: { assigneeId?: Id<"people">; candidateIds?: Id<"people">[]; dueAt?: number },
    title = "Access to the orders",
  ) => world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check", ...task }], title));
  return { world, ada, bea, admin, withTask };
}

describe("what waits for a person", () => {
  test("is each decision, question, task of theirs and task they may take, with its page, the most urgent first", async () => {
    const { world, ada, bea, withTask } = await aTeam();
    const own = await withTask({ assigneeId: bea.id, dueAt: DAWN + HOUR_MS }, "Mine to do");
    const offered = await withTask({ candidateIds: [bea.id], dueAt: DAWN + 2 * HOUR_MS }, "Mine to take");
    const decision = await withTask({}, "Mine to decide");
    await world.run(async (ctx) => aPendingStep(ctx, await taskAt(ctx, decision, 0), [bea.id]));
    const asked = await world.run((ctx) => submitted(ctx, bea.id, [{ type: "manual_check" }], "Mine to explain"));
    await world.run((ctx) => askRequester(stepNow(ctx), asked, { question: "Which table?", askedById: ada.id }));

    const { items } = await waitingOf(bea);
    const [ownTask, offeredTask] = await world.run(async (ctx) => [
      await taskAt(ctx, own, 0),
      await taskAt(ctx, offered, 0),
    ]);
    expect(
      items.map(({ kind, title, requestTitle, to, dueAt }) => ({ kind, is: requestTitle ?? title, to, dueAt })),
    ).toEqual([
      { kind: "task", is: "Mine to do", to: `/requests/tasks/${own.key}-${ownTask!.number}`, dueAt: DAWN + HOUR_MS },
      {
        kind: "offer",
        is: "Mine to take",
        to: `/requests/tasks/${offered.key}-${offeredTask!.number}`,
        dueAt: DAWN + 2 * HOUR_MS,
      },
      { kind: "approval", is: "Mine to decide", to: `/approvals/${decision.key}-1`, dueAt: DAWN + 2 * DAY_MS },
      { kind: "answer", is: "Mine to explain", to: `/requests/${asked.key}`, dueAt: DAWN + 14 * DAY_MS },
    ]);
    expect(items.map(({ why }) => why)).toEqual([
      "Assigned to you; Ada Tester is waiting for it",
      "Nobody has it yet and you may take it; Ada Tester is waiting for it",
      "Ada Tester asks for Test",
      "Ada Tester asks: “Which table?”",
    ]);
  });

  test("says of a decision why it is asked for, for whom, and in which capacity; of nothing else", async () => {
    const { world, ada, bea, withTask } = await aTeam();
    const decision = await withTask({}, "Access to the orders");
    await world.run(async (ctx) => {
      await ctx.db.patch(decision._id, { beneficiaryId: bea.id });
      await aPendingStep(ctx, await taskAt(ctx, decision, 0), [bea.id]);
    });
    await withTask({ assigneeId: bea.id }, "Mine to do");
    const { items } = await waitingOf(bea);
    expect(items.map(({ kind, decision: facts }) => [kind, facts])).toEqual([
      [
        "approval",
        {
          reason: "Because",
          beneficiary: "Bea Tester",
          requester: "Ada Tester",
          capacity: expect.stringMatching(/^(as|for) /),
          duration: null,
          sensitivity: null,
          approved: 0,
          required: 1,
          isEscalated: false,
        },
      ],
      ["task", null],
    ]);
    expect((await waitingOf(ada)).items).toEqual([]);
  });

  test("is nobody else's, and is gone with the answer that was waited for", async () => {
    const { world, ada, bea, withTask } = await aTeam();
    const request = await withTask({ assigneeId: bea.id });
    expect((await waitingOf(ada)).items).toEqual([]);
    await world.run((ctx) => askRequester(stepNow(ctx), request, { question: "Which table?", askedById: bea.id }));
    expect((await waitingOf(bea)).items).toEqual([]);
    expect((await waitingOf(ada)).items).toMatchObject([{ kind: "answer", requestKey: request.key }]);
    await ada.mutation(api.requests.mutations.answer, { requestId: request._id, body: "The orders table" });
    expect((await waitingOf(ada)).items).toEqual([]);
    expect((await waitingOf(bea)).items).toMatchObject([{ kind: "task", requestKey: request.key }]);
  });

  test("is no longer offered to others once somebody took it", async () => {
    const { world, ada, bea, withTask } = await aTeam();
    const carl = await world.person("carl");
    const request = await withTask({ candidateIds: [bea.id, carl.id] });
    const task = await world.run((ctx) => taskAt(ctx, request, 0));
    expect((await waitingOf(carl)).items).toMatchObject([{ kind: "offer" }]);
    await bea.mutation(api.tasks.mutations.claim, { taskId: task._id });
    expect((await waitingOf(carl)).items).toEqual([]);
    expect((await waitingOf(bea)).items).toMatchObject([{ kind: "task" }]);
    expect((await waitingOf(ada)).items).toEqual([]);
  });

  test("is offered also where many older tasks of its type wait for others", async () => {
    const { world, ada, bea } = await aTeam();
    await world.run(async (ctx) => {
      for (let n = 0; n < 50; n += 1)
        await submitted(ctx, ada.id, [{ type: "manual_check", candidateIds: [ada.id] }], `Older ${n}`);
      await submitted(ctx, ada.id, [{ type: "manual_check", candidateIds: [bea.id] }], "The one Bea may take");
    });
    expect((await waitingOf(bea)).items).toMatchObject([{ kind: "offer", requestTitle: "The one Bea may take" }]);
    expect((await waitingOf(ada)).items).toHaveLength(50);
  });

  test("leaves tasks of theirs whose turn has not come for later", async () => {
    const { world, ada, bea } = await aTeam();
    const request = await world.run((ctx) =>
      submitted(ctx, ada.id, [{ type: "manual_check" }, { type: "design_review", assigneeId: bea.id }]),
    );
    expect(await waitingOf(bea)).toMatchObject({
      items: [],
      comingUp: [{ title: "Review the design", requestKey: request.key }],
    });
  });
});

test("open requests are listed for whoever made them and for whom they are, with who holds each task", async () => {
  const { world, ada, bea, withTask } = await aTeam();
  const request = await withTask({ assigneeId: bea.id });
  await world.run((ctx) => ctx.db.patch(request._id, { beneficiaryId: bea.id }));
  const step = { title: "Check manually", status: "Running", holder: "Bea Tester", isAutomatic: false, since: DAWN };
  expect(await ada.query(api.requests.queries.progressOfMine, {})).toMatchObject([
    { key: request.key, byName: null, steps: [step] },
  ]);
  expect(await bea.query(api.requests.queries.progressOfMine, {})).toMatchObject([
    { key: request.key, byName: "Ada Tester", steps: [step] },
  ]);
});

describe("the types offered to ask for", () => {
  test("are those the person, then their area, asked for; and somebody new is told apart", async () => {
    const { world, ada, bea } = await aTeam();
    await world.internal(internal.catalog.internal.install, {});
    const areaId = await world.run((ctx) =>
      ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "4711" }),
    );
    await world.run(async (ctx) => {
      for (const { id } of [ada, bea]) await ctx.db.patch(id, { businessAreaId: areaId });
      for (const [typeId, businessAreaId] of [
        ["warehouse", areaId],
        ["leaver", undefined],
      ] as const) {
        const { _id } = await submitted(ctx, ada.id, [{ type: "notify" }]);
        await ctx.db.patch(_id, { typeId, businessAreaId, status: "Completed", isOpen: false });
      }
    });
    const offeredTo = async (person: TestPerson) => {
      const { isNew, actions } = await person.query(api.home.queries.quickActions, {});
      return { isNew, actions: actions.map(({ key, reason }) => `${key} ${reason}`) };
    };
    expect(await offeredTo(ada)).toEqual({
      isNew: false,
      actions: ["warehouse own", "leaver own", "snowflake-access start", "bi-access start"],
    });
    expect(await offeredTo(bea)).toEqual({
      isNew: true,
      actions: ["warehouse area", "snowflake-access start", "bi-access start", "snowflake-user start"],
    });
    await world.run(async (ctx) =>
      ctx.db.patch((await submitted(ctx, ada.id, [{ type: "notify" }]))._id, { beneficiaryId: bea.id }),
    );
    expect(await offeredTo(bea)).toMatchObject({ isNew: false });
  });
});

describe("what stands still", () => {
  test("is counted as far as the viewer oversees it", async () => {
    const { world, bea, admin, withTask } = await aTeam();
    const fay = await world.person("fay", { roles: ["staff", "finops"] });
    const blocked = await withTask({ assigneeId: bea.id });
    await world.run(async (ctx) =>
      failTask(stepNow(ctx), await taskAt(ctx, blocked, 0), { outcome: "error", error: "Broken", isFinal: true }),
    );
    const late = await withTask({ candidateIds: [bea.id] });
    await world.run(async (ctx) => {
      await ctx.db.patch(late._id, { dueAt: DAWN + HOUR_MS, hasCost: true });
      for (const { _id } of await tasksNow(ctx, late)) await ctx.db.patch(_id, { hasCost: true });
    });
    await world.advance(2 * HOUR_MS);
    const exactly = (count: number) => ({ count, isExact: true });
    expect(await admin.query(api.home.queries.oversight, {})).toEqual({
      blocked: exactly(1),
      overdue: exactly(1),
      unclaimed: exactly(1),
    });
    expect(await fay.query(api.home.queries.oversight, {})).toEqual({
      blocked: exactly(0),
      overdue: exactly(1),
      unclaimed: exactly(1),
    });
  });

  test("is at least so much, beyond what is looked at", async () => {
    const { world, admin, withTask } = await aTeam();
    for (let n = 0; n < 50; n += 1) await withTask({});
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("requests").take(60)) await ctx.db.patch(_id, { status: "Blocked" });
    });
    expect((await admin.query(api.home.queries.oversight, {})).blocked).toEqual({ count: 50, isExact: false });
  });
});

describe("the platform", () => {
  test("is its oldest open approval, the monitor's last run and its queues", async () => {
    const { world, ada, bea, withTask } = await aTeam();
    const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
    const read = () => sue.query(api.home.queries.platform, {});
    expect(await read()).toMatchObject({ oldestApproval: null, lastRun: null });
    const [older, newer] = [await withTask({}, "Older"), await withTask({}, "Newer")];
    for (const request of [older, newer]) {
      await world.advance(HOUR_MS);
      await world.run(async (ctx) => aPendingStep(ctx, await taskAt(ctx, request, 0), [bea.id]));
    }
    await world.run(async (ctx) => {
      for (const approval of await ctx.db.query("approvals").collect())
        await ctx.db.patch(approval._id, { openedAt: approval.createdAt });
    });
    await sue.mutation(api.workflow.mutations.runTaskMonitor, {});
    const state = await read();
    expect(state).toMatchObject({
      oldestApproval: { address: `${older.key}-1`, requestKey: older.key, title: "Older", openedAt: DAWN + HOUR_MS },
      lastRun: { startTime: world.now(), error: null },
    });
    expect(state.queues.map(({ name }) => name)).toContain("Mails to send");
    const [oldest] = await world.rows("approvals");
    await world.run(async (ctx) => ctx.db.patch(oldest!._id, { state: "Approved" }));
    expect((await read()).oldestApproval).toMatchObject({ requestKey: newer.key });
    expect(await codeOf(ada.query(api.home.queries.platform, {}))).toBe("not-allowed");
  });
});

test("what is wrong with a system is told to admins, its settings to super admins, how it is to everybody", async () => {
  const { world, ada, admin } = await aTeam();
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  const found = {
    isConnected: true,
    isHealthy: false,
    problems: ["The key was refused"],
    facts: [{ subject: "Account", value: "AO-1" }],
    checkedAt: DAWN,
  };
  await world.run((ctx) => ctx.db.insert("connectorHealth", { name: "snowflake", ...found }));
  const healthFor = async (person: TestPerson) =>
    (await person.query(api.services.queries.list, {})).find(({ name }) => name === "snowflake")?.health;
  expect(await healthFor(ada)).toEqual({ ...found, problems: [], facts: [] });
  expect(await healthFor(admin)).toEqual({ ...found, facts: [] });
  expect(await healthFor(sue)).toEqual(found);
});
