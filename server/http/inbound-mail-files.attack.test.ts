/** Files that come with a mail: kept by the rules of an upload, and with a held mail its agents' alone (S26, S10, S16). */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_FILES } from "../../convex/core/files/rules.ts";
import { MAX_TICKETS } from "../../convex/core/tickets/rules.ts";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { codeOf, endWorld, type TestPerson } from "../../convex/testing/world.testing.ts";
import { aTicketAnsweredByMail, aTicketRow } from "../../convex/tickets/scenes.testing.ts";
import type { Backend } from "../backend/port.ts";
import { signatureOf } from "../mail/inbound/signature.ts";
import { aPortalOnTheWire, type Wire } from "./testing.ts";

const mailIn = { address: "help@in.ao.com", secret: "s".repeat(32) };
const TOKEN = "a".repeat(32);
const PNG = Buffer.from("\x89PNG\r\n\x1a\n and a picture", "latin1");
let wire: Wire | null = null;

afterEach(async () => {
  await wire?.close();
  wire = null;
  await endWorld();
});

interface Attached {
  readonly name: string | null;
  readonly content: Buffer | string;
  readonly type?: string;
  /** It stands within the text. */
  readonly within?: string;
}

/** A mail with files. */
function mailOf(
  files: readonly Attached[],
  { from = "ada@ao.com", id = "m1", words = "See the picture" } = {},
): string {
  const parts = files.map(({ name, content, type = "application/octet-stream", within }) => {
    const named = name === null ? "" : `; filename="${name}"`;
    const place = within === undefined ? "attachment" : "inline";
    const id = within === undefined ? "" : `\r\nContent-ID: <${within}>`;
    const head = `Content-Type: ${type}\r\nContent-Disposition: ${place}${named}${id}\r\nContent-Transfer-Encoding: base64`;
    return `--b\r\n${head}\r\n\r\n${Buffer.from(content).toString("base64")}\r\n`;
  });
  const to = `help+${TOKEN}@in.ao.com`;
  const head = `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${id}@mail.test>\r\nContent-Type: multipart/mixed; boundary=b`;
  return `${head}\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${words}\r\n${parts.join("")}--b--\r\n`;
}

async function aGateway() {
  const support = await aTicketAnsweredByMail(TOKEN);
  const { world, adam, key, ada } = support;
  const mutation: Backend["mutation"] = (path, args = {}) =>
    world.internal(makeFunctionReference<"mutation">(path) as never, args as never);
  const action: Backend["action"] = (path, args = {}) =>
    world.internalAction(makeFunctionReference<"action">(path) as never, args as never);
  const backend = { browserUrl: null, mutation, action } as Backend;
  const portal = await aPortalOnTheWire({ mailIn, backend });
  wire = portal;
  const post = async (body: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signatureOf(mailIn.secret, timestamp, Buffer.from(body));
    const headers = { "mail-timestamp": timestamp, "mail-signature": signature };
    return (await portal.call("POST", "/api/inbound-mail", { headers, body })).status;
  };
  const stored = async () => (await world.run((ctx) => ctx.db.system.query("_storage").collect())).length;
  const last = async (by: TestPerson) => (await support.read(by, key))?.messages.at(-1);
  const names = async (by: TestPerson) =>
    (await last(by))?.files.map(({ name, contentType }) => `${name} ${contentType}`);
  const opens = (by: TestPerson, file: string | undefined) =>
    by.query(api.tickets.queries.attachment, { file: file ?? "" });
  const held = async () => (await adam.query(api.ticketMail.queries.held, { key }))[0];
  const hold = (files: readonly Attached[]) => post(mailOf(files, { from: "eve@evil.test" }));
  return { ...support, post, stored, last, names, opens, held, hold, ada };
}

const picture: Attached = { name: "screen.png", content: PNG, type: "image/png" };

