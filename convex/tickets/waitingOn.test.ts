/** Tickets that wait for one task of a request, or for an incident: back with the proof when that is over (S6). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { anIncident } from "../incidents/scenes.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { stepNow, tasksNow } from "../process/requests.testing";
import { completeTask } from "../process/settling/model";
import { failTask } from "../process/settling/taskMoves";
import { codeOf, endWorld } from "../testing/world.testing";
import { aWaiting } from "./waiting.testing";

afterEach(endWorld);

/** The same, and the ticket waits for the first task of the request alone. */
async function aTaskWait() {
  const waiting = await aWaiting();
  const { world, adam, key, request, waitFor } = waiting;
  const tasks = () => world.run((ctx) => tasksNow(ctx, request));
  const [work, more, unneeded] = (await tasks()) as [Doc<"requestTasks">, Doc<"requestTasks">, Doc<"requestTasks">];
  await waitFor(adam, key, `task:${work._id}`);
  const complete = async (task: Doc<"requestTasks">, isProven = true) => {
    await world.run(async (ctx) => {
      const now = await ctx.db.get(task._id);
      if (now) await completeTask(stepNow(ctx), now, {}, { proof: { isProven } });
    });
  };
  return { ...waiting, work, more, unneeded, complete };
}

describe("a ticket that waits for one task (S6)", () => {
  test("names it to who reads the request, and is back when that is done while the request goes on", async () => {
    const { ada, adam, key, request, work, complete, cancel, read, told } = await aTaskWait();
    for (const who of [ada, adam])
      expect(await read(who, key)).toMatchObject({
        state: "waitingOnThirdParty",
        waitsFor: { request: request.key, task: work.title },
      });
    await complete(work);
    const proof = { kind: "task", key: request.key, taskId: work._id, title: work.title, isProven: true };
    const address = expect.stringMatching(/^REQ-\d+-\d+$/) as string;
    expect(await read(adam, key)).toMatchObject({
      state: "open",
      waitsFor: null,
      proof: { ...proof, address, isForAll: true },
    });
    expect((await told()).map(({ title }) => title)).toEqual([
      expect.stringMatching(
        new RegExp(`^${key}: “${work.title}” of ${request.key} was completed on .* and proven\\.$`),
      ),
    ]);
    await cancel(request);
    expect(await read(adam, key)).toMatchObject({ proof });
    expect(await told()).toMatchObject([{ count: 1 }]);
  });

  test("stays away while another task is done or its own fails, and hears how the request ended without it", async () => {
    const { world, adam, key, request, work, more, complete, cancel, read, told } = await aTaskWait();
    await world.run((ctx) => failTask(stepNow(ctx), work, { outcome: "error", error: "No", isFinal: false }));
    expect(await read(adam, key)).toMatchObject({ state: "waitingOnThirdParty" });
    expect(await told()).toEqual([]);
    await complete(more).catch(() => null);
    expect(await read(adam, key)).toMatchObject({ state: "waitingOnThirdParty", proof: null });
    await cancel(request);
    expect(await read(adam, key)).toMatchObject({ state: "open", proof: { kind: "request", status: "Cancelled" } });
  });

  test("is asked about once more after two days of silence", async () => {
    const { world, key, work, complete, clock, told } = await aTaskWait();
    await complete(work, false);
    await world.advance(2 * DAY_MS + HOUR_MS);
    await clock();
    await world.advance(5 * DAY_MS);
    await clock();
    const asks = new RegExp(`^${key}: “${work.title}” of .* was completed on [0-9/]+\\. Is it solved\\?$`);
    expect(await told()).toMatchObject([{ count: 2, title: expect.stringMatching(asks) as string }]);
  });

  test("does not wait for what is done or skipped, and forgets the task with the wait", async () => {
    const { ada, adam, key, request, work, unneeded, complete, waitFor, resume, create, merge, unmerge, ticketRow } =
      await aTaskWait();
    expect(await codeOf(waitFor(adam, key, `task:${unneeded._id}`))).toBe("too-late");
    const before = await ticketRow(key);
    const other = await create(ada);
    await merge(adam, key, other);
    await unmerge(adam, key);
    expect(await ticketRow(key)).toEqual(before);
    await waitFor(adam, key, request.key);
    expect(await ticketRow(key)).toMatchObject({ waitsForId: request._id });
    expect((await ticketRow(key)).waitsForTaskId).toBeUndefined();
    await waitFor(adam, key, `task:${work._id}`);
    await resume(adam, key);
    await complete(work);
    const row = await ticketRow(key);
    expect([row.waitsForTaskId, row.proof]).toEqual([undefined, undefined]);
    expect(await codeOf(waitFor(adam, key, `task:${work._id}`))).toMatch(/too-late|wrong-state/);
  });

  test("is offered the tasks of what an agent reads, without those that are over", async () => {
    const { world, ada, adam, request, ask, work, more, complete } = await aTaskWait();
    const offered = (who: typeof adam, name: string) => who.query(api.tickets.queries.waitableFor, { name });
    const titles = [work, more].map(({ _id: id, title }) => ({ id, title }));
    expect(await offered(adam, ` ${request.key} `)).toEqual({ key: request.key, isOver: false, tasks: titles });
    await complete(work);
    expect(await offered(adam, `task:${more._id}`)).toMatchObject({ key: request.key, tasks: [titles[1]] });
    const draft = await ask();
    await world.run((ctx) => ctx.db.patch(draft._id, { status: "Draft" }));
    for (const name of [draft.key, "", "REQ-99999", "task:x", "INC-1", "x".repeat(5000)])
      expect(await offered(adam, name)).toBeNull();
    expect(await codeOf(offered(ada, request.key))).toBe("not-allowed");
  });
});

