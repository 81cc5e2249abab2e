/** Mails from other addresses wait for the agents of their ticket, and for nobody else. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aTicketAnsweredByMail, aTicketRow } from "../tickets/scenes.testing";

afterEach(endWorld);

const { add, drop } = api.ticketMail.mutations;
const { held, tickets } = api.ticketMail.queries;
const TOKEN = "a".repeat(32);
const BODY = "Mallory says hunter2\n\nOn Mon, 2 Nov 2026, Data Portal wrote:\n> We look at it";

/** ada's ticket waits for her, and a mail of eve's to her address is held. */
async function aHeldMail() {
  const support = await aTicketAnsweredByMail(TOKEN);
  const { world, key } = support;
  const post = (messageId = "m1@mail.test", body = BODY) =>
    world.internal(internal.tickets.internal.takeMail, { token: TOKEN, from: "eve@evil.test", messageId, body });
  expect(await post()).toBe("held");
  const [row] = await world.rows("ticketHeldMails");
  const id = row?._id as Id<"ticketHeldMails">;
  const waiting = async (by: TestPerson) => (await by.query(held, { key })).length;
  return { ...support, post, id, waiting };
}

test("its agents see who wrote it, to whose address and what, and find its ticket [S26]", async () => {
  const { adam, ada, gina, key, join, waiting, world } = await aHeldMail();
  const [mail] = await adam.query(held, { key });
  expect(mail).toMatchObject({ key, from: "eve@evil.test", sender: null, sentTo: "Ada Tester", body: BODY });
  expect(await adam.query(tickets, {})).toEqual([{ key, title: "Orders do not load" }]);
  await join(key, gina);
  await world.run(async (ctx) => mail && ctx.db.patch(mail.id, { from: "gina@ao.com" }));
  expect((await adam.query(held, { key }))[0]?.sender).toMatchObject({ isParty: true });
  expect(await waiting(adam)).toBe(1);
  for (const by of [ada, gina]) {
    expect(await codeOf(by.query(held, { key }))).toBe("not-allowed");
    expect(await codeOf(by.query(tickets, {}))).toBe("not-allowed");
  }
});

test("no agent sees or decides about one in a ticket of their own, whatever they answer otherwise [S26]", async () => {
  const { adam, kim, id, key, join, waiting, world, ticketRow } = await aHeldMail();
  await join(key, kim);
  expect([await waiting(kim), await kim.query(tickets, {})]).toEqual([0, []]);
  expect(await codeOf(kim.mutation(add, { id, visibility: "internal" }))).toBe("not-found");
  expect(await codeOf(kim.mutation(drop, { id }))).toBe("not-found");
  expect([await waiting(adam), (await ticketRow(key)).state]).toEqual([1, "waitingOnRequester"]);
  expect((await world.rows("ticketMessages")).some(({ body }) => body === BODY)).toBe(false);
});

test("added for everybody it is in the agent's name, with its address, and the next step is support's [S26]", async () => {
  const { adam, ada, kim, id, key, read, ticketRow, waiting, world } = await aHeldMail();
  await adam.mutation(add, { id, visibility: "public" });
  const said = { body: BODY, isByMail: true, mailFrom: "eve@evil.test", isAnswer: false, visibility: "public" };
  expect((await read(ada, key))?.messages.at(-1)).toMatchObject({ ...said, isMine: false });
  expect((await read(adam, key))?.messages.at(-1)).toMatchObject({ ...said, isMine: true });
  expect(await ticketRow(key)).toMatchObject({ state: "open" });
  const news = (await world.rows("notifications")).filter(({ title }) => title === `Support added a mail to ${key}`);
  expect(news.map(({ recipientId }) => recipientId)).toEqual([ada.id]);
  expect(await waiting(adam)).toBe(0);
  expect(await codeOf(kim.mutation(add, { id, visibility: "public" }))).toBe("duplicate");
  expect(await codeOf(kim.mutation(drop, { id }))).toBe("duplicate");
  expect(JSON.stringify(await world.rows("ticketHeldMails"))).not.toMatch(/hunter2|eve@/);
});

test("added for everybody it is news to whoever has the ticket, and breaks the silence after a proof as a reply does [S26]", async () => {
  const { adam, kim, id, key, assign, ticketRow, world } = await aHeldMail();
  await assign(adam, key, kim);
  const { _id } = await ticketRow(key);
  await world.run((ctx) => ctx.db.patch(_id, { state: "open", turnAt: world.now() + DAY_MS, silence: undefined }));
  await adam.mutation(add, { id, visibility: "public" });
  const replied = (await world.rows("notifications")).filter(({ kind }) => kind === "ticket.replied");
  expect(replied.map(({ recipientId, title }) => [recipientId, title])).toEqual([[kim.id, `New reply in ${key}`]]);
  expect(await ticketRow(key)).not.toHaveProperty("turnAt");
});

test("added for agents alone it moves nothing, and its requester neither reads nor hears of it [S26]", async () => {
  const { adam, ada, id, key, read, ticketRow, world } = await aHeldMail();
  const before = [await ticketRow(key), (await world.rows("notifications")).length];
  await adam.mutation(add, { id, visibility: "internal" });
  expect([await ticketRow(key), (await world.rows("notifications")).length]).toEqual(before);
  expect(JSON.stringify(await read(ada, key))).not.toMatch(/hunter2|eve@/);
  expect((await read(adam, key))?.messages.at(-1)).toMatchObject({ body: BODY, mailFrom: "eve@evil.test" });
});

