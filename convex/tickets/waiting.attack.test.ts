/** Tickets that wait for a request: who names it, and what is said of it to whom. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { anIncident } from "../incidents/scenes.testing";
import { DAY_MS, SECOND_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";
import { aWaiting } from "./waiting.testing";

afterEach(endWorld);

const refusalOf = async (promise: Promise<unknown>): Promise<unknown> =>
  await promise.then(
    () => null,
    (error: unknown) => (error as { data?: unknown }).data,
  );

describe("what a ticket waits for (S6)", () => {
  test("is named by those who answer it alone: by nobody in it, no other role and no agent in their own", async () => {
    const { ada, adam, gina, fay, kim, key, request, create, join, waitFor, ticketRow } = await aWaiting();
    const before = await ticketRow(key);
    for (const who of [ada, gina, fay]) expect(await codeOf(waitFor(who, key, request.key))).toBe("not-allowed");
    await join(key, kim);
    expect(await codeOf(waitFor(kim, key, request.key))).toBe("not-eligible");
    const own = await create(adam);
    expect(await codeOf(waitFor(adam, own, request.key))).toBe("not-eligible");
    expect(await ticketRow(key)).toEqual(before);
  });

  test("is answered alike where it does not exist and where it is not theirs to read", async () => {
    const { world, ada, adam, key, ask, waitFor, ticketRow } = await aWaiting();
    const draft = await ask(ada.id);
    await world.run((ctx) => ctx.db.patch(draft._id, { status: "Draft" }));
    const before = await ticketRow(key);
    const unread = await refusalOf(waitFor(adam, key, draft.key));
    expect(unread).toMatchObject({ code: "not-found" });
    for (const name of ["REQ-99999", "", " ", "x".repeat(5000), "__proto__"])
      expect(await refusalOf(waitFor(adam, key, name))).toEqual(unread);
    expect(await ticketRow(key)).toEqual(before);
  });

  test("is not a way to wait for the requester", async () => {
    const { adam, key, request } = await aWaiting();
    const wish = { key, on: "waitingOnRequester", until: null, what: request.key } as const;
    expect(await codeOf(adam.mutation(api.tickets.mutations.wait, wish))).toBe("invalid-input");
  });

  test("is nothing that a requester or participant hears of who does not read it, before its end and after", async () => {
    const { world, ada, adam, fay, gina, key, ask, finish, add, waitFor, read, resume } = await aWaiting();
    const secret = await ask(gina.id);
    await world.run((ctx) => ctx.db.patch(secret._id, { title: "Secret of gina" }));
    await add(ada, key, fay);
    await resume(adam, key);
    await waitFor(adam, key, secret.key);
    for (const who of [ada, fay]) expect(await read(who, key)).toMatchObject({ waitsFor: { request: null } });
    await finish(secret);
    expect(await read(adam, key)).toMatchObject({ proof: { key: secret.key, isForAll: false } });
    const theirs = JSON.stringify([
      await read(ada, key),
      await read(fay, key),
      (await world.rows("notifications")).filter(({ recipientId }) => [ada.id, fay.id].includes(recipientId)),
    ]);
    for (const words of [secret.key, "Secret of gina", "Completed", secret._id]) expect(theirs).not.toContain(words);
  });

  test("is told to no agent who became a party of the ticket, or no longer answers tickets", async () => {
    const { world, ada, adam, key, request, ask, finish, create, claim, waitFor, told, join, ticketRow } =
      await aWaiting();
    const other = await create(ada);
    const next = await ask();
    await claim(adam, other);
    await waitFor(adam, other, next.key);
    const eve = await world.person("eve", { roles: ["staff", "admin"] });
    await join(key, adam);
    await finish(request);
    expect((await told()).map(({ recipientId }) => recipientId)).toEqual([eve.id]);
    await world.run((ctx) => ctx.db.patch(adam.id, { roles: ["staff"] }));
    await finish(next);
    expect((await told()).map(({ recipientId }) => recipientId)).toEqual([eve.id, eve.id]);
    await world.run(async (ctx) => {
      await ctx.db.patch(adam.id, { roles: ["staff", "admin"], status: "suspended" });
    });
    const last = await create(ada);
    const third = await ask();
    await claim(eve, last);
    await waitFor(eve, last, third.key);
    await assignTo(last, adam.id);
    await finish(third);
    expect((await told()).map(({ recipientId }) => recipientId)).toEqual([eve.id, eve.id, eve.id]);
    async function assignTo(ticketKey: string, assigneeId: typeof adam.id): Promise<void> {
      const { _id } = await ticketRow(ticketKey);
      await world.run((ctx) => ctx.db.patch(_id, { assigneeId }));
    }
  });

  test("is not named by its proof to an agent who no longer reads it", async () => {
    const { world, adam, key, request, finish, clock, read, told } = await aWaiting();
    await finish(request);
    await world.run((ctx) => ctx.db.patch(request._id, { status: "Draft" }));
    expect(await read(adam, key)).toMatchObject({ state: "open", proof: null });
    await world.advance(3 * DAY_MS);
    await clock();
    expect((await told()).map(({ title }) => title)).toEqual([
      `${key}: What this ticket waited for has ended. Is it solved?`,
    ]);
  });
});

describe("an agent who has not answered [S3]", () => {
  const DAY_S = DAY_MS / SECOND_MS;

  test("does not wait for the requester: not after a claim, a note, another wait or an opening for them, and nothing changes", async () => {
    const { world, ada, adam, key, create, claim, note, wait, waitFor, ticketRow } = await aSupport();
    await claim(adam, key);
    await note(adam, key);
    const waiting = await create(ada);
    await claim(adam, waiting);
    await waitFor(adam, waiting, null);
    const words = { title: "She called", description: "What do you mean?", topic: "data" as const, related: null };
    const opened = await adam.mutation(api.ticketParties.mutations.openFor, {
      ...words,
      personId: ada.id,
      tells: true,
    });
    const before = JSON.stringify([await world.rows("tickets"), await world.rows("notifications")]);
    for (const ticket of [key, waiting, opened]) {
      expect(await refusalOf(wait(adam, ticket))).toMatchObject({
        code: "too-early",
        message: expect.stringMatching(/^Answer first/) as string,
      });
      expect(await codeOf(wait(adam, ticket, world.now() + DAY_MS))).toBe("too-early");
    }
    expect(JSON.stringify([await world.rows("tickets"), await world.rows("notifications")])).toBe(before);
    expect((await ticketRow(key)).state).toBe("open");
  });

  test("moves the end by waiting for others, and never the first answer: it is late, on screen and in the report", async () => {
    const { world, adam, key, claim, prioritise, waitFor, resume, answer, ticketRow } = await aSupport();
    await claim(adam, key);
    const { createdAt, dueAt } = await ticketRow(key);
    expect(dueAt).toBe(createdAt + 2 * DAY_MS);
    await waitFor(adam, key, null);
    await world.advance(3 * DAY_MS);
    expect((await ticketRow(key)).dueAt).toBe(dueAt);
    await resume(adam, key);
    expect(await ticketRow(key)).toMatchObject({ dueAt, alarmAt: dueAt, pausedSeconds: 3 * DAY_S });
    await prioritise(adam, key, "High");
    await prioritise(adam, key, "Medium");
    await waitFor(adam, key, null);
    await world.advance(DAY_MS);
    await answer(adam, key);
    expect(await ticketRow(key)).toMatchObject({ isAnsweredInTime: false, dueAt: createdAt + 8 * DAY_MS });
    await resume(adam, key);
    expect((await ticketRow(key)).dueAt).toBe(createdAt + 9 * DAY_MS);
  });

  test("is not late by what was resolved meanwhile, and gains nothing of it by a wait before", async () => {
    const { world, ada, adam, key, claim, waitFor, solve, reply, ticketRow } = await aSupport();
    await claim(adam, key);
    const { dueAt } = await ticketRow(key);
    await waitFor(adam, key, null);
    await world.advance(DAY_MS);
    await solve(ada, key);
    await world.advance(2 * DAY_MS);
    await reply(ada, key);
    expect(await ticketRow(key)).toMatchObject({ dueAt: dueAt + 2 * DAY_MS, pausedSeconds: 3 * DAY_S });
  });

  test("gains nothing by an incident either, and its undo leaves the clock as it was", async () => {
    const { world, adam, ofBea, link, unlink, ticketRow } = await anIncident();
    const before = await ticketRow(ofBea);
    await link(adam, ofBea, "INC-1", true);
    await world.advance(3 * DAY_MS);
    expect((await ticketRow(ofBea)).dueAt).toBe(before.dueAt);
    await unlink(adam, ofBea);
    expect(await ticketRow(ofBea)).toEqual(before);
  });

  test("owes its first answer when it did before, also once an incident it waited for twice is undone", async () => {
    const { world, adam, ofBea, link, unlink, waitFor, resume, answer, ticketRow } = await anIncident();
    const { createdAt, dueAt } = await ticketRow(ofBea);
    await link(adam, ofBea, "INC-1", true);
    await world.advance(DAY_MS);
    await resume(adam, ofBea);
    expect(await ticketRow(ofBea)).toMatchObject({ dueAt, pausedSeconds: DAY_S, unansweredSeconds: DAY_S });
    await waitFor(adam, ofBea, "INC-1");
    await unlink(adam, ofBea);
    const undone = await ticketRow(ofBea);
    expect(undone).toMatchObject({ dueAt, pausedSeconds: DAY_S, unansweredSeconds: DAY_S });
    await answer(adam, ofBea);
    // The wait that is undone is the last one; the day before it, which was ended by hand, stays one of waiting.
    expect((await ticketRow(ofBea)).dueAt).toBe(createdAt + 6 * DAY_MS);
  });
});
