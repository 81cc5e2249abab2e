/** Tickets that wait for a request, and are back when it ends. */

import { afterEach, describe, expect, test } from "vitest";
import { MAX_WAITING } from "../core/tickets/rules/waits";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aTicketRow } from "./scenes.testing";
import { aWaiting } from "./waiting.testing";

afterEach(endWorld);

describe("a ticket that waits for a request (S6)", () => {
  test("says so by its key to who reads it, and its time does not count meanwhile (S3)", async () => {
    const { world, ada, adam, key, request, finish, answer, read, ticketRow } = await aWaiting();
    for (const who of [ada, adam])
      expect(await read(who, key)).toMatchObject({
        state: "waitingOnThirdParty",
        waitsFor: { request: request.key, task: null },
        proof: null,
      });
    await answer(adam, key);
    const { dueAt } = await ticketRow(key);
    await world.advance(3 * HOUR_MS);
    await finish(request);
    expect((await ticketRow(key)).dueAt).toBe(dueAt + 3 * HOUR_MS);
  });

  test("is support's again when that is completed, with its proof, and whoever has it hears of it once", async () => {
    const { world, ada, adam, key, request, finish, settleAgain, read, told, events } = await aWaiting();
    await world.advance(HOUR_MS);
    await finish(request);
    await settleAgain(request);
    expect(await read(adam, key)).toMatchObject({
      state: "open",
      waitsFor: null,
      waitsUntil: null,
      proof: { kind: "request", key: request.key, status: "Completed", tasks: 2, proven: 1, isForAll: true },
    });
    expect(await read(ada, key)).toMatchObject({ state: "open", proof: null });
    const notices = await told();
    expect(notices).toMatchObject([{ recipientId: adam.id, count: 1 }]);
    expect(notices[0]?.title).toMatch(
      new RegExp(`^${key}: ${request.key} was completed on \\d\\d/\\d\\d/\\d{4}; 1 of 2 tasks proven\\.$`),
    );
    expect(await events("ticket.proven")).toMatchObject([{ actor: { kind: "system" } }]);
  });

  test("says how that ended otherwise, proposes nothing then and is not asked about again", async () => {
    const { world, adam, key, request, cancel, settleAgain, clock, read, told } = await aWaiting();
    await cancel(request);
    await settleAgain(request);
    expect(await read(adam, key)).toMatchObject({ state: "open", proof: { status: "Cancelled" } });
    expect((await told())[0]?.title).toContain(`${request.key} was cancelled on`);
    await world.advance(3 * DAY_MS);
    await clock();
    expect(await told()).toMatchObject([{ count: 1 }]);
  });

  test("that nobody has is told to all who answer it", async () => {
    const { adam, key, request, finish, assign, told } = await aWaiting();
    await assign(adam, key, null);
    await finish(request);
    expect((await told()).map(({ recipientId }) => recipientId)).toEqual([adam.id]);
  });

  test("is asked about once more after two days without a word, and not where one was said", async () => {
    const { world, adam, key, request, finish, clock, read, told } = await aWaiting();
    await finish(request);
    await world.advance(2 * DAY_MS - HOUR_MS);
    await clock();
    expect(await told()).toMatchObject([{ count: 1 }]);
    await world.advance(2 * HOUR_MS);
    await clock();
    await world.advance(5 * DAY_MS);
    await clock();
    expect(await told()).toMatchObject([{ count: 2, title: expect.stringMatching(/Is it solved\?$/) as string }]);
    expect(await read(adam, key)).toMatchObject({ state: "open", proof: { status: "Completed" } });
  });

  test.each(["answer", "reply"] as const)("is not asked about again after this word: %s", async (word) => {
    const { world, ada, adam, key, request, finish, clock, told, ...doing } = await aWaiting();
    await finish(request);
    await doing[word](word === "answer" ? adam : ada, key);
    await world.advance(3 * DAY_MS);
    await clock();
    expect(await told()).toMatchObject([{ count: 1 }]);
  });

  test("does not wait for what has ended, is a draft, or has too many tickets behind it", async () => {
    const { world, ada, adam, key, request, ask, cancel, waitFor, ticketRow } = await aWaiting();
    await cancel(request);
    expect(await codeOf(waitFor(adam, key, request.key))).toBe("too-late");
    const draft = await ask(adam.id);
    await world.run((ctx) => ctx.db.patch(draft._id, { status: "Draft" }));
    expect(await codeOf(waitFor(adam, key, draft.key))).toBe("too-early");
    expect(await ticketRow(key)).toMatchObject({ state: "open", proof: { status: "Cancelled" } });
    const next = await ask(ada.id);
    await world.run(async (ctx) => {
      for (let place = 0; place < MAX_WAITING; place += 1)
        await aTicketRow(ctx, { requesterId: ada.id, waitsForId: next._id });
    });
    expect(await codeOf(waitFor(adam, key, next.key))).toBe("too-many");
  });

  test("hears of the end also after a reply or a day that came, and not after an agent's own step", async () => {
    const { world, ada, adam, key, request, ask, finish, cancel, clock, reply, read, resume, resolve, ...doing } =
      await aWaiting();
    await reply(ada, key, "Thanks");
    expect(await read(adam, key)).toMatchObject({ state: "open", waitsFor: { request: request.key, task: null } });
    expect(await read(ada, key)).toMatchObject({ waitsFor: null });
    await doing.waitFor(adam, key, request.key, world.now() + DAY_MS);
    await world.advance(DAY_MS + HOUR_MS);
    await clock();
    expect(await read(adam, key)).toMatchObject({ state: "open", waitsFor: { request: request.key, task: null } });
    await finish(request);
    expect(await read(adam, key)).toMatchObject({ proof: { key: request.key } });
    await doing.answer(adam, key);
    for (const forget of [resume, doing.wait, resolve]) {
      if ((await read(adam, key))?.state === "resolved") await reply(ada, key);
      const next = await ask();
      await doing.waitFor(adam, key, next.key);
      expect(await read(adam, key)).toMatchObject({ proof: null, waitsFor: { request: next.key, task: null } });
      await forget(adam, key);
      const { state } = await doing.ticketRow(key);
      await cancel(next);
      expect(await doing.ticketRow(key)).toMatchObject({ state });
      expect(await read(adam, key)).toMatchObject({ proof: null, waitsFor: null });
    }
  });

  test("that is merged stays where it is, and hears of the end when the merge is undone (S2)", async () => {
    const { world, ada, adam, key, request, finish, create, merge, unmerge, ticketRow, told } = await aWaiting();
    const before = await ticketRow(key);
    const other = await create(ada);
    await world.advance(HOUR_MS);
    await merge(adam, key, other);
    await unmerge(adam, key);
    expect(await ticketRow(key)).toEqual(before);
    await merge(adam, key, other);
    const [merged, target] = [await ticketRow(key), await ticketRow(other)];
    await finish(request);
    expect(await ticketRow(key)).toEqual(merged);
    expect(await ticketRow(other)).toEqual(target);
    expect(await told()).toEqual([]);
    await unmerge(adam, key);
    expect(await ticketRow(key)).toMatchObject({ state: "open", proof: { status: "Completed" } });
    expect(await told()).toHaveLength(1);
  });
});