test("in a ticket that is over it is added for agents alone [S26]", async () => {
  const { adam, id, key, resume, resolve, ticketRow } = await aHeldMail();
  await resume(adam, key);
  await resolve(adam, key);
  expect(await codeOf(adam.mutation(add, { id, visibility: "public" }))).toBe("wrong-state");
  expect((await ticketRow(key)).state).toBe("resolved");
  await adam.mutation(add, { id, visibility: "internal" });
  expect((await ticketRow(key)).state).toBe("resolved");
});

test("dropped, or old, its words are gone; the same mail is not held again [S26]", async () => {
  const { adam, id, key, post, waiting, world, clock, ticketRow } = await aHeldMail();
  const before = await ticketRow(key);
  await adam.mutation(drop, { id });
  expect([await waiting(adam), await ticketRow(key)]).toEqual([0, before]);
  expect(JSON.stringify(await world.rows("ticketHeldMails"))).not.toMatch(/hunter2|eve@/);
  expect(await post()).toBe("again");
  expect(await post("m2@mail.test")).toBe("held");
  await world.advance(30 * DAY_MS);
  expect(await waiting(adam)).toBe(0);
  await clock();
  expect(await world.rows("ticketHeldMails")).toEqual([]);
});

test("what is redacted in the ticket is gone from what is held and from what was added, with its address [S16]", async () => {
  const { adam, id, key, post, world } = await aHeldMail();
  const redact = (words: string) =>
    adam.mutation(api.tickets.mutations.redact, { key, words, fileIds: [], reason: "A password" });
  await post("m2@mail.test");
  await adam.mutation(add, { id, visibility: "public" });
  expect(await adam.query(api.tickets.queries.redactable, { key, words: "hunter2" })).toBe(2);
  await redact("hunter2");
  await redact("eve@evil.test");
  for (const table of ["ticketHeldMails", "ticketMessages", "notifications"] as const)
    expect(JSON.stringify(await world.rows(table)), table).not.toMatch(/hunter2|eve@/);
});

test("no more wait than agents can look through [S26]", async () => {
  const { ada, post, ticketRow, key, world } = await aHeldMail();
  const { _id: ticketId, ...fields } = await ticketRow(key);
  await world.run(async (ctx) => {
    const { _creationTime: _, ...copy } = fields;
    const other = await ctx.db.insert("tickets", { ...copy, key: "TKT-900" });
    const mail = { ticketId: other, personId: ada.id, from: "eve@evil.test", body: "x", receivedAt: world.now() };
    for (let nth = 1; nth < 500; nth += 1)
      await ctx.db.insert("ticketHeldMails", { ...mail, messageId: `${nth}@m.test` });
  });
  expect(await post("m2@mail.test")).toBe("too-many");
  expect((await world.rows("ticketHeldMails")).filter((mail) => mail.ticketId === ticketId)).toHaveLength(1);
});

test("an added mail is nobody's question: it is split off for nobody, and is not among what its agent wrote [S22]", async () => {
  const { adam, id, key, read } = await aHeldMail();
  await adam.mutation(add, { id, visibility: "public" });
  const message = (await read(adam, key))?.messages.at(-1);
  const wish = { key, messageId: message?.id as Id<"ticketMessages">, title: "Another matter", topic: "data" as const };
  expect(await codeOf(adam.mutation(api.conversions.mutations.split, wish))).toBe("not-eligible");
});

test("files fill no disk: what waits in one ticket and in all of them has a sum, and what was decided counts no more [S26]", async () => {
  const { world, adam, key } = await aHeldMail();
  const MB = 1024 * 1024;
  const send = async (token: string, messageId: string, megabytes: number) => {
    const file = { storageId: await world.file("x"), name: "a.txt", contentType: "text/plain", size: megabytes * MB };
    const mail = { token, from: "eve@evil.test", messageId, body: "See the file", files: [file] };
    return await world.internal(internal.tickets.internal.takeMail, mail);
  };
  expect([await send(TOKEN, "big", 51), await send(TOKEN, "f1", 30), await send(TOKEN, "f2", 21)]).toEqual([
    "too-many",
    "held",
    "too-many",
  ]);
  expect(await world.rows("ticketUploads")).toHaveLength(1);
  const waiting = await adam.query(held, { key });
  await adam.mutation(drop, { id: waiting.find(({ files }) => files.length > 0)!.id });
  expect(await send(TOKEN, "f2", 21)).toBe("held");
  // The same sum elsewhere: a flood over many tickets meets the one for all of them.
  await world.run(async (ctx) => {
    const [row] = await ctx.db.query("ticketHeldMails").collect();
    for (let n = 0; n < 12; n += 1) {
      const { _id, _creationTime, ...fields } = row!;
      const { _id: ticketId } = await aTicketRow(ctx, { requesterId: row!.personId });
      const bytes = { fileBytes: 40 * MB, decidedAt: undefined };
      await ctx.db.insert("ticketHeldMails", { ...fields, ...bytes, ticketId, messageId: `flood${n}` });
    }
  });
  expect(await send(TOKEN, "f3", 1)).toBe("too-many");
});
