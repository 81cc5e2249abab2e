import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

/** A ticket of ada's in which fay takes part, and the mails about it. */
async function aSupportWithMail() {
  const support = await aSupport();
  const { world, key, join, fay } = support;
  await join(key, fay);
  return {
    ...support,
    /** The mails that left since it was asked last. */
    mailed: async () => {
      await world.advance(2 * MINUTE_MS);
      await world.internal(internal.notifications.internal.mailDue, {});
      const claimed = await world.internal(internal.notifications.internal.claim, { portalUrl: "https://portal.test" });
      for (const { id } of claimed)
        await world.internal(internal.notifications.internal.settle, { id, result: "sent" });
      return claimed;
    },
  };
}

describe("an answer is mailed (S25)", () => {
  test("to requester and participants, each by themselves, with all its words and where to answer", async () => {
    const { world, key, adam, answer, mailed } = await aSupportWithMail();
    const body = `It loads again.\n\n${"Long. ".repeat(100)}`.trim();
    await answer(adam, key, body);
    const mails = (await mailed()).filter(({ kind }) => kind === "ticket");
    expect(mails.map(({ to }) => to).toSorted()).toEqual(["ada@ao.com", "fay@ao.com"]);
    const mail = mails.find(({ to }) => to === "ada@ao.com");
    expect(mail?.subject).toBe(`[${key}] Orders do not load`);
    const [said] = await world.rows("ticketMessages");
    expect(mail?.text.split("\n\n")).toEqual([
      "Hello Ada,",
      `Support answered in ${key} (Orders do not load)`,
      "Adam Tester wrote:",
      ...body.split("\n\n"),
      `Answer in the portal:\nhttps://portal.test/support/${key}#message-${said?._id}`,
      "Why you get this: You take part in this ticket.",
      "Choose what is mailed to you, and how often:\nhttps://portal.test/notifications?tab=settings",
      "Data Portal",
    ]);
  });

  test("with nothing internal: no note, tag, priority, assignee or finding, and nothing a participant may not read", async () => {
    const { world, key, adam, kim, note, answer, assign, prioritise, mailed } = await aSupportWithMail();
    await note(adam, key, "Secret of support");
    await prioritise(adam, key, "Critical");
    await assign(adam, key, kim);
    await adam.mutation(api.ticketTags.mutations.change, { key, add: ["returns"], remove: [] });
    await answer(kim, key, "We look at it");
    await note(adam, key, "Another secret");
    await mailed();
    const texts = (await world.rows("mailOutbox")).filter(({ kind }) => kind === "ticket").map((mail) => mail.text);
    expect(texts).toHaveLength(2);
    for (const secret of ["ecret", "Critical", "returns", "ssign", "Adam"]) expect(texts.join()).not.toContain(secret);
  });

  test("with the answers since the last mail, those that stand between mails told once", async () => {
    const { key, adam, reply, ada, answer, mailed } = await aSupportWithMail();
    await answer(adam, key, "First");
    await answer(adam, key, "Second");
    const before = (await mailed()).find(({ to }) => to === "ada@ao.com")?.text;
    expect(before).toContain("First");
    expect(before).toContain("Second");
    await reply(ada, key, "My own words");
    await answer(adam, key, "Third");
    const after = (await mailed()).filter(({ kind }) => kind === "ticket");
    expect(after).toHaveLength(2);
    for (const { text } of after) {
      expect(text).toContain("Third");
      for (const known of ["First", "Second", "My own words"]) expect(text).not.toContain(known);
    }
  });

  test("as one conversation for each reader: every mail has its own name and refers to those before it", async () => {
    const { world, key, adam, answer, mailed } = await aSupportWithMail();
    const threads: Record<string, { id: string; references: string[]; token: string }[]> = {};
    for (let round = 1; round <= 12; round += 1) {
      await world.advance(6 * MINUTE_MS);
      await answer(adam, key, `Answer ${round}`);
      for (const { to, thread } of await mailed()) if (thread) (threads[to] ??= []).push(thread);
    }
    const { "ada@ao.com": adas = [], "fay@ao.com": fays = [] } = threads;
    const [first] = adas;
    expect([adas.length, fays.length]).toEqual([12, 12]);
    expect(first?.references).toEqual([]);
    expect(adas[1]?.references).toEqual([first?.id]);
    expect(adas[11]?.references).toEqual([first?.id, ...adas.slice(2, 11).map(({ id }) => id)]);
    expect(new Set([...adas, ...fays].map(({ id }) => id)).size).toBe(24);
    expect(new Set(adas.map(({ token }) => token)).size).toBe(1);
    expect(first?.token).toMatch(/^[a-z2-7]{32}$/);
    expect(fays[0]?.token).not.toBe(first?.token);
  });

  test("not when it was seen in between, nor to whoever left, and in the digest of those who chose that", async () => {
    const { world, key, ada, adam, fay, answer, remove, mailed } = await aSupportWithMail();
    const { markSeen, saveSettings } = api.notifications.mutations;
    await answer(adam, key, "For both");
    await ada.mutation(markSeen, { ids: idsOf(await world.rows("notifications"), ada.id) });
    await remove(ada, key, fay);
    expect((await mailed()).filter(({ kind }) => kind === "ticket")).toEqual([]);
    await ada.mutation(saveSettings, { email: { support: "daily" } });
    await answer(adam, key, "For the digest");
    expect((await mailed()).filter(({ to }) => to === "ada@ao.com")).toEqual([]);
    await world.advance(24 * HOUR_MS);
    expect((await mailed()).filter(({ to }) => to === "ada@ao.com")).toMatchObject([{ kind: "digest" }]);
  });

  test("to nobody who is no party of the ticket any more, whatever their notice says", async () => {
    const { world, key, adam, fay, answer, mailed } = await aSupportWithMail();
    await answer(adam, key, "For both");
    await world.run(async (ctx) => {
      const row = await ctx.db
        .query("ticketParticipants")
        .withIndex("by_person", (q) => q.eq("personId", fay.id))
        .first();
      if (row) await ctx.db.delete(row._id);
    });
    expect((await mailed()).filter(({ kind }) => kind === "ticket").map(({ to }) => to)).toEqual(["ada@ao.com"]);
  });

  test("and so is a mail that support added for everybody, with its words, its address and without what it quotes", async () => {
    const { world, key, adam, answer, wait, ticketRow, ada, mailed } = await aSupportWithMail();
    await answer(adam, key);
    await wait(adam, key);
    const before = await mailed();
    expect(before).not.toEqual([]);
    const { _id: ticketId } = await ticketRow(key);
    const token = "a".repeat(32);
    const address = { ticketId, personId: ada.id, token, mails: 1, thread: [`${token}.1`] };
    await world.run((ctx) => ctx.db.insert("ticketAddresses", address));
    const body =
      "It fails at {portal} too.\n\nSince Monday.\n\nOn Mon, 2 Nov 2026, Data Portal wrote:\n> We look at it";
    const mail = { token, from: "ada@home.test", messageId: "m1@home.test", body };
    await world.internal(internal.tickets.internal.takeMail, mail);
    const [held] = await world.rows("ticketHeldMails");
    if (!held) throw new Error("Not held");
    await adam.mutation(api.ticketMail.mutations.add, { id: held._id, visibility: "public" });
    const letters = (await mailed()).filter(({ kind }) => kind === "ticket");
    expect(letters.map(({ to }) => to).toSorted()).toEqual(["ada@ao.com", "fay@ao.com"]);
    for (const { text } of letters) {
      expect(text.split("\n\n").slice(1, 5)).toEqual([
        `Support added a mail to ${key} (Orders do not load)`,
        "Adam Tester added a mail from ada@home.test:",
        "It fails at  too.",
        "Since Monday.",
      ]);
      expect(text).not.toContain("We look at it");
    }
  });

  test("in plain words: a line break in the title is no header, a typed place no address", async () => {
    const { world, adam, ada, create, answer, mailed } = await aSupportWithMail();
    const key = await create(ada, { title: "Orders\r\nBcc: eve@evil.test" });
    await answer(adam, key, "Look at {portal}/evil and {por{portal}tal}/worse");
    const mail = (await mailed()).find(({ subject }) => subject.includes(key));
    expect(mail?.subject).toBe(`[${key}] Orders Bcc: eve@evil.test`);
    expect(mail?.text.match(/https:\/\/portal\.test/g)).toHaveLength(2);
    expect(await world.rows("mailOutbox")).not.toHaveLength(0);
  });
});

function idsOf<T>(rows: readonly { readonly _id: T; readonly recipientId: unknown }[], recipientId: unknown): T[] {
  return rows.filter((row) => row.recipientId === recipientId).map(({ _id }) => _id);
}