describe("files of a party's mail", () => {
  test("stand beside their reply, for its readers, under the type that they are", async () => {
    const { ada, adam, gina, post, names, opens, last, world } = await aGateway();
    const nameless = { ...picture, name: null };
    expect(await post(mailOf([{ ...picture, type: "text/html" }, nameless]))).toBe(200);
    expect(await names(ada)).toEqual(["screen.png image/png", "image.png image/png"]);
    const file = (await last(ada))?.files[0]?.id;
    for (const reader of [ada, adam]) expect(await opens(reader, file)).toMatchObject({ contentType: "image/png" });
    expect(await codeOf(opens(gina, file))).toBe("not-found");
    expect((await world.rows("ticketUploads")).every(({ sentAt }) => sentAt !== undefined)).toBe(true);
  });

  test.each([
    ["a page that a browser would run", { name: "page.html", content: "<!doctype html><script>alert(1)</script>" }],
    ["a picture that is a page", { name: "page.png", content: "<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>" }],
    ["a program", { name: "setup.exe", content: "MZ\x90\x00\x03" }],
    ["an archive", { name: "all.zip", content: "PK\x03\x04bomb" }],
    ["nothing at all", { name: "empty.txt", content: "" }],
  ])("are refused where they are %s, by name, and leave nothing behind", async (_, file) => {
    const { ada, post, last, stored } = await aGateway();
    expect(await post(mailOf([file, picture]))).toBe(200);
    const message = await last(ada);
    expect(message?.files.map(({ name }) => name)).toEqual(["screen.png"]);
    expect(message?.body).toBe(`[These files in the mail were not kept: ${file.name}]\n\nSee the picture`);
    expect(await stored()).toBe(1);
  });

  test("leave out the small pictures of a signature, which come with each mail, and keep a screenshot in the text", async () => {
    const { ada, post, names, last, stored } = await aGateway();
    const screenshot = Buffer.concat([PNG, Buffer.alloc(10 * 1024)]);
    const files = [
      { ...picture, name: "logo.png", within: "logo" },
      { ...picture, name: "pasted.png", content: screenshot, within: "pasted" },
      { ...picture, name: "tiny.png" },
      { name: "note.json", content: "{}", type: "application/json", within: "note" },
    ];
    expect(await post(mailOf(files))).toBe(200);
    expect(await names(ada)).toEqual(["pasted.png image/png", "tiny.png image/png", "note.json application/json"]);
    expect([(await last(ada))?.body, await stored()]).toEqual(["See the picture", 3]);
  });

  test("leave nothing behind where the mail is refused halfway, however often it is delivered", async () => {
    const { ada, key, post, stored, ticketRow, world } = await aGateway();
    const { _id: ticketId } = await ticketRow(key);
    await world.run(async (ctx) => {
      await ctx.db.patch(ticketId, { state: "closed" });
      for (let made = 0; made < MAX_TICKETS; made += 1) await aTicketRow(ctx, { requesterId: ada.id });
    });
    // Her reply would be one ticket too many within the hour.
    for (const id of ["m1", "m1", "m2"]) expect(await post(mailOf([picture], { id }))).toBe(429);
    expect(await stored()).toBe(0);
  });

  test("lose the folders and the direction marks of their names, and are no more than may be uploaded", async () => {
    const { ada, post, last, stored } = await aGateway();
    const many = Array.from({ length: MAX_FILES + 1 }, (_, nth) => ({ ...picture, name: `../../etc/${nth}.png` }));
    expect(await post(mailOf(many))).toBe(200);
    const message = await last(ada);
    expect(message?.files.map(({ name }) => name)).toEqual(Array.from({ length: MAX_FILES }, (_, nth) => `${nth}.png`));
    expect(message?.body).toContain(`in the mail were not kept: ${MAX_FILES}.png]`);
    expect(await stored()).toBe(MAX_FILES);
  });

  test("alone are a reply; refused ones alone are none", async () => {
    const { ada, post, last, stored } = await aGateway();
    expect(await post(mailOf([{ name: "a.exe", content: "MZ" }], { words: "" }))).toBe(422);
    expect(await post(mailOf([picture], { words: "", id: "m2" }))).toBe(200);
    expect(await last(ada)).toMatchObject({
      body: "[This mail has files and no text.]",
      files: [{ name: "screen.png" }],
    });
    expect(await stored()).toBe(1);
  });

  test("are kept once, however often it is delivered, and not of a mail that is refused", async () => {
    const { post, stored, world, ada } = await aGateway();
    for (const status of [200, 200]) expect(await post(mailOf([picture]))).toBe(status);
    expect(await stored()).toBe(1);
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    expect(await post(mailOf([picture], { id: "m3" }))).toBe(422);
    expect([await stored(), (await world.rows("ticketUploads")).length]).toEqual([1, 1]);
  });

  test("stand beside the follow-up that a late mail becomes", async () => {
    const { adam, key, resume, resolve, post, world, ticketRow } = await aGateway();
    await resume(adam, key);
    await resolve(adam, key);
    const { _id } = await ticketRow(key);
    await world.run((ctx) => ctx.db.patch(_id, { state: "closed" }));
    expect(await post(mailOf([picture]))).toBe(200);
    expect((await world.rows("tickets")).at(-1)?.files?.map(({ name }) => name)).toEqual(["screen.png"]);
  });
});

