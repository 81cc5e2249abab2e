import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { completeApproved, stepNow, submitted, taskAt, tasksNow } from "../process/requests.testing";
import { completeTask } from "../process/settling/model";
import {
  archiveRequest,
  askRequester,
  cancelRequest,
  holdRequest,
  submitDraft,
} from "../process/settling/requestMoves";
import { failTask, resolveTask, retryTask, revokeApproval } from "../process/settling/taskMoves";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const APPROVAL = { type: "approve_access" };
const MANUAL = { type: "manual_check" };

/** A world with one requester and one submitted request, and short ways to look at it and move it. */
async function aRequest(...tasks: Parameters<typeof submitted>[2]) {
  const world = await aWorld();
  const rita = await world.person("rita");
  const { _id } = await world.run((ctx) => submitted(ctx, rita.id, tasks));
  const look = () =>
    world.run(async (ctx) => {
      const request = (await ctx.db.get(_id)) as Doc<"requests">;
      return {
        request,
        status: request.status,
        tasks: (await tasksNow(ctx, request)).map(({ status, outcome }) => (outcome ? `${status}/${outcome}` : status)),
      };
    });
  type Move = (
    step: ReturnType<typeof stepNow>,
    task: Doc<"requestTasks">,
    request: Doc<"requests">,
  ) => Promise<unknown>;
  const move = (index: number, step: Move) =>
    world.run(async (ctx) => {
      await step(stepNow(ctx), await taskAt(ctx, { _id }, index), (await ctx.db.get(_id)) as Doc<"requests">);
    });
  return { world, rita, look, move };
}

const complete = completeApproved;

