/** Files that leave by mail: only those said to everybody, to who is still in the ticket, and not past a redaction (S25). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { carriedFiles, MAX_MAILED_BYTES } from "../core/ticketMail/rules/letter";
import { HELD_MS } from "../core/tickets/rules";
import { fromBase64 } from "../lib/pure/base64";
import { MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aSupportWithFiles, PNG } from "./files.testing";

afterEach(endWorld);

const { mailDue, claim } = internal.notifications.internal;

async function aMailing() {
  const support = await aSupportWithFiles();
  const { world, ada, adam, fay, key, join, upload } = support;
  await join(key, fay);
  const due = async () => {
    await world.advance(2 * MINUTE_MS);
    await world.internal(mailDue, {});
  };
  /** The mails that leave now, each with what it carries. */
  const leave = async () => {
    const claimed = await world.internal(claim, { portalUrl: "https://portal.test" });
    const mails = claimed.filter(({ kind }) => kind === "ticket");
    return await Promise.all(
      mails.map(async ({ id, to, text, fileIds = [] }) => {
        const read = (fileId: (typeof fileIds)[number]) =>
          world.internalAction(internal.notifications.actions.readMailedFile, { id, fileId });
        const files = (await Promise.all(fileIds.map(read))).filter((file) => file !== null);
        return { id, to, text, names: files.map(({ name }) => name), files };
      }),
    );
  };
  /** An answer with a file of this name. */
  const answerWith = async (name: string, content: Uint8Array<ArrayBuffer> | string = PNG) => {
    const uploadId = await upload(adam, key, name, content);
    await adam.mutation(api.tickets.mutations.say, { key, body: "Here", visibility: "public", uploadIds: [uploadId] });
    return uploadId;
  };
  return { ...support, ada, due, leave, answerWith };
}