describe("what a ticket waits for is nothing to those who do not read it (S6)", () => {
  test("a task is named only with its request, before its end and after", async () => {
    const { world, ada, adam, gina, key, ask, waitFor, read, resume } = await aWaiting();
    const secret = await ask(gina.id);
    const [task] = await world.run((ctx) => tasksNow(ctx, secret));
    if (!task) throw new Error("No task");
    await world.run((ctx) => ctx.db.patch(task._id, { title: "Secret step" }));
    await resume(adam, key);
    await waitFor(adam, key, `task:${task._id}`);
    expect(await read(ada, key)).toMatchObject({ waitsFor: { request: null, task: null } });
    await world.run(async (ctx) => {
      const now = await ctx.db.get(task._id);
      if (now) await completeTask(stepNow(ctx), now, {}, {});
    });
    expect(await read(adam, key)).toMatchObject({ proof: { title: "Secret step", isForAll: false } });
    const theirs = JSON.stringify([await read(ada, key), await world.rows("notifications")]);
    expect(JSON.stringify(await read(ada, key))).not.toContain("Secret step");
    expect(theirs).toContain("Secret step");
  });

  test("a task nobody reads and one that does not exist are answered alike", async () => {
    const { world, ada, adam, key, ask, waitFor, ticketRow } = await aWaiting();
    const draft = await ask(ada.id);
    await world.run((ctx) => ctx.db.patch(draft._id, { status: "Draft" }));
    const [task] = await world.run((ctx) => tasksNow(ctx, draft));
    const before = await ticketRow(key);
    for (const name of [`task:${task?._id}`, "task:", "task:x", `task:${draft._id}`, "INC-99"])
      expect(await codeOf(waitFor(adam, key, name))).toBe("not-found");
    expect(await ticketRow(key)).toEqual(before);
  });
});

describe("a ticket that waits for an incident by its key (S6, S13)", () => {
  test("becomes part of it, is back with the end as its proof, and silence asks", async () => {
    const { world, adam, ofBea, claim, waitFor, stands, end, read, clock, noticesOf, ofTicket, bea } =
      await anIncident();
    await claim(adam, ofBea);
    await waitFor(adam, ofBea, " inc-1 ");
    expect(await stands(ofBea)).toEqual(["waitingOnThirdParty", true]);
    expect((await ofTicket(bea, ofBea))?.incident).toMatchObject({ key: "INC-1", isWaitedFor: true });
    await end(adam, false);
    expect(await read(adam, ofBea)).toMatchObject({ state: "open", proof: { kind: "incident", key: "INC-1" } });
    expect(await read(bea, ofBea)).toMatchObject({ proof: null });
    await world.advance(2 * DAY_MS + HOUR_MS);
    await clock();
    await clock();
    const asks = new RegExp(`^${ofBea}: INC-1 ended on [0-9/]+\\. Is it solved\\?$`);
    expect(await noticesOf(adam, "ticket.proven")).toMatchObject([
      { count: 2, title: expect.stringMatching(asks) as string },
    ]);
  });

  test("of which it is part already is what it was before once that is undone", async () => {
    const { adam, ofBea, ofCem, claim, link, unlink, waitFor, stands, end, ticketRow, declare } = await anIncident();
    await claim(adam, ofBea);
    await link(adam, ofBea);
    const before = await ticketRow(ofBea);
    await waitFor(adam, ofBea, "INC-1");
    expect(await stands(ofBea)).toEqual(["waitingOnThirdParty", true]);
    await unlink(adam, ofBea);
    const { state, dueAt, pausedSeconds } = before;
    expect(await ticketRow(ofBea)).toMatchObject({ state, dueAt, pausedSeconds });
    await declare(adam, ofCem);
    await link(adam, ofBea);
    expect(await codeOf(waitFor(adam, ofBea, "INC-2"))).toBe("duplicate");
    await end(adam, false);
    expect(await codeOf(waitFor(adam, ofBea, "INC-1"))).toBe("too-late");
  });
});
