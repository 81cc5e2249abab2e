/**
 * Somebody asks for the history of a thing they have no part in: the answer is that of a thing which does not exist.
 */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id, TableNames } from "../_generated/dataModel";
import { recordEvent, SYSTEM } from "../core/audit/model";
import { submitted, taskAt } from "../process/requests.testing";
import { aGrant } from "../tasks/scenes.testing";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const { ofObject } = api.audit.queries;
const { history } = api.requests.queries;
/** More than a page: how far was looked must tell nothing either. */
const EVENTS = 60;

/** Ada's request with an approval, a task and a grant, each with more events than a page holds; Eve is nobody to it. */
async function aHistory() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const mona = await world.person("mona");
  const grant = await aGrant({ world, personId: ada.id });
  const request = await world.run((ctx) =>
    submitted(ctx, ada.id, [{ type: "approve_access", assigneeId: mona.id }, { type: "manual_check" }]),
  );
  const eve = await world.person("eve");
  const ownOfEve = await world.run((ctx) => submitted(ctx, eve.id, [{ type: "manual_check" }], "Eve's"));
  const task = await world.run((ctx) => taskAt(ctx, request, 1));
  const approval = await world.run(async (ctx) => {
    const { _id: taskId, requestId } = await taskAt(ctx, request, 0);
    const fields = {
      taskId,
      requestId,
      typeKey: "test",
      policy: { steps: [], distinctSteps: false },
      formHash: "0",
      state: "Pending" as const,
      createdAt: 0,
      updatedAt: 0,
      version: 1,
    };
    return { _id: await ctx.db.insert("approvals", fields) };
  });
  const things = [
    ["approval", "approvals", approval._id],
    ["task", "requestTasks", task._id],
    ["person", "people", ada.id],
    ["grant", "grants", grant._id],
  ] as const;
  await world.run(async (ctx) => {
    for (const [type, , id] of things) {
      const about =
        type === "person" ? [] : [{ type: "request", id: type === "grant" ? grant.requestId : request._id }];
      for (let n = 0; n < EVENTS; n += 1)
        await recordEvent(ctx, { ...SYSTEM, action: `${type}.changed`, targets: [{ type, id }, ...about] });
    }
  });
  /** A well-formed id of a row that is gone. */
  const gone = (table: TableNames, id: string) =>
    world.run(async (ctx) => {
      const { _id, _creationTime, ...fields } = (await ctx.db.get(id as Id<TableNames>))!;
      const copy = (await ctx.db.insert(table, fields as never)) as Id<TableNames>;
      await ctx.db.delete(copy);
      return copy as string;
    });
  return { world, ada, mona, eve, request, ownOfEve, task, approval, things, gone };
}

test.each(["approval", "task", "person", "grant"])(
  "the history of somebody's %s is to a stranger what the history of nothing is",
  async (kind) => {
    const { world, eve, things, gone } = await aHistory();
    const admin = await world.person("admin", { roles: ["staff", "admin"] });
    const [type, table, id] = things.find(([one]) => one === kind)!;
    const nothing = await gone(table, id);
    expect(await eve.query(ofObject, { type, id })).toEqual({ events: [], next: null, lookedBackTo: null });
    expect(await eve.query(ofObject, { type, id })).toEqual(await eve.query(ofObject, { type, id: nothing }));
    expect((await admin.query(ofObject, { type, id })).events).toHaveLength(50);
  },
);

test("a part of somebody else's request is not read through a request of one's own, nor through theirs", async () => {
  const { eve, request, ownOfEve, things, gone } = await aHistory();
  for (const [type, table, id] of things.filter(([one]) => one === "task" || one === "approval")) {
    const nothing = await gone(table, id);
    const through = (part: string) =>
      eve.query(history, { request: ownOfEve._id, part: { type: type as "task", id: part } });
    expect(await through(id)).toEqual({ events: [], next: null, lookedBackTo: null });
    expect(await through(id)).toEqual(await through(nothing));
    expect(await codeOf(eve.query(history, { request: request._id, part: { type: type as "task", id } }))).toBe(
      "not-found",
    );
  }
});

test("whoever sees the request reads the history of its task, page by page, with names for people and without what is technical", async () => {
  const { world, ada, mona, request, task } = await aHistory();
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  await world.run((ctx) =>
    recordEvent(ctx, {
      ...SYSTEM,
      action: "task.assigned",
      targets: [
        { type: "task", id: task._id },
        { type: "request", id: request._id },
      ],
      changes: [
        { field: "assigneeId", before: null, after: mona.id },
        { field: "error", before: null, after: "ORA-1" },
      ],
      occurredAt: Date.now() + 1000,
    }),
  );
  const asked = { request: request._id, part: { type: "task" as const, id: task._id } };
  const first = await ada.query(history, asked);
  expect(first.events[0]).toMatchObject({
    action: "task.assigned",
    changes: [{ field: "assignee", after: "Mona Tester" }],
  });
  expect((await admin.query(history, asked)).events[0]?.changes.map(({ field }) => field)).toEqual([
    "assignee",
    "error",
  ]);
  expect(first.events).toHaveLength(50);
  const rest = await ada.query(history, { ...asked, after: first.next! });
  expect(rest.events.length).toBeGreaterThanOrEqual(EVENTS + 1 - 50);
  expect(rest.next).toBeNull();
});
