import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCase } from "../approvals/approvals.testing";
import { recordEvent } from "../core/audit/model";
import { createTask, deleteTask } from "../core/tasks/model";
import { migrated } from "../migrations/migrating.testing";
import { stepNow, submitted, tasksNow } from "../process/requests.testing";
import { addTask } from "../process/settling/requestMoves";
import { aWorld, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

/** What addresses say that lead nowhere, beside what the viewer may not see. */
const NOWHERE = [
  "REQ-101-9",
  "REQ-999-1",
  "REQ-101-0",
  "REQ-101-01",
  "REQ-101",
  "REQ-101-1-1",
  "1-1",
  "nothing",
  "",
  "%00",
];

/** An open approval: REQ-101 with an approval and a task by hand, and their pages for somebody. */
async function aNamedCase() {
  const play = await aCase();
  const { request, approval } = await play.look();
  const taskIds = await play.world.run(async (ctx) => (await tasksNow(ctx, request)).map(({ _id }) => String(_id)));
  const task = (who: TestPerson, taskId: string) => who.query(api.tasks.queries.get, { taskId });
  const asked = (who: TestPerson, approvalId: string) => who.query(api.approvals.queries.get, { approvalId });
  return { ...play, key: request.key, approvalId: approval._id, taskIds, task, asked };
}

describe("a page is named by the key of its request and the number of its task", () => {
  test("a task is found by that name in any case and by its id as before, and says its name", async () => {
    const { rita, key, taskIds, task } = await aNamedCase();
    expect(key).toBe("REQ-101");
    for (const [index, id] of taskIds.entries()) {
      const named = `REQ-101-${index + 1}`;
      const byId = await task(rita, id);
      expect(byId).toMatchObject({ id, address: named });
      for (const name of [named, named.toLowerCase()]) expect(await task(rita, name)).toEqual(byId);
    }
  });

  test("an approval is named as its task, and is found by its id as before", async () => {
    const { ada, approvalId, asked } = await aNamedCase();
    const byId = await asked(ada, approvalId);
    expect(byId).toMatchObject({ id: approvalId, address: "REQ-101-1" });
    for (const name of ["REQ-101-1", "req-101-1"]) expect(await asked(ada, name)).toEqual(byId);
    expect(await asked(ada, "REQ-101-2"), "a task that is no approval").toBeNull();
  });

  test("what somebody may not see answers as what is not there, whatever the name", async () => {
    const { rita, zoe, task, taskIds, approvalId, asked } = await aNamedCase();
    const refusal = async (who: TestPerson, name: string) =>
      await task(who, name).then(
        () => "seen",
        (error: { data?: unknown }) => JSON.stringify(error.data),
      );
    const missing = await refusal(rita, "REQ-999-1");
    expect(missing).toContain("not-found");
    for (const name of [...NOWHERE, String(approvalId)]) expect(await refusal(rita, name), name).toBe(missing);
    for (const name of [...taskIds, "REQ-101-1", "REQ-101-2", ...NOWHERE])
      expect(await refusal(zoe, name), name).toBe(missing);
    for (const name of [approvalId, "REQ-101-1", ...NOWHERE]) expect(await asked(zoe, name), name).toBeNull();
    for (const name of NOWHERE) expect(await asked(rita, name), name).toBeNull();
  });
});

describe("links say that name", () => {
  test("in the lists of approvals, of what waits on Home and of a person's work, and on the page of the request", async () => {
    const { ada, adam, key, requestId } = await aNamedCase();
    const named = `${key}-1`;
    const { rows } = await ada.query(api.approvals.queries.mine, {});
    expect(rows.map(({ address }) => address)).toEqual([named]);
    const { items } = await ada.query(api.home.queries.waitingOnMe, {});
    expect(items.map(({ to }) => to)).toEqual([`/approvals/${named}`]);
    const page = await adam.query(api.people.queries.get, { personId: ada.id });
    expect(page?.seats.rows.map(({ address }) => address)).toEqual([named]);
    const shown = await ada.query(api.requests.queries.get, { request: requestId });
    expect(shown.viewer.seatIn).toBe(named);
    expect(shown.tasks.map(({ address }) => address)).toEqual([named, `${key}-2`]);
  });
});

describe("links from what was written down by id say that name", () => {
  test("in a ticket about a task or an approval, and in one's own activity and an event of the audit trail", async () => {
    const { rita, ada, adam, approvalId, taskIds, world } = await aNamedCase();
    for (const [related, address] of [
      [`task:${taskIds[1]}`, "REQ-101-2"],
      [`approval:${approvalId}`, "REQ-101-1"],
      ["REQ-101", "REQ-101"],
    ] as const) {
      const words = { title: "Nothing happens", description: "Since Monday", topic: "request" } as const;
      const key = await (related.startsWith("approval") ? ada : rita).mutation(api.tickets.mutations.create, {
        ...words,
        related,
      });
      expect((await adam.query(api.tickets.queries.get, { key }))?.related).toMatchObject({ address });
    }
    const [taskId] = taskIds;
    const targets = [
      { type: "task", id: String(taskId), label: "Approve cost" },
      { type: "approval", id: String(approvalId) },
      { type: "task", id: "gone" },
    ];
    await world.run((ctx) =>
      recordEvent(ctx, {
        actor: { kind: "person", personId: adam.id, label: "Adam" },
        action: "request.submitted",
        targets,
      }),
    );
    const named = [{ address: "REQ-101-1", label: "Approve cost" }, { address: "REQ-101-1" }, { id: "gone" }];
    const [own] = await adam.query(api.audit.queries.mine, {});
    expect(own?.targets).toMatchObject(named);
    const opened = await adam.query(api.audit.queries.get, { eventId: own!.id });
    expect(opened?.targets).toMatchObject(named);
  });
});

describe("the number of a task", () => {
  test("counts within its request, goes on where tasks are added, and stays with its task", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    const numbers = await world.run(async (ctx) => {
      const request = await submitted(ctx, ada.id, [{ type: "manual_check" }, { type: "manual_check", order: 1 }]);
      await submitted(ctx, ada.id, [{ type: "manual_check" }]);
      await addTask(stepNow(ctx), request, { type: "manual_check", order: 1, title: "Added" });
      const [first] = await tasksNow(ctx, request);
      await deleteTask(ctx, first!._id);
      await createTask(ctx, request._id, { type: "manual_check", order: 9, title: "Last" }, Date.now());
      return (await tasksNow(ctx, request)).map(({ title, number }) => [title, number]);
    });
    expect(numbers).toEqual([
      ["Check manually", 2],
      ["Added", 3],
      ["Last", 4],
    ]);
    expect((await world.rows("requestTasks")).map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("is given at the start to tasks from before, in the order they were made, past those that have one", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    const made = await world.run(async (ctx) => {
      const request = await submitted(ctx, ada.id, [{ type: "manual_check" }, { type: "manual_check" }]);
      const [first, second] = await tasksNow(ctx, request);
      for (const task of [first!, second!]) await ctx.db.patch(task._id, { number: undefined } as never);
      // On a deployment elsewhere jobs run before the last migration is complete.
      const third = await createTask(ctx, request._id, { type: "manual_check", order: 0 }, Date.now());
      return [first!._id, second!._id, third];
    });
    const numbers = async () => {
      const rows = new Map((await world.rows("requestTasks")).map(({ _id, number }) => [_id, number]));
      return made.map((id) => rows.get(id) ?? null);
    };
    expect(await numbers()).toEqual([null, null, 1]);
    await migrated(world);
    expect(await numbers()).toEqual([2, 3, 1]);
    expect(await ada.query(api.tasks.queries.get, { taskId: "REQ-101-2" })).toMatchObject({ id: made[0] });
  });
});
