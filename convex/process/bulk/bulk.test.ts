import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { BulkSelection } from "../../core/shared/table";
import { aWorld, codeOf, endWorld, type TestPerson } from "../../testing/world.testing";
import { stepNow, submitted, taskAt } from "../requests.testing";
import { failTask } from "../settling/taskMoves";

afterEach(endWorld);

/** An admin, a requester, and requests of two kinds: approvals that wait, and manual checks that run. */
async function aBench() {
  const world = await aWorld();
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  const ada = await world.person("ada");
  const worker = await world.person("worker");
  const request = (title: string, tasks: Parameters<typeof submitted>[2]) =>
    world.run((ctx) => submitted(ctx, ada.id, tasks, title));
  const finish = async (): Promise<Doc<"bulkJobs">> => {
    for (let turn = 0; turn < 20; turn += 1) {
      await world.advance(1);
      const job = (await world.rows("bulkJobs")).at(-1);
      if (job?.endedAt !== undefined) return job;
    }
    throw new Error("The job did not end");
  };
  return { world, admin, ada, worker, request, finish };
}

const outcomes = async (person: TestPerson, jobId: Id<"bulkJobs">): Promise<[string, string | null, string | null][]> =>
  (await person.query(api.bulk.queries.items, { jobId })).rows.map(({ label, result, detail }) => [
    label,
    result,
    detail,
  ]);

test("a preview counts by what would happen and changes nothing; the job does it and tells it item by item", async () => {
  const { world, admin, request, finish } = await aBench();
  const open = await request("Orders", [{ type: "manual_check" }]);
  const over = await request("Returns", [{ type: "manual_check" }]);
  await world.run(async (ctx) => {
    await ctx.db.patch(over._id, { status: "Completed", isOpen: false });
  });
  const wish = { operation: "cancel" as const, selection: { requestIds: [open._id, over._id] } };
  const preview = await admin.mutation(api.bulk.mutations.preview, wish);
  expect(preview).toEqual({
    total: 2,
    changes: 1,
    left: [{ count: 1, refusal: { code: "too-late", message: "The request is completed." } }],
  });
  expect(await world.rows("bulkJobs")).toEqual([]);

  const jobId = await admin.mutation(api.bulk.mutations.start, {
    ...wish,
    reason: "The project ended",
    expectedCount: 2,
  });
  expect(await finish()).toMatchObject({ total: 2, done: 1, refused: 1, failed: 0 });
  expect(await outcomes(admin, jobId)).toEqual([
    ["REQ-101 Orders", "done", "Cancelled"],
    ["REQ-102 Returns", "refused", "The request is completed."],
  ]);
  const after = await world.rows("requests");
  expect(after.map(({ status, cancelReason }) => [status, cancelReason])).toEqual([
    ["Cancelled", "The project ended"],
    ["Completed", undefined],
  ]);
  const events = (await world.rows("auditEvents")).filter(({ action }) => action.startsWith("bulk."));
  expect(events.map(({ action, actor }) => [action, actor.label])).toEqual([
    ["bulk.started", "Admin Tester"],
    ["bulk.ended", "Admin Tester"],
  ]);
});

test("an empty filter is refused, whatever the operation", async () => {
  const { admin } = await aBench();
  const empty: BulkSelection[] = [{ requestFilter: {} }, { requestFilter: { text: "  ", statuses: [] } }];
  for (const selection of empty)
    expect(await codeOf(admin.mutation(api.bulk.mutations.preview, { operation: "cancel", selection }))).toBe(
      "empty-filter",
    );
  for (const operation of ["retryFailed", "markFailed"] as const) {
    expect(
      await codeOf(
        admin.mutation(api.bulk.mutations.start, {
          operation,
          selection: { taskFilter: {} },
          reason: "All",
          expectedCount: 0,
        }),
      ),
    ).toBe("empty-filter");
  }
});

test("a reason is required, and a count that is no longer true stops the start", async () => {
  const { admin, request } = await aBench();
  await request("Orders", [{ type: "manual_check" }]);
  const wish = { operation: "cancel" as const, selection: { requestFilter: { text: "orders" } } };
  expect(await codeOf(admin.mutation(api.bulk.mutations.start, { ...wish, reason: " ", expectedCount: 1 }))).toBe(
    "reason-required",
  );
  await request("Orders again", [{ type: "manual_check" }]);
  expect(await codeOf(admin.mutation(api.bulk.mutations.start, { ...wish, reason: "Old", expectedCount: 1 }))).toBe(
    "changed-meanwhile",
  );
});

