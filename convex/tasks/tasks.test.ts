import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { DAY_MS } from "../lib/pure/time";
import { APPROVAL, aRequest, MANUAL } from "../process/executing/execution.testing";
import { stepNow, submitted, taskAt, tasksNow } from "../process/requests.testing";
import { archiveRequest, cancelRequest } from "../process/settling/requestMoves";
import { failTask, retryTask } from "../process/settling/taskMoves";
import type { Step } from "../process/steps/step";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

test("one sees the tasks one holds: running, then to come, with their request and whom they wait for", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  await world.run((ctx) =>
    submitted(
      ctx,
      bea.id,
      [
        { type: "approve_access", assigneeId: ada.id },
        { type: "manual_check", assigneeId: ada.id },
        { type: "manual_check", assigneeId: bea.id },
      ],
      "Orders",
    ),
  );
  const mine = await ada.query(api.tasks.queries.mine, {});
  expect(
    mine.map(({ title, status, requestTitle, waitingOn }) => [title, status, requestTitle, waitingOn?.text ?? null]),
  ).toEqual([
    ["Approve access", "Running", "Orders", "Ada Tester"],
    ["Check manually", "Not Started", "Orders", null],
  ]);
  expect(mine.map(({ dueAt }) => dueAt)).toEqual([DAWN + 5 * DAY_MS, null]);
});

test("tasks of a request that was put away are not listed", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  await world.run(async (ctx) => {
    const request = await submitted(ctx, ada.id, [{ type: "manual_check", assigneeId: ada.id }]);
    await archiveRequest(stepNow(ctx), await cancelRequest(stepNow(ctx), request, "Postponed"));
  });
  expect(await ada.query(api.tasks.queries.mine, {})).toEqual([]);
});

test("the page of a task says whose it is, which of its neighbours were skipped, and keeps secrets out of a failure's words, which are gone with the next attempt", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const taskId = await world.run(async (ctx) => {
    const request = await submitted(ctx, bea.id, [
      { type: "manual_check", assigneeId: ada.id },
      { type: "manual_check", order: 2, skippedBecause: "Not needed" },
    ]);
    const task = await taskAt(ctx, request, 0);
    await failTask(stepNow(ctx), task, { outcome: "error", error: "Refused with token=abc123secret", isFinal: true });
    return task._id;
  });
  const page = await ada.query(api.tasks.queries.get, { taskId });
  expect(page).toMatchObject({ isMine: true, status: "Failed", others: [{ isSkipped: false }, { isSkipped: true }] });
  expect(page.error).toMatch(/^Refused with token=(?!abc123secret)/);
  expect(await bea.query(api.tasks.queries.get, { taskId })).toMatchObject({ isMine: false });
  await world.run(async (ctx) => void (await retryTask(stepNow(ctx), (await ctx.db.get(taskId))!, "person", "Again")));
  expect(await ada.query(api.tasks.queries.get, { taskId })).toMatchObject({ status: "Running", error: null });
});

test("nothing can be done with the tasks of a request that has ended, and their pages offer nothing", async () => {
  const { rita, admin, move, task } = await aRequest(
    { ...MANUAL, order: 1 },
    { ...MANUAL, order: 1 },
    { ...MANUAL, order: 2 },
  );
  await move(1, (step, broken) => failTask(step, broken, { outcome: "error", error: "No key", isFinal: true }));
  await move(0, (step, _task, asked) => cancelRequest(step, asked, "Postponed"));
  for (const index of [0, 1, 2]) {
    const before = await task(index);
    const taskId = before._id;
    const { retry, resolve, claim, assign, completeManual, failManual } = api.tasks.mutations;
    const calls = [
      admin.mutation(retry, { taskId, reason: "Again" }),
      admin.mutation(resolve, { taskId, reason: "Done after all", evidence: "Seen manually" }),
      admin.mutation(claim, { taskId }),
      admin.mutation(assign, { taskId, personId: rita.id, reason: "She knows" }),
      admin.mutation(completeManual, { taskId, evidence: "Seen manually" }),
      admin.mutation(failManual, { taskId, reason: "Not possible" }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "too-late"));
    expect(await task(index)).toEqual(before);
    const { whyNot } = await admin.query(api.tasks.queries.get, { taskId });
    expect(Object.values(whyNot).map((no) => no?.["message"] as string)).toEqual(
      Array(5).fill("The request is cancelled."),
    );
  }
});

