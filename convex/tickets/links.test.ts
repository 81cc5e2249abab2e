import { afterEach, describe, expect, test } from "vitest";
import { endWorld, type TestPerson } from "../../e2e/support/functions-world";
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