test("no operation touches an approval, not even of the person who runs it", async () => {
  const { world, admin, worker, finish } = await aBench();
  const own = await world.run((ctx) => submitted(ctx, admin.id, [{ type: "approve_access", assigneeId: worker.id }]));
  const task = await world.run((ctx) => taskAt(ctx, own, 0));
  for (const operation of ["retryFailed", "markFailed", "assign"] as const) {
    const wish = {
      operation,
      selection: { taskIds: [task._id] },
      ...(operation === "assign" ? { assigneeId: admin.id } : {}),
    };
    expect(await admin.mutation(api.bulk.mutations.preview, wish)).toMatchObject({ total: 1, changes: 0 });
    await admin.mutation(api.bulk.mutations.start, { ...wish, reason: "Quick", expectedCount: 1 });
    const job = await finish();
    expect(job).toMatchObject({ refused: 1, done: 0 });
    const { rows } = await admin.query(api.bulk.queries.items, { jobId: job._id });
    expect(rows).toMatchObject([{ requestKey: own.key, taskAddress: `${own.key}-1` }]);
  }
  expect(await world.run((ctx) => ctx.db.get(task._id))).toMatchObject({ status: "Running", assigneeId: worker.id });
});

test("an item says what it was about when the request is gone, and leads to no task that is gone", async () => {
  const { world, admin, request, finish } = await aBench();
  const gone = await request("Orders", [{ type: "manual_check" }]);
  const task = await world.run((ctx) => taskAt(ctx, gone, 0));
  const wish = { operation: "markFailed" as const, selection: { taskIds: [task._id] } };
  const jobId = await admin.mutation(api.bulk.mutations.start, { ...wish, reason: "Stale", expectedCount: 1 });
  await finish();
  const itemNow = async () => (await admin.query(api.bulk.queries.items, { jobId })).rows[0];
  const before = await itemNow();
  expect(before).toMatchObject({ requestKey: gone.key, taskAddress: `${gone.key}-1` });

  await world.run((ctx) => ctx.db.delete(task._id));
  expect(await itemNow()).toMatchObject({ requestKey: gone.key, taskAddress: null });
  await world.run((ctx) => ctx.db.delete(gone._id));
  expect(await itemNow()).toMatchObject({ requestKey: gone._id, taskAddress: null, label: before?.label });
});

test("tasks are assigned, marked as failed and tried again", async () => {
  const { world, admin, worker, request, finish } = await aBench();
  await request("Orders", [{ type: "manual_check" }]);
  const taskFilter = { types: ["manual_check"] };
  const start = async (operation: "assign" | "markFailed" | "retryFailed", more = {}) => {
    await admin.mutation(api.bulk.mutations.start, {
      operation,
      selection: { taskFilter },
      reason: "Moving on",
      expectedCount: 1,
      ...more,
    });
    expect(await finish()).toMatchObject({ done: 1 });
    return (await world.rows("requestTasks"))[0];
  };
  expect(await start("assign", { assigneeId: worker.id })).toMatchObject({
    assigneeId: worker.id,
    waitingOn: { text: "Worker Tester" },
  });
  expect(
    (await world.rows("notifications")).filter(({ recipientId }) => recipientId === worker.id).map(({ kind }) => kind),
  ).toContain("task.assigned");
  const unheld = (await world.rows("notifications")).filter(({ kind }) => kind === "task.unheld");
  expect(new Set(unheld.map(({ closedReason }) => closedReason))).toEqual(new Set(["Worker Tester has the task"]));
  const failed = await start("markFailed");
  expect(failed).toMatchObject({ status: "Failed", error: "Marked as failed: Moving on" });
  expect(failed?.retryAt).toBeUndefined();
  expect(await start("retryFailed")).toMatchObject({ status: "Running", attempt: 2 });
  const jobs = await admin.query(api.bulk.queries.jobs, {});
  expect(jobs.map(({ operation, assignee }) => [operation, assignee])).toEqual([
    ["retryFailed", null],
    ["markFailed", null],
    ["assign", "Worker Tester"],
  ]);
});

test("what became of more items than a page holds is read page by page, from the first on, also of one result", async () => {
  const { world, admin, request, finish } = await aBench();
  const { _id } = await request("Orders", [{ type: "manual_check" }]);
  const jobId = await admin.mutation(api.bulk.mutations.start, {
    operation: "cancel",
    selection: { requestIds: [_id] },
    reason: "Over",
    expectedCount: 1,
  });
  await finish();
  await world.run(async (ctx) => {
    for (let position = 1; position <= 200; position += 1)
      await ctx.db.insert("bulkItems", { jobId, position, requestId: _id, label: "Returns", result: "done" });
  });
  const positions = async (more: { after?: number; result?: "done" }) => {
    const { rows, next } = await admin.query(api.bulk.queries.items, { jobId, ...more });
    return [rows[0]?.position, rows.length, next];
  };
  for (const result of [{}, { result: "done" as const }]) {
    expect(await positions(result)).toEqual([0, 200, 199]);
    expect(await positions({ ...result, after: 199 })).toEqual([200, 1, null]);
    expect(await positions({ ...result, after: 0 })).toEqual([1, 200, null]);
  }
});

