import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

/** A ticket of ada's that adam has, with where the notices of somebody lead. */
async function aSupportWithNotices() {
  const support = await aSupport();
  const { world, key, adam } = support;
  await support.claim(adam, key);
  return {
    ...support,
    ledTo: async ({ id }: TestPerson, kind: string) =>
      (await world.rows("notifications"))
        .filter((notice) => notice.recipientId === id && notice.kind === kind)
        .map(({ to }) => to),
    messageId: async (body: string) => {
      const said = (await world.rows("ticketMessages")).find((message) => message.body === body);
      if (!said) throw new Error("Nobody said that");
      return said._id;
    },
  };
}

describe("[S40] a notice about what was said leads to it:", () => {
  test("an answer, the newest one once there are several, and what resolves the ticket", async () => {
    const { key, ada, adam, answer, resolve, ledTo, messageId } = await aSupportWithNotices();
    await answer(adam, key, "First");
    await answer(adam, key, "Second");
    expect(await ledTo(ada, "ticket.answered")).toEqual([`/support/${key}#message-${await messageId("Second")}`]);
    await resolve(adam, key, "Loaded again");
    expect(await ledTo(ada, "ticket.answered")).toEqual([`/support/${key}#message-${await messageId("Loaded again")}`]);
  });

  test("a reply, and a note to those it mentions", async () => {
    const { key, ada, adam, kim, reply, note, ledTo, messageId } = await aSupportWithNotices();
    await reply(ada, key, "Still broken");
    expect(await ledTo(adam, "ticket.replied")).toEqual([`/support/${key}#message-${await messageId("Still broken")}`]);
    await note(adam, key, "Look @Kim Tester");
    const noteId = await messageId("Look @Kim Tester");
    expect(await ledTo(kim, "ticket.mentioned")).toEqual([`/support/${key}#message-${noteId}`]);
  });

  test("where the address of a note gets about, its ticket tells its requester nothing of it", async () => {
    const { world, key, ada, adam, note, answer, read, messageId } = await aSupportWithNotices();
    await note(adam, key, "Secret of support");
    await answer(adam, key, "We look at it");
    const shown = JSON.stringify([
      await read(ada, key),
      (await world.rows("notifications")).filter(({ recipientId }) => recipientId === ada.id),
    ]);
    expect(shown).toContain(await messageId("We look at it"));
    expect(shown).not.toContain(await messageId("Secret of support"));
  });
});

describe("[S40] a link leads to where a message is now:", () => {
  const { placeOf } = api.ticketReplies.queries;

  test("from a ticket that its own was merged into, also once that is undone", async () => {
    const { key, ada, adam, create, reply, merge, unmerge, read, messageId, ticketRow } = await aSupportWithNotices();
    const part = await create(ada, { title: "Orders again" });
    await reply(ada, part, "Still broken");
    const said = { id: await messageId("Still broken") };
    const first = { id: (await ticketRow(part))._id };
    await merge(adam, part, key);
    const shown = (await read(ada, key))?.messages.map(({ id }) => id);
    expect(shown).toEqual(expect.arrayContaining([said.id, first.id]));
    for (const isUndone of [false, true]) {
      if (isUndone) await unmerge(adam, part);
      for (const who of [ada, adam]) {
        expect(await who.query(placeOf, said)).toEqual({ key: part, messageId: said.id });
        expect(await who.query(placeOf, first)).toEqual({ key: part, messageId: null });
      }
    }
    expect((await read(ada, key))?.messages.map(({ id }) => id)).not.toContain(said.id);
    expect((await read(ada, part))?.messages.map(({ id }) => id)).toContain(said.id);
  });

  test("of one that became a ticket of its own to the message, which names that ticket", async () => {
    const { key, ada, adam, reply, read, messageId } = await aSupportWithNotices();
    await reply(ada, key, "And the margin is wrong");
    const id = await messageId("And the margin is wrong");
    const wish = { key, messageId: id, title: "The margin is wrong", topic: "data" as const };
    const next = await adam.mutation(api.conversions.mutations.split, wish);
    expect(await ada.query(placeOf, { id })).toEqual({ key, messageId: id });
    expect((await read(ada, key))?.messages.find((message) => message.id === id)).toMatchObject({ splitInto: next });
  });
});