describe("work manually", () => {
  test("of somebody who left is nobody's any more, and told to those who may take it", async () => {
    const { world, rita, admin } = await aRequest(MANUAL);
    const olga = await world.person("olga");
    const cem = await world.person("cem");
    const asked = await world.run((ctx) =>
      submitted(ctx, rita.id, [
        { ...MANUAL, assigneeId: olga.id, candidateIds: [olga.id, cem.id] },
        { ...MANUAL, assigneeId: olga.id },
      ]),
    );
    await world.run(async (ctx) =>
      updatePerson(
        ctx,
        (await ctx.db.get(olga.id))!,
        { status: "suspended" },
        { ...SYSTEM, action: "person.suspended", at: Date.now() },
      ),
    );
    await world.internal(internal.approvals.internal.runTimers, {});
    const [first, second] = await world.run((ctx) => tasksNow(ctx, asked));
    expect(first).toMatchObject({ status: "Running", waitingOn: { text: "somebody to take it" } });
    expect([first?.assigneeId, second?.assigneeId]).toEqual([undefined, undefined]);
    const told = async (task: typeof first) =>
      (await world.rows("notifications"))
        .filter(({ subject, closedAt }) => subject.id === task?._id && closedAt === undefined)
        .map(({ recipientId, kind }) => [recipientId, kind]);
    expect(await told(first)).toEqual([[cem.id, "task.offered"]]);
    await cem.mutation(api.tasks.mutations.claim, { taskId: first!._id });
    await cem.mutation(api.tasks.mutations.completeManual, { taskId: first!._id, evidence: "Seen" });
    expect(await told(second)).toEqual([[admin.id, "task.unheld"]]);
  });

  test("is not given to whoever has it, nor to somebody who is not there", async () => {
    const { world, rita, admin, task } = await aRequest(MANUAL);
    const olga = await world.person("olga", { status: "suspended" });
    const { _id: taskId } = await task(0);
    const give = (personId: typeof rita.id) =>
      admin.mutation(api.tasks.mutations.assign, { taskId, personId, reason: "She knows" });
    await give(rita.id);
    const given = await task(0);
    await expect(give(rita.id)).rejects.toMatchObject({
      data: { code: "duplicate", message: "Rita Tester already holds the task." },
    });
    expect(await codeOf(give(olga.id))).toBe("not-eligible");
    expect(await task(0)).toEqual(given);
  });

  test("that nobody may take is told to the admins, until somebody has it", async () => {
    const { world, admin, task } = await aRequest(MANUAL);
    const { _id: taskId } = await task(0);
    const told = async () => (await world.rows("notifications")).filter(({ subject }) => subject.id === taskId);
    expect(await told()).toMatchObject([
      { recipientId: admin.id, kind: "task.unheld", to: "/admin/requests/tasks/REQ-101-1" },
    ]);
    await admin.mutation(api.tasks.mutations.claim, { taskId });
    expect(await told()).toMatchObject([{ closedReason: "Aisha Tester has the task" }]);
  });

  test.each([
    [
      "cancelled",
      async (step: Step, request: Doc<"requests">) => void (await cancelRequest(step, request, "Postponed")),
    ],
    [
      "rejected",
      async (step: Step, _request: Doc<"requests">, approval: Doc<"requestTasks">) =>
        void (await failTask(step, approval, { outcome: "rejected", error: "No" })),
    ],
  ])("is over with its request, and whoever is at it is told that it is %s", async (word, end) => {
    const { world, admin, request, task } = await aRequest(
      { ...APPROVAL, order: 1 },
      { ...MANUAL, order: 1 },
      { ...MANUAL, order: 2 },
    );
    await admin.mutation(api.tasks.mutations.claim, { taskId: (await task(1))._id });
    await admin.mutation(api.tasks.mutations.claim, { taskId: (await task(2))._id });
    await world.run(
      async (ctx) => await end(stepNow(ctx), (await ctx.db.get(request._id))!, await taskAt(ctx, request, 0)),
    );
    const told = (await world.rows("notifications")).filter(
      ({ recipientId, kind }) => recipientId === admin.id && kind === "request.cancelled",
    );
    expect(told).toMatchObject([
      { title: `Stop working on “Check manually”: ${request.key} is ${word}`, subject: { id: (await task(1))._id } },
    ]);
  });

  test("that somebody stopped themselves is not told to them", async () => {
    const { world, admin, request, task } = await aRequest(MANUAL);
    await admin.mutation(api.tasks.mutations.claim, { taskId: (await task(0))._id });
    await admin.mutation(api.requests.mutations.cancel, { requestId: request._id, reason: "Postponed" });
    expect(
      (await world.rows("notifications")).filter(
        ({ recipientId, kind }) => recipientId === admin.id && kind === "request.cancelled",
      ),
    ).toEqual([]);
  });

  test("that begins for somebody who is not there is told to the admins instead", async () => {
    const { world, rita, admin } = await aRequest(MANUAL);
    const olga = await world.person("olga", { status: "suspended" });
    const asked = await world.run((ctx) => submitted(ctx, rita.id, [{ ...MANUAL, assigneeId: olga.id }]));
    const [task] = await world.run((ctx) => tasksNow(ctx, asked));
    expect(
      (await world.rows("notifications"))
        .filter(({ subject }) => subject.id === task?._id)
        .map(({ recipientId }) => recipientId),
    ).toEqual([admin.id]);
  });
});