test("one item that fails leaves the others done, and only it is run again", async () => {
  const { world, admin, request, finish } = await aBench();
  const first = await request("Orders", [{ type: "manual_check" }]);
  const broken = await request("Returns", [{ type: "manual_check" }]);
  const last = await request("Loyalty", [{ type: "manual_check" }]);
  const wish = { operation: "cancel" as const, selection: { requestIds: [first._id, broken._id, last._id] } };
  const jobId = await admin.mutation(api.bulk.mutations.start, { ...wish, reason: "Over", expectedCount: 3 });
  // The item's request is gone by the time it is its turn: an accident, not a refusal.
  await world.run((ctx) => ctx.db.delete(broken._id));
  expect(await finish()).toMatchObject({ done: 2, failed: 1, refused: 0 });
  expect((await outcomes(admin, jobId)).map(([, result]) => result)).toEqual(["done", "failed", "done"]);

  const again = await admin.mutation(api.bulk.mutations.rerun, { jobId });
  expect(await finish()).toMatchObject({ total: 1, failed: 1, rerunOfId: jobId });
  expect((await outcomes(admin, again)).map(([label]) => label)).toEqual(["REQ-102 Returns"]);
});

test("a job that did everything is not run again", async () => {
  const { admin, request, finish } = await aBench();
  const { _id } = await request("Orders", [{ type: "manual_check" }]);
  const jobId = await admin.mutation(api.bulk.mutations.start, {
    operation: "cancel",
    selection: { requestIds: [_id] },
    reason: "Over",
    expectedCount: 1,
  });
  expect(await finish()).toMatchObject({ done: 1 });
  await expect(admin.mutation(api.bulk.mutations.rerun, { jobId })).rejects.toThrow("Everything has been done.");
});

test("a job that is stopped leaves what it did not reach as it is", async () => {
  const { world, admin, request, finish } = await aBench();
  const requests = [];
  for (let n = 0; n < 45; n += 1) requests.push(await request(`Orders ${n}`, [{ type: "manual_check" }]));
  const selection = { requestIds: requests.map(({ _id }) => _id) };
  const jobId = await admin.mutation(api.bulk.mutations.start, {
    operation: "cancel",
    selection,
    reason: "Over",
    expectedCount: 45,
  });
  await admin.mutation(api.bulk.mutations.stop, { jobId });
  const job = await finish();
  expect(job.done + job.notRun).toBe(45);
  expect(job.notRun).toBeGreaterThan(0);
  expect((await world.rows("requests")).filter(({ status }) => status === "Cancelled")).toHaveLength(job.done);
  expect(await codeOf(admin.mutation(api.bulk.mutations.stop, { jobId }))).toBe("too-late");
});

test("a failed task of a request is tried again through the request", async () => {
  const { world, admin, request, finish } = await aBench();
  const orders = await request("Orders", [{ type: "manual_check" }]);
  await world.run(async (ctx) => {
    await failTask(stepNow(ctx), await taskAt(ctx, orders, 0), { outcome: "error", error: "No", isFinal: true });
  });
  await admin.mutation(api.bulk.mutations.start, {
    operation: "retryFailed",
    selection: { requestFilter: { statuses: ["Blocked"] } },
    reason: "Fixed",
    expectedCount: 1,
  });
  await finish();
  expect((await world.rows("requests"))[0]).toMatchObject({ status: "In progress" });
});

describe("rights", () => {
  test("governance reaches only what it oversees, and only its own jobs", async () => {
    const { world, admin, request } = await aBench();
    const governance = await world.person("governance", { roles: ["staff", "governance"] });
    const orders = await request("Orders", [{ type: "manual_check" }]);
    const wish = { operation: "cancel" as const, selection: { requestIds: [orders._id] } };
    expect(await governance.mutation(api.bulk.mutations.preview, wish)).toMatchObject({ total: 0 });
    const jobId = await admin.mutation(api.bulk.mutations.start, { ...wish, reason: "Over", expectedCount: 1 });
    expect(await governance.query(api.bulk.queries.jobs, {})).toEqual([]);
    expect(await codeOf(governance.query(api.bulk.queries.items, { jobId }))).toBe("not-found");
  });

  test("a right lost after the start is lost for what was not reached", async () => {
    const { world, admin, request, finish } = await aBench();
    const orders = await request("Orders", [{ type: "manual_check" }]);
    await admin.mutation(api.bulk.mutations.start, {
      operation: "cancel",
      selection: { requestIds: [orders._id] },
      reason: "Over",
      expectedCount: 1,
    });
    await world.run((ctx) => ctx.db.patch(admin.id, { roles: ["staff"] }));
    expect(await finish()).toMatchObject({ refused: 1 });
    expect((await world.rows("requests"))[0]?.status).not.toBe("Cancelled");
  });
});