describe("a mail about an answer [S25]", () => {
  test("carries its files to each party, whole and by name, and says so", async () => {
    const { due, leave, answerWith } = await aMailing();
    await answerWith("screen.png");
    await due();
    const mails = await leave();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(["ada@ao.com", "fay@ao.com"]);
    for (const { names, text, files } of mails) {
      expect(names).toEqual(["screen.png"]);
      expect(files[0]?.contentType).toBe("image/png");
      expect(fromBase64(files[0]?.content ?? "")).toEqual(PNG);
      expect(text).toContain("\n\nAttached: screen.png\n\n");
    }
    expect(await leave()).toEqual([]);
  });

  test("carries nothing of a note, of a mail that is held or of what a requester sent", async () => {
    const { ada, adam, key, upload, say, due, leave, answerWith } = await aMailing();
    const [note, adas] = [await upload(adam, key, "plan.png"), await upload(ada, key, "adas.png")];
    await say(adam, key, { body: "Only us", visibility: "internal", uploadIds: [note] });
    await ada.mutation(api.tickets.mutations.reply, { key, body: "Mine", uploadIds: [adas] });
    await answerWith("screen.png");
    await due();
    const mails = await leave();
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.names).toEqual(["screen.png"]);
      expect(mail.text).not.toMatch(/plan|adas/);
    }
  });

  test("is asked for no file it does not carry, nor after it left: whatever names one", async () => {
    const { world, ada, adam, key, upload, say, due, leave, answerWith } = await aMailing();
    const [note, adas] = [await upload(adam, key, "plan.png"), await upload(ada, key, "adas.png")];
    await say(adam, key, { body: "Only us", visibility: "internal", uploadIds: [note] });
    await ada.mutation(api.tickets.mutations.reply, { key, body: "Mine", uploadIds: [adas] });
    const file = await answerWith("screen.png");
    await due();
    const [mail] = await leave();
    if (!mail) throw new Error("No mail");
    const read = (fileId: typeof file) =>
      world.internalAction(internal.notifications.actions.readMailedFile, { id: mail.id, fileId });
    for (const other of [note, adas]) expect(await read(other)).toBeNull();
    // Also where the row of the mail were to name it.
    await world.run((ctx) => ctx.db.patch(mail.id, { fileIds: [file, note] }));
    expect(await read(note)).toBeNull();
    expect(await read(file)).toMatchObject({ name: "screen.png" });
    await world.internal(internal.notifications.internal.settle, { id: mail.id, result: "sent" });
    expect(await read(file)).toBeNull();
  });

  test("does not leave to who left the ticket before it did", async () => {
    const { ada, fay, key, remove, due, leave, answerWith } = await aMailing();
    await answerWith("screen.png");
    await due();
    await remove(ada, key, fay);
    const mails = await leave();
    expect(mails.map(({ to, names }) => [to, names])).toEqual([["ada@ao.com", ["screen.png"]]]);
  });

  test("does not leave to who left the ticket and still reads it as a colleague of its requester", async () => {
    const { world, ada, fay, key, remove, read, due, leave, answerWith } = await aMailing();
    await world.run(async (ctx) => {
      const area = { name: "Retail", code: "RET", costCentre: "CC-1" };
      const businessAreaId = await ctx.db.insert("businessAreas", area);
      for (const { id } of [ada, fay]) await ctx.db.patch(id, { businessAreaId });
    });
    await ada.mutation(api.ticketParties.mutations.shareWithArea, { key });
    await answerWith("screen.png");
    await due();
    await remove(ada, key, fay);
    expect(await read(fay, key)).not.toBeNull();
    expect((await leave()).map(({ to }) => to)).toEqual(["ada@ao.com"]);
  });

  test("carries nothing that was redacted, at any moment before it leaves, and keeps no name of it", async () => {
    for (const moment of ["before it is due", "before it leaves"] as const) {
      const { world, adam, key, due, leave, answerWith } = await aMailing();
      const file = await answerWith("account [secret].png");
      const quoted = `Look again\n\n> ![account secret .png](file:${file})`;
      await adam.mutation(api.tickets.mutations.say, { key, body: quoted, visibility: "public" });
      if (moment === "before it leaves") await due();
      await adam.mutation(api.tickets.mutations.redact, { key, words: null, fileIds: [file], reason: "An account" });
      if (moment === "before it is due") await due();
      const mails = await leave();
      expect(mails.map(({ names }) => names)).toEqual([[], []]);
      expect(JSON.stringify(await world.rows("mailOutbox"))).not.toMatch(/account|secret/);
      await endWorld();
    }
  });

  test("carries the pictures that the answer quotes, each once, and no other file that it refers to", async () => {
    const { ada, adam, key, upload, say, due, leave } = await aMailing();
    const [adas, rows] = [await upload(ada, key, "adas.png"), await upload(ada, key, "rows.csv", "a,b\n1,2")];
    await ada.mutation(api.tickets.mutations.reply, { key, body: "Mine", uploadIds: [adas, rows] });
    const quote = `> ![adas.png](file:${adas})`;
    await say(adam, key, { body: `${quote}\n> [rows.csv](file:${rows})\n\nIs it this one?` });
    await say(adam, key, { body: `${quote}\n\nOr this?` });
    await due();
    const mails = await leave();
    expect(mails.map(({ names }) => names)).toEqual([["adas.png"], ["adas.png"]]);
    for (const { text } of mails)
      expect(text.match(/Attached: .*/g)).toEqual(["Attached: adas.png", "Attached: adas.png"]);
  });

  test("carries no picture that its reader does not read, whatever the answer refers to", async () => {
    const { world, adam, kim, ada, key, upload, say, create, due, leave, answerWith } = await aMailing();
    const note = await upload(adam, key, "plan.png");
    await say(adam, key, { body: "Only us", visibility: "internal", uploadIds: [note] });
    const others = await create(kim);
    const away = await upload(kim, others, "away.png");
    await kim.mutation(api.tickets.mutations.reply, { key: others, body: "Mine", uploadIds: [away] });
    const unsent = await upload(ada, key, "unsent.png");
    await answerWith("screen.png");
    const refers = [note, away, unsent].map((id) => `![x](file:${id})`).join(" ");
    await world.run(async (ctx) => {
      const said = (await ctx.db.query("ticketMessages").collect()).find(({ body }) => body === "Here");
      if (said) await ctx.db.patch(said._id, { body: `Here ${refers}` });
    });
    await due();
    const mails = await leave();
    expect(mails.map(({ names }) => names)).toEqual([["screen.png"], ["screen.png"]]);
    expect(JSON.stringify(mails)).not.toMatch(/plan|away|unsent/);
  });

  test("of a reply that is held carries its files once it is said, and none where it is taken back", async () => {
    const { world, adam, key, upload, due, leave } = await aMailing();
    const [file, other] = [await upload(adam, key, "first.png"), await upload(adam, key, "second.png")];
    const { hold, undo } = api.ticketReplies.mutations;
    await adam.mutation(hold, { key, body: "Here", uploadIds: [file] });
    await adam.mutation(undo, { key });
    await due();
    expect(await leave()).toEqual([]);
    await adam.mutation(hold, { key, body: "Here", uploadIds: [other] });
    await world.advance(HELD_MS + 1);
    await due();
    expect((await leave()).map(({ names }) => names)).toEqual([["second.png"], ["second.png"]]);
  });

  test("names what has no room in it, and carries the newest first", async () => {
    const of = (size: number) => ({ size });
    const [old, large, small, newest] = [of(4), of(MAX_MAILED_BYTES + 1), of(MAX_MAILED_BYTES - 8), of(5)];
    const answers = [{ files: [old] }, { files: [large, small] }, {}, { files: [newest] }];
    expect([...carriedFiles(answers)]).toEqual([newest, small]);
    // A picture that several answers show takes its room once.
    const [twice, half] = [of(MAX_MAILED_BYTES * 0.4), of(MAX_MAILED_BYTES / 2)];
    expect([...carriedFiles([{ files: [half] }, { files: [twice] }, { files: [twice] }])]).toEqual([twice, half]);
    const { world, key, due, leave, answerWith } = await aMailing();
    const file = await answerWith("film.png");
    await world.run(async (ctx) => {
      const message = (await ctx.db.query("ticketMessages").collect()).find(({ files }) => files?.[0]?.id === file);
      if (message?.files?.[0])
        await ctx.db.patch(message._id, { files: [{ ...message.files[0], size: MAX_MAILED_BYTES + 1 }] });
    });
    await due();
    const [mail] = await leave();
    expect(mail?.names).toEqual([]);
    expect(mail?.text).toContain("Files, in the portal: film.png");
    expect(mail?.text).toContain(`https://portal.test/support/${key}`);
  });
});
