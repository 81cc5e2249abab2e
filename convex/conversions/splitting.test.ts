/** A message about something else becomes a ticket of its own. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { MAX_OPENED, MAX_TICKETS } from "../core/tickets/rules";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupportWithFiles } from "../tickets/files.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

/** A ticket of Ada's in which Zoe takes part, and what is split off. */
async function splitting() {
  const support = await aSupport();
  const { world, ada, adam, key, add, reply } = support;
  const zoe = await world.person("zoe");
  await add(ada, key, zoe);
  await reply(zoe, key, "And the prices are wrong, too");
  const messages = async () => await world.rows("ticketMessages");
  const messageId = (await messages())[0]!._id;
  return {
    ...support,
    zoe,
    messages,
    messageId,
    split: (by: TestPerson = adam, change: Partial<{ key: string; messageId: typeof messageId; title: string }> = {}) =>
      by.mutation(api.conversions.mutations.split, { key, messageId, title: "Prices", topic: "cost", ...change }),
  };
}

describe("a message that is split off [S22]", () => {
  test("is a ticket of whoever wrote it, in their words, and they are told", async () => {
    const { world, zoe, key, split, ticketRow, read } = await splitting();
    const next = await split();
    const first = await ticketRow(key);
    expect(await ticketRow(next)).toMatchObject({
      requesterId: zoe.id,
      title: "Prices",
      description: "And the prices are wrong, too",
      topic: "cost",
      state: "new",
      followUpOfId: first._id,
    });
    expect((await read(zoe, next))?.isRequester).toBe(true);
    const notices = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === zoe.id);
    expect(notices.map(({ title }) => title)).toContain(`What you wrote in ${key} is now ${next}`);
  });

  test("is news to those who answer it, as any new ticket, and not to whoever split it off", async () => {
    const { world, adam, split, ticketRow } = await splitting();
    const eve = await world.person("eve", { roles: ["staff", "admin"] });
    const { _id } = await ticketRow(await split(adam));
    const news = (await world.rows("notifications")).filter(({ subject }) => subject.id === _id);
    const of = (kind: string) => news.filter((one) => one.kind === kind).map(({ recipientId }) => recipientId);
    expect(of("ticket.created")).toEqual([eve.id]);
  });

  test("stays where it was said, with the way there for its author and agents alone", async () => {
    const { ada, adam, zoe, key, split, read } = await splitting();
    const next = await split();
    const seen = async (by: TestPerson) =>
      (await read(by, key))?.messages.find(({ visibility }) => visibility === "public")?.splitInto;
    expect([await seen(adam), await seen(zoe), await seen(ada)]).toEqual([next, next, null]);
    expect(await read(ada, next)).toBeNull();
    const notes = async (of: string) => (await read(adam, of))?.messages.at(-1)?.body;
    expect([await notes(key), await notes(next)]).toEqual([`Split off as ${next}`, `Split off from ${key}`]);
  });

  test("is split off once, by agents of the ticket, out of that ticket, with a title", async () => {
    const { world, ada, adam, kim, zoe, key, create, answer, note, messages, messageId, split } = await splitting();
    for (const stranger of [ada, zoe]) expect(await codeOf(split(stranger))).toBe("not-allowed");
    expect(await codeOf(split(adam, { title: " " }))).toBe("invalid-input");
    expect(await codeOf(split(adam, { key: await create(ada) }))).toBe("not-found");
    await answer(adam, key);
    await note(adam, key);
    for (const one of (await messages()).filter(({ _id }) => _id !== messageId))
      expect(await codeOf(split(adam, { messageId: one._id }))).toBe("not-eligible");
    const own = await create(kim);
    expect(await codeOf(split(kim, { key: own }))).toBe("not-eligible");
    const before = (await world.rows("tickets")).length;
    await split();
    expect(await codeOf(split(kim))).toBe("duplicate");
    expect((await world.rows("tickets")).length).toBe(before + 1);
  });

  test("counts for the agent's hour with the tickets they open, and not for that of whoever wrote it", async () => {
    const { world, ada, adam, kim, zoe, messages, split, create } = await splitting();
    for (let place = 0; place < MAX_TICKETS; place += 1) await create(zoe);
    await split();
    await world.advance(3_600_001);
    const [{ _id: __, _creationTime: ___, splitIntoId: ____, ...message }] = (await messages()) as [
      Doc<"ticketMessages">,
    ];
    const again = async (by: TestPerson) =>
      await split(by, { messageId: await world.run((ctx) => ctx.db.insert("ticketMessages", message)) });
    for (let place = 1; place < MAX_OPENED; place += 1) await again(adam);
    const { openFor } = api.ticketParties.mutations;
    const words = { title: "Called", description: "About it", topic: "data" as const, related: null, tells: false };
    await adam.mutation(openFor, { personId: ada.id, ...words });
    expect(await codeOf(again(adam))).toBe("rate-limited");
    expect(await codeOf(adam.mutation(openFor, { personId: ada.id, ...words }))).toBe("rate-limited");
    await again(kim);
    for (let place = 0; place < MAX_TICKETS; place += 1) await create(zoe);
    expect(await codeOf(create(zoe))).toBe("rate-limited");
  });

  test("loses what is redacted in the first ticket [S16]", async () => {
    const { adam, key, split, ticketRow } = await splitting();
    const next = await split(adam, { title: "The prices" });
    await adam.mutation(api.tickets.mutations.redact, { key, words: "prices", fileIds: [], reason: "Not public" });
    expect(await ticketRow(next)).toMatchObject({
      title: "The [redacted]",
      description: "And the [redacted] are wrong, too",
    });
  });
});

