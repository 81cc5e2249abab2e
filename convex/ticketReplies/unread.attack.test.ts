/** Nobody answers a ticket, lets it wait or ends it past words that arrived while they wrote; nothing is lost (S37). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { HELD_MS } from "../core/tickets/rules";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const { hold, sendNow, undo } = api.ticketReplies.mutations;

/** adam has read ada's ticket; everything afterwards arrives while he writes. */
async function aWriter() {
  const support = await aSupport();
  const { world, ada, adam, key, ticketRow } = support;
  const readUpTo = world.now();
  await world.advance(1000);
  const says = (by: TestPerson, up: number = readUpTo) =>
    by.mutation(hold, { key, body: "We look at it", readUpTo: up });
  const resolves = (by: TestPerson, up: number = readUpTo) =>
    by.mutation(hold, { key, body: "Done", after: "resolve", cause: "data", readUpTo: up });
  const waits = (by: TestPerson, up: number = readUpTo) =>
    by.mutation(api.tickets.mutations.wait, { key, on: "waitingOnRequester", until: null, what: null, readUpTo: up });
  const answers = (by: TestPerson, up: number = readUpTo) =>
    by.mutation(api.tickets.mutations.say, { key, body: "We look at it", visibility: "public", readUpTo: up });
  const said = async () => (await support.read(ada, key))?.messages.map(({ body }) => body);
  const draft = () => adam.query(api.tickets.queries.draft, { key });
  const left = async () => [await ticketRow(key), await said(), (await world.rows("auditEvents")).length];
  return { ...support, readUpTo, says, resolves, waits, answers, said, draft, left };
}

describe("words that arrived unread [S37]", () => {
  test("of another agent or of the requester hold up an answer, a wait and the end, and change nothing", async () => {
    const { world, ada, adam, kim, key, answer, reply, says, resolves, waits, answers, left } = await aWriter();
    const unread = [() => answer(kim, key, "Ours"), () => reply(ada, key)];
    for (const arrives of unread) {
      const upTo = world.now();
      await world.advance(1000);
      await arrives();
      const before = await left();
      for (const does of [says, resolves, waits, answers])
        expect(await codeOf(does(adam, upTo))).toBe("changed-meanwhile");
      expect(await left()).toEqual(before);
      await world.advance(1000);
    }
    await says(adam, world.now());
  });

  test("name who wrote, so that they are read before it is sent again", async () => {
    const { adam, kim, key, answer, says } = await aWriter();
    await answer(kim, key);
    await expect(says(adam)).rejects.toMatchObject({
      data: { message: `Kim Tester wrote in ${key} in the meantime. Read it, then send yours again.` },
    });
  });

  test("also where they were said in what was merged into the ticket", async () => {
    const { world, ada, adam, kim, key, claim, create, merge, reply, says, resolves } = await aWriter();
    await claim(adam, key);
    const part = await create(ada);
    await merge(kim, part, key);
    const upTo = world.now();
    await world.advance(1000);
    await reply(ada, part);
    for (const does of [says, resolves]) expect(await codeOf(does(adam, upTo))).toBe("changed-meanwhile");
  });

  test("hold up the end of a ticket that is chosen in the queue, whose line says up to when it was read", async () => {
    const { world, ada, adam, key, reply, ticketRow } = await aWriter();
    const line = async () => {
      const { rows } = await adam.query(api.tickets.queries.queue, { filter: { show: "all" }, size: 25 });
      return rows.find((row) => row.key === key)!;
    };
    const resolves = (readUpTo: number) =>
      adam.mutation(api.tickets.mutations.say, {
        key,
        body: "Done",
        visibility: "public",
        after: "resolve",
        cause: "data",
        readUpTo,
      });
    const { updatedAt } = await line();
    await world.advance(1000);
    await reply(ada, key, "One more thing");
    expect(await codeOf(resolves(updatedAt))).toBe("changed-meanwhile");
    expect((await ticketRow(key)).state).not.toBe("resolved");
    await resolves((await line()).updatedAt);
    expect((await ticketRow(key)).state).toBe("resolved");
  });

  test("are none that one wrote oneself, read, or that are internal; and an internal note asks about none", async () => {
    const { world, adam, kim, key, answer, note, answers, waits, said } = await aWriter();
    await answer(adam, key, "Ours, from another window");
    await note(kim, key);
    await waits(adam);
    await answers(adam);
    await answer(kim, key);
    const internal = { key, body: "A note", visibility: "internal" as const, readUpTo: 0 };
    await adam.mutation(api.tickets.mutations.say, internal);
    await world.advance(1000);
    await answers(adam, world.now());
    const ours = "We look at it";
    expect(await said()).toEqual(["Ours, from another window", ours, ours, ours]);
  });
});

describe("a reply that is held when another is sent [S37]", () => {
  test("is a draft again, which says who wrote, and is sent once that is read", async () => {
    const { world, adam, kim, key, answer, says, said, draft } = await aWriter();
    await says(adam);
    await answer(kim, key, "Ours");
    await world.advance(HELD_MS + 1);
    expect(await said()).toEqual(["Ours"]);
    expect(await draft()).toMatchObject({
      draft: { body: "We look at it" },
      sendsAt: null,
      unsentBecause: `Kim Tester wrote in ${key} in the meantime. Read it, then send yours again.`,
    });
    await says(adam, world.now());
    await world.advance(HELD_MS + 1);
    expect(await said()).toEqual(["Ours", "We look at it"]);
    expect(await draft()).toBeNull();
  });

  test("is not sent at once past it either: it stays held, and is taken back as it was", async () => {
    const { adam, kim, key, answer, says, said, draft } = await aWriter();
    await says(adam);
    await answer(kim, key, "Ours");
    expect(await codeOf(adam.mutation(sendNow, { key }))).toBe("changed-meanwhile");
    await adam.mutation(undo, { key });
    expect(await said()).toEqual(["Ours"]);
    expect(await draft()).toMatchObject({ draft: { body: "We look at it" }, sendsAt: null });
  });

  test("of two that are held at once the first is sent, and the second asks", async () => {
    const { world, adam, kim, says, said, draft } = await aWriter();
    await says(kim);
    await world.advance(1000);
    await says(adam);
    await world.advance(HELD_MS + 1);
    expect(await said()).toHaveLength(1);
    expect((await draft())?.unsentBecause).toMatch(/^Kim Tester wrote/);
  });
});