describe("a request on its way", () => {
  test.each([
    ["manual_check", "somebody to take it"],
    ["grant_role", "Snowflake"],
  ])("waits in a task %s that nobody holds for %s", async (type, text) => {
    const { world } = await aRequest({ type });
    expect(await world.rows("requestTasks")).toMatchObject([{ status: "Running", waitingOn: { text } }]);
  });

  test("starts its first task on submit and the next one on every completion, without a monitor run (T7)", async () => {
    const { world, look, move } = await aRequest(APPROVAL, MANUAL);
    expect(await look()).toMatchObject({ status: "Pending approval", tasks: ["Running", "Not Started"] });
    await move(0, complete);
    expect(await look()).toMatchObject({ status: "In progress", tasks: ["Complete/done", "Running"] });
    await move(1, complete);
    expect(await look()).toMatchObject({
      status: "Completed",
      tasks: ["Complete/done", "Complete/done"],
      request: { isOpen: false },
    });
    expect(await world.rows("taskMonitorLogs")).toEqual([]);
  });

  test("runs equal orders side by side and waits for both (R1)", async () => {
    const { look, move } = await aRequest({ ...MANUAL, order: 1 }, { ...MANUAL, order: 1 }, { ...MANUAL, order: 2 });
    await move(0, complete);
    expect((await look()).tasks).toEqual(["Complete/done", "Running", "Not Started"]);
    await move(1, complete);
    expect((await look()).tasks).toEqual(["Complete/done", "Complete/done", "Running"]);
  });

  test("keeps the condition with a task it skips", async () => {
    const { look } = await aRequest({ ...MANUAL, skippedBecause: "Not restricted" }, MANUAL);
    expect((await look()).tasks).toEqual(["Complete/skipped", "Running"]);
  });

  test("numbers requests one after the other", async () => {
    const { world, rita } = await aRequest(MANUAL);
    await world.run((ctx) => submitted(ctx, rita.id, [MANUAL]));
    expect((await world.rows("requests")).map(({ key }) => key)).toEqual(["REQ-101", "REQ-102"]);
  });

  test("writes an audit event for each move, in one gap-free sequence", async () => {
    const { world, move } = await aRequest(APPROVAL, MANUAL);
    await move(0, complete);
    const events = await world.rows("auditEvents");
    expect(events.map(({ action }) => action)).toEqual([
      "request.drafted",
      "request.submitted",
      "request.moved",
      "task.started",
      "task.completed",
      "request.moved",
      "task.started",
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(events[4]?.changes).toContainEqual({ field: "status", before: "Running", after: "Complete" });
  });

  test("cannot be submitted twice", async () => {
    const { move } = await aRequest(MANUAL);
    expect(await codeOf(move(0, (step, _task, request) => submitDraft(step, request, [{ ...MANUAL, order: 1 }])))).toBe(
      "wrong-state",
    );
  });
});

describe("the ends of a request", () => {
  test("a rejected approval ends it, and the remaining tasks never start", async () => {
    const { look, move } = await aRequest(APPROVAL, MANUAL);
    await move(0, (step, task) => failTask(step, task, { outcome: "rejected", error: "No" }));
    expect(await look()).toMatchObject({ status: "Rejected", tasks: ["Failed/rejected", "Not Started/cancelled"] });
  });

  test("an approval that runs out of time never counts as approval", async () => {
    const { look, move } = await aRequest(APPROVAL, MANUAL);
    await move(0, (step, task) => failTask(step, task, { outcome: "timed_out", error: "Nobody decided" }));
    expect(await look()).toMatchObject({ status: "Expired", tasks: ["Failed/timed_out", "Not Started/cancelled"] });
  });

  test("an approval task that has no approval is never completed (A1)", async () => {
    const { look, move } = await aRequest(APPROVAL, MANUAL);
    expect(await codeOf(move(0, (step, task) => completeTask(step, task, {})))).toBe("not-eligible");
    expect((await look()).tasks).toEqual(["Running", "Not Started"]);
  });

  test("an approval can be taken back until a later task has begun", async () => {
    const begun = await aRequest(APPROVAL, MANUAL);
    await begun.move(0, complete);
    expect(await codeOf(begun.move(0, (step, task) => revokeApproval(step, task, "Mistake")))).toBe("wrong-state");
    await endWorld();
    const held = await aRequest(APPROVAL, MANUAL);
    await held.move(0, (step, _task, request) =>
      holdRequest(step, request, { reason: "Wait", personId: held.rita.id }),
    );
    await held.move(0, complete);
    await held.move(0, (step, task) => revokeApproval(step, task, "Mistake"));
    expect(await held.look()).toMatchObject({
      status: "Rejected",
      tasks: ["Complete/revoked", "Not Started/cancelled"],
    });
  });

  test("cancelling stops what runs and what was to come; nothing ended can be cancelled again", async () => {
    const { look, move } = await aRequest({ ...MANUAL, order: 1 }, { ...MANUAL, order: 1 }, { ...MANUAL, order: 2 });
    await move(0, complete);
    expect(await codeOf(move(1, (step, _task, request) => cancelRequest(step, request, " ")))).toBe("reason-required");
    await move(1, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    expect(await look()).toMatchObject({
      status: "Cancelled",
      tasks: ["Complete/done", "Failed/cancelled", "Not Started/cancelled"],
    });
    expect(await codeOf(move(1, (step, _task, request) => cancelRequest(step, request, "Again")))).toBe("wrong-state");
  });

  test("only an ended request can be put away", async () => {
    const { move, look } = await aRequest(MANUAL);
    const archive = () => move(0, (step, _task, request) => archiveRequest(step, request));
    expect(await codeOf(archive())).toBe("wrong-state");
    await move(0, complete);
    await archive();
    expect((await look()).request.archivedAt).toBeDefined();
  });
});

describe("failures", () => {
  test("are tried again by themselves while an attempt is left, unless the failure is final", async () => {
    const { world, move } = await aRequest({ type: "grant_role" });
    const retryAt = async () => (await world.rows("requestTasks"))[0]?.retryAt;
    await move(0, (step, task) => failTask(step, task, { outcome: "error", error: "Busy" }));
    expect(await retryAt()).toBeGreaterThan(world.now());
    await move(0, (step, task) => retryTask(step, task, "person", "Now"));
    await move(0, (step, task) => failTask(step, task, { outcome: "error", error: "No such role", isFinal: true }));
    expect(await retryAt()).toBeUndefined();
  });

  test("for good, they block the request until an admin retries or resolves", async () => {
    const { look, move } = await aRequest(MANUAL, MANUAL);
    const fail = () => move(0, (step, task) => failTask(step, task, { outcome: "error", error: "Broken" }));
    await fail();
    expect(await look()).toMatchObject({ status: "Blocked", tasks: ["Failed/error", "Not Started"] });
    await move(0, (step, task) => retryTask(step, task, "person", "Repaired"));
    expect(await look()).toMatchObject({ status: "In progress", tasks: ["Running", "Not Started"] });
    await fail();
    await move(0, (step, task) => resolveTask(step, task, "Done manually", "Screenshot"));
    expect(await look()).toMatchObject({ status: "In progress", tasks: ["Complete/resolved_manually", "Running"] });
  });

  test("an approval is neither retried nor resolved manually", async () => {
    const { move } = await aRequest({ ...APPROVAL, order: 1 }, { ...MANUAL, order: 1 });
    await move(0, (step, task) => failTask(step, task, { outcome: "error", error: "Mail bounced" }));
    expect(await codeOf(move(0, (step, task) => retryTask(step, task, "person", "Again")))).toBe("never-retried");
    expect(await codeOf(move(0, (step, task) => resolveTask(step, task, "Manual", "-")))).toBe("never-retried");
  });

  test("are neither retried nor resolved once the request has ended", async () => {
    const { look, move } = await aRequest(MANUAL);
    await move(0, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    expect(await codeOf(move(0, (step, task) => retryTask(step, task, "person", "Again")))).toBe("wrong-state");
    expect(await codeOf(move(0, (step, task) => resolveTask(step, task, "Manual", "Seen")))).toBe("wrong-state");
    expect(await look()).toMatchObject({ status: "Cancelled", tasks: ["Failed/cancelled"] });
  });

  test("a task marked to run always runs after one, and the request stays blocked (R8)", async () => {
    const { look, move } = await aRequest(MANUAL, MANUAL, { ...MANUAL, runsAlways: true });
    await move(0, (step, task) => failTask(step, task, { outcome: "error", error: "Broken" }));
    expect(await look()).toMatchObject({ status: "Blocked", tasks: ["Failed/error", "Not Started", "Running"] });
  });

  test("a move from the wrong status is refused with the status it is in", async () => {
    const { move } = await aRequest(MANUAL, MANUAL);
    expect(await codeOf(move(1, complete))).toBe("wrong-state");
    await move(0, complete);
    expect(await codeOf(move(0, complete))).toBe("wrong-state");
  });
});

test("an open question keeps later tasks from starting", async () => {
  const { look, move, rita } = await aRequest(MANUAL, MANUAL);
  await move(0, (step, _task, request) =>
    askRequester(step, request, { question: "Which table?", askedById: rita.id }),
  );
  await move(0, complete);
  expect(await look()).toMatchObject({ status: "Needs info", tasks: ["Complete/done", "Not Started"] });
});

test("progress shows one's own open requests, with each step and who holds it", async () => {
  const { world, rita } = await aRequest({ ...APPROVAL, title: "Approve" }, MANUAL);
  await world.run((ctx) => submitted(ctx, rita.id, [{ ...MANUAL, skippedBecause: "Not needed" }], "Over already"));
  const bob = await world.person("bob");
  expect(await bob.query(api.requests.queries.progressOfMine, {})).toEqual([]);
  const progress = await rita.query(api.requests.queries.progressOfMine, {});
  expect(
    progress.map(({ title, status, steps }) => [
      title,
      status,
      steps.map((step) => `${step.title}: ${step.status}, ${step.holder ?? step.waitingOn}`),
    ]),
  ).toEqual([
    [
      "Access to the orders",
      "Pending approval",
      ["Approve: Running, an approver", "Check manually: Not Started, null"],
    ],
  ]);
});