describe("the files of a message that is split off [S22]", () => {
  /** What zoe wrote with a file, split off; `files` of a ticket as somebody reads them there, beside its description. */
  async function splitWithFile() {
    const support = await aSupportWithFiles();
    const { world, ada, adam, key, add, upload } = support;
    const zoe = await world.person("zoe");
    await add(ada, key, zoe);
    const fileId = await upload(zoe, key);
    await zoe.mutation(api.tickets.mutations.reply, { key, body: "The prices are wrong", uploadIds: [fileId] });
    const [message] = await world.rows("ticketMessages");
    if (!message) throw new Error("Nothing was said");
    const wish = { key, messageId: message._id, title: "Prices", topic: "cost" as const };
    const next = await adam.mutation(api.conversions.mutations.split, wish);
    const [file] = (await support.ticketRow(next)).files ?? [];
    if (!file) throw new Error("No file went along");
    const redact = (by: TestPerson, of: string, id: typeof fileId) =>
      by.mutation(api.tickets.mutations.redact, { key: of, words: null, fileIds: [id], reason: "Not public" });
    const isOpen = async (by: TestPerson, id: string) =>
      await support.open(by, id).then(
        () => true,
        () => false,
      );
    return { ...support, zoe, next, fileId, file, redact, isOpen };
  }

  test("go along as they are, once stored, and are read by the readers of each ticket alone", async () => {
    const { ada, adam, zoe, gina, next, fileId, file, isOpen, open, stored, read } = await splitWithFile();
    expect((await read(zoe, next))?.files).toEqual([file]);
    expect(file).toEqual({ ...file, name: "screen.png", contentType: "image/png" });
    expect(await open(zoe, file.id)).toEqual(await open(zoe, fileId));
    expect(await stored()).toHaveLength(1);
    const seen = async (id: string) => await Promise.all([ada, zoe, adam, gina].map((by) => isOpen(by, id)));
    expect(await seen(fileId)).toEqual([true, true, true, false]);
    expect(await seen(file.id)).toEqual([false, true, true, false]);
  });

  test("are gone from both, with their content, where the first ticket is redacted [S16]", async () => {
    const { adam, zoe, key, next, fileId, file, redact, isOpen, stored, read } = await splitWithFile();
    await redact(adam, key, fileId);
    expect([await isOpen(zoe, fileId), await isOpen(zoe, file.id)]).toEqual([false, false]);
    expect([await stored(), (await read(zoe, next))?.files]).toEqual([[], []]);
  });

  test("stay in the first ticket where they are redacted in the new one, until they are there, too [S16]", async () => {
    const { adam, zoe, key, next, fileId, file, redact, isOpen, stored } = await splitWithFile();
    await redact(adam, next, file.id);
    expect([await isOpen(zoe, fileId), await isOpen(zoe, file.id)]).toEqual([true, false]);
    expect(await stored()).toHaveLength(1);
    await redact(adam, key, fileId);
    expect(await stored()).toEqual([]);
  });

  test("are not taken up anew by anybody, and outlive the sweep of stray files", async () => {
    const { world, zoe, fileId, file, permit, take, stored } = await splitWithFile();
    const [storageId] = await stored();
    if (!storageId) throw new Error("Nothing is stored");
    expect(await codeOf(take(zoe, null, await permit(zoe, null), storageId))).toBe("not-found");
    await world.advance(3 * DAY_MS);
    expect(await stored()).toEqual([storageId]);
    expect(await codeOf(zoe.mutation(api.tickets.mutations.dropFile, { uploadId: file.id }))).toBe("not-found");
    expect(await codeOf(zoe.mutation(api.tickets.mutations.dropFile, { uploadId: fileId }))).toBe("not-found");
  });
});
