/** Internal notes mention those who read them, and nobody else hears anything of a note (S36). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { HELD_MS } from "../core/tickets/rules";
import { MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport, aTicketAnsweredByMail } from "../tickets/scenes.testing";

afterEach(endWorld);

async function aMention() {
  const support = await aSupport();
  const { world, key } = support;
  const fullName = async ({ id }: TestPerson): Promise<string> => {
    const person = (await world.rows("people")).find(({ _id }) => _id === id);
    return `${person?.firstName} ${person?.lastName}`;
  };
  const mentions = async () => (await world.rows("notifications")).filter(({ kind }) => kind === "ticket.mentioned");
  const told = async () => (await mentions()).map(({ recipientId }) => recipientId);
  const offered = (by: TestPerson, text = "", ticket = key) =>
    by.query(api.ticketReplies.queries.mentionable, { key: ticket, text });
  return { ...support, fullName, mentions, told, offered };
}

describe("an internal note [S36]", () => {
  test("notifies whoever it mentions once, without a word of it, and by mail neither", async () => {
    const { world, adam, kim, sam, key, note, fullName, mentions } = await aMention();
    const [name, other] = [await fullName(kim), await fullName(sam)];
    for (const who of [kim, sam])
      await who.mutation(api.notifications.mutations.saveSettings, { email: { conversation: "now" } });
    await note(adam, key, `@${name} the secret is hunter2, ask @${other} or @${name}`);
    const found = await mentions();
    expect(found.map(({ recipientId }) => recipientId).toSorted()).toEqual([kim.id, sam.id].toSorted());
    expect(found.map(({ count, body }) => [count, body])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    await world.advance(2 * MINUTE_MS);
    await world.internal(internal.notifications.internal.mailDue, {});
    const mails = (await world.rows("mailOutbox")).filter(({ text }) => text.includes("mentioned you"));
    expect(mails).toHaveLength(2);
    expect(JSON.stringify([found, await world.rows("mailOutbox")])).not.toContain("hunter2");
  });

  test("says nothing to requester, participants, staff, its writer, or an agent who takes part or has left", async () => {
    const { world, ada, adam, kim, sam, gina, key, join, note, fullName, told } = await aMention();
    await join(key, gina);
    await join(key, kim);
    await world.run((ctx) => ctx.db.patch(sam.id, { status: "suspended" }));
    for (const who of [ada, gina, kim, sam, adam]) await note(adam, key, `@${await fullName(who)} look`);
    expect(await told()).toEqual([]);
  });

  test("mentions nobody through another account of the requester's", async () => {
    const { world, adam, key, note, told } = await aMention();
    await world.person("ada.two", {
      email: "ada+two@ao.com",
      roles: ["staff", "admin"],
      firstName: "Ida",
      lastName: "Two",
    });
    await note(adam, key, "@Ida Two look");
    expect(await told()).toEqual([]);
  });
});

test("an answer, a reply and what is held mention nobody, and notify as they did", async () => {
  const { world, ada, adam, kim, key, answer, reply, fullName, told } = await aMention();
  const words = `Ask @${await fullName(kim)}`;
  await answer(adam, key, words);
  await reply(ada, key, words);
  await adam.mutation(api.ticketReplies.mutations.hold, { key, body: words });
  await world.advance(HELD_MS + 1);
  expect(await told()).toEqual([]);
});

test("a mail mentions nobody: not as a reply of a party, nor where an agent adds it as a note", async () => {
  const { world, adam, kim } = await aTicketAnsweredByMail("a".repeat(32));
  const mail = { token: "a".repeat(32), body: "Ask @Kim Tester" };
  const take = (from: string, messageId: string) =>
    world.internal(internal.tickets.internal.takeMail, { ...mail, from, messageId });
  expect(await take("ada@ao.com", "m1@mail.test")).toBe("added");
  expect(await take("eve@evil.test", "m2@mail.test")).toBe("held");
  const [held] = await world.rows("ticketHeldMails");
  if (!held) throw new Error("No mail was held");
  await adam.mutation(api.ticketMail.mutations.add, { id: held._id, visibility: "internal" });
  const kinds = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === kim.id);
  expect(kinds.map(({ kind }) => kind)).not.toContain("ticket.mentioned");
  expect((await world.rows("ticketMessages")).filter(({ body }) => body === mail.body)).toHaveLength(2);
});

describe("whom a note can mention", () => {
  test("is offered to its agents: those who read it beside themselves, by the beginning of a name", async () => {
    const { adam, kim, sam, offered, fullName } = await aMention();
    const [name, other] = [await fullName(kim), await fullName(sam)];
    expect(await offered(adam)).toEqual(expect.arrayContaining([name, other]));
    expect(await offered(adam)).not.toContain(await fullName(adam));
    expect(await offered(adam, name.slice(0, 3).toUpperCase())).toContain(name);
    expect(await offered(adam, (name.split(" ")[1] ?? "").slice(0, 3))).toContain(name);
    expect(await offered(adam, name.slice(1, 4))).toEqual([]);
  });

  test("is offered to nobody in a ticket of their own, and asked by those who answer alone", async () => {
    const { ada, adam, kim, key, create, join, offered } = await aMention();
    expect(await offered(adam, "", await create(adam))).toEqual([]);
    await join(key, kim);
    expect(await offered(kim)).toEqual([]);
    expect(await codeOf(offered(ada))).toBe("not-allowed");
  });
});