describe("files of a mail that is held", () => {
  test("are seen and opened by the agents of the ticket alone", async () => {
    const { ada, adam, gina, kim, key, join, hold, held, opens, read } = await aGateway();
    expect(await hold([picture])).toBe(202);
    const file = (await held())?.files[0];
    expect(file).toMatchObject({ name: "screen.png", contentType: "image/png" });
    expect(await opens(adam, file?.id)).toMatchObject({ name: "screen.png" });
    await join(key, kim);
    await join(key, gina);
    for (const who of [ada, gina, kim]) expect(await codeOf(opens(who, file?.id))).toBe("not-found");
    expect(JSON.stringify(await read(ada, key))).not.toContain("screen.png");
    expect(await ada.query(api.tickets.queries.uploads, { key })).toEqual([]);
  });

  test.each([
    ["public", ["ada", "adam"]],
    ["internal", ["adam"]],
  ] as const)("stand beside the mail once an agent adds it, %s, for its readers", async (visibility, readers) => {
    const { ada, adam, hold, held, last, opens } = await aGateway();
    await hold([picture]);
    const mail = await held();
    if (!mail) throw new Error("No mail was held");
    await adam.mutation(api.ticketMail.mutations.add, { id: mail.id, visibility });
    expect((await last(adam))?.files).toMatchObject([{ name: "screen.png" }]);
    const file = mail.files[0]?.id;
    for (const [name, who] of [
      ["ada", ada],
      ["adam", adam],
    ] as const)
      if ((readers as readonly string[]).includes(name))
        expect(await opens(who, file)).toMatchObject({ name: "screen.png" });
      else expect(await codeOf(opens(who, file))).toBe("not-found");
  });

  test("are gone when it is dropped, or when nobody decided for a month", async () => {
    const { adam, hold, held, opens, stored, world, clock } = await aGateway();
    await hold([picture]);
    const mail = await held();
    if (!mail) throw new Error("No mail was held");
    await adam.mutation(api.ticketMail.mutations.drop, { id: mail.id });
    expect([await stored(), await world.rows("ticketUploads")]).toEqual([0, []]);
    expect(await codeOf(opens(adam, mail.files[0]?.id))).toBe("not-found");
    await world.internalAction(
      makeFunctionReference<"action">("tickets/actions:takeMail") as never,
      {
        ...{ token: TOKEN, from: "eve@evil.test", messageId: "m9@mail.test", body: "Look" },
        files: [{ name: "screen.png", content: PNG.toString("base64") }],
      } as never,
    );
    expect(await stored()).toBe(1);
    await world.advance(30 * DAY_MS);
    await clock();
    expect([await stored(), await world.rows("ticketUploads")]).toEqual([0, []]);
  });

  test("are redacted like any other, before and after it is added", async () => {
    const { adam, key, hold, held, stored, last } = await aGateway();
    await hold([picture, { ...picture, name: "second.png" }]);
    const mail = await held();
    const redact = (fileIds: typeof mailFiles) =>
      adam.mutation(api.tickets.mutations.redact, { key, words: null, fileIds, reason: "A face" });
    const mailFiles = (mail?.files ?? []).map(({ id }) => id);
    await redact(mailFiles.slice(0, 1));
    expect([(await held())?.files.map(({ name }) => name), await stored()]).toEqual([["second.png"], 1]);
    if (mail) await adam.mutation(api.ticketMail.mutations.add, { id: mail.id, visibility: "public" });
    await redact(mailFiles.slice(1));
    expect(await stored()).toBe(0);
    expect((await last(adam))?.files ?? []).toEqual([]);
  });
});
