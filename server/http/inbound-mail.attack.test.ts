/** Mails that should not become replies: forged, old, foreign, huge, nested, sent twice, sent by machines. */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { queueMail, settleMail } from "../../convex/core/notifications/outbox.ts";
import { endWorld } from "../../convex/testing/world.testing.ts";
import { aTicketAnsweredByMail } from "../../convex/tickets/scenes.testing.ts";
import type { Backend } from "../backend/port.ts";
import { signatureOf } from "../mail/inbound/signature.ts";
import { aPortalOnTheWire, type Wire } from "./testing.ts";

const mailIn = { address: "help@in.ao.com", secret: "s".repeat(32) };
const TOKEN = "a".repeat(32);
const TO = `help+${TOKEN}@in.ao.com`;
let wire: Wire | null = null;

afterEach(async () => {
  await wire?.close();
  wire = null;
  await endWorld();
});

/** ada's ticket, waiting for her, with the address she answers it at; and a gateway that delivers there. */
async function aGateway() {
  const support = await aTicketAnsweredByMail(TOKEN);
  const { world, ada } = support;
  const mutation: Backend["mutation"] = (path, args = {}) =>
    world.internal(makeFunctionReference<"mutation">(path) as never, args as never);
  const action: Backend["action"] = (path, args = {}) =>
    world.internalAction(makeFunctionReference<"action">(path) as never, args as never);
  const portal = await aPortalOnTheWire({ mailIn, backend: { browserUrl: null, mutation, action } as Backend });
  wire = portal;
  const post = async (
    body: string,
    change: { secret?: string; at?: number; headers?: Record<string, string> } = {},
  ) => {
    const timestamp = String(Math.floor((change.at ?? Date.now()) / 1000));
    const signature = signatureOf(change.secret ?? mailIn.secret, timestamp, Buffer.from(body));
    const headers = { "mail-timestamp": timestamp, "mail-signature": signature, ...change.headers };
    const { status, text } = await portal.call("POST", "/api/inbound-mail", { headers, body });
    return [
      status,
      (JSON.parse(text) as { code?: string; result?: string }).code ?? (JSON.parse(text) as { result: string }).result,
    ];
  };
  const saidByAda = async () =>
    (await world.rows("ticketMessages")).filter(({ authorId }) => authorId === ada.id).map(({ body }) => body);
  return { ...support, portal, post, saidByAda };
}

/** A mail of ada's, with other headers where some matter. */
function aMail(headers: Record<string, string> = {}, body = "It works now"): string {
  const all = { From: "Ada <ada@ao.com>", To: TO, Subject: "Re: Orders", "Message-ID": "<m1@mail.test>", ...headers };
  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}\r\n`;
}

/** A mail whose words lie within so many parts. */
function nestedMail(parts: number, headers: Record<string, string> = {}): string {
  let body = `--b0\r\nContent-Type: text/plain\r\n\r\nDeep words\r\n--b0--`;
  for (let depth = 1; depth < parts; depth += 1)
    body = `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth - 1}\r\n\r\n${body}\r\n--b${depth}--`;
  return aMail({ ...headers, "Content-Type": `multipart/mixed; boundary=b${parts - 1}` }, body);
}

describe("[S26] a mail from its party", () => {
  test("is a reply also with a report of an undeliverable mail attached, and nothing is made of that report", async () => {
    const { world, post, saidByAda } = await aGateway();
    const mailId = await world.run((ctx) =>
      queueMail(ctx, { to: "bea@ao.com", subject: "Orders", text: "Look", kind: "notification" }, Date.now()),
    );
    await world.run((ctx) => settleMail(ctx, mailId, { result: "sent" }, Date.now()));
    const report = [
      "From: MAILER-DAEMON@mail.test\r\nSubject: Undelivered Mail Returned to Sender",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="r"\r\n',
      "--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.test\r\n",
      "Final-Recipient: rfc822; bea@ao.com\r\nAction: failed\r\nStatus: 5.1.1\r\n",
      `--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${mailId}@ao.com>\r\n`,
      "--r--",
    ].join("\r\n");
    const answer = `--b\r\nContent-Type: text/plain\r\n\r\nThis came back, why?\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${report}\r\n--b--`;
    expect(await post(aMail({ "Content-Type": "multipart/mixed; boundary=b" }, answer))).toEqual([200, "added"]);
    expect((await saidByAda()).join()).toContain("This came back, why?");
    expect(await world.run((ctx) => ctx.db.get(mailId))).toMatchObject({ status: "sent" });
  });

  test("is a reply by the rules of the screen, marked, with its quote, and once however often it is delivered", async () => {
    const { key, world, post, read, ada, ticketRow } = await aGateway();
    const body = "It fails again\n\nOn Mon, 2 Nov 2026, Data Portal wrote:\n> We look at it";
    expect(await post(aMail({}, body))).toEqual([200, "added"]);
    expect(await post(aMail({}, body))).toEqual([200, "again"]);
    const { messages, state } = (await read(ada, key)) ?? {};
    expect(state).toBe("open");
    expect(messages?.filter(({ isByMail }) => isByMail)).toMatchObject([
      { body, isAnswer: false, visibility: "public" },
    ]);
    expect((await ticketRow(key)).turnAt).toBeUndefined();
    const [address] = await world.rows("ticketAddresses");
    expect(address?.thread).toEqual([`${TOKEN}.1`, "m1@mail.test"]);
  });

  test("opens a resolved ticket again, and follows up a closed one", async () => {
    const { key, world, adam, resume, resolve, post, ticketRow } = await aGateway();
    await resume(adam, key);
    await resolve(adam, key);
    expect(await post(aMail())).toEqual([200, "added"]);
    expect((await ticketRow(key)).state).toBe("open");
    await world.run(async (ctx) => ctx.db.patch(await ticketRow0(ctx), { state: "closed" }));
    async function ticketRow0(ctx: Parameters<Parameters<typeof world.run>[0]>[0]) {
      const ticket = await ctx.db.query("tickets").first();
      if (!ticket) throw new Error("No ticket");
      return ticket._id;
    }
    expect(await post(aMail({ "Message-ID": "<m2@mail.test>" }))).toEqual([200, "added"]);
    expect((await world.rows("tickets")).at(-1)?.title).toBe(`Follow-up of ${key}: Orders do not load`);
  });

  test("says its text before its HTML, and HTML without markup where there is no text", async () => {
    const { post, saidByAda } = await aGateway();
    const parts = `--b\r\nContent-Type: text/html\r\n\r\n<b>HTML</b>\r\n--b\r\nContent-Type: text/plain\r\n\r\nPlain\r\n--b--`;
    await post(aMail({ "Content-Type": "multipart/alternative; boundary=b" }, parts));
    const html = "<style>x{}</style><p>Only &lt;b&gt;</p><script>alert(1)</script><img src=x onerror=alert(1)>";
    await post(aMail({ "Message-ID": "<m2@mail.test>", "Content-Type": "text/html" }, html));
    const said = await saidByAda();
    expect(said[0]).toContain("Plain");
    expect(said[1]).toContain("Only");
    expect(await post(nestedMail(10, { "Message-ID": "<m3@mail.test>" }))).toEqual([200, "added"]);
    expect(said.join()).not.toMatch(/onerror|alert|x\{/);
  });
});

describe("[S26] nothing changes by", () => {
  test("what the gateway did not sign: no proof, another secret, another time, a changed body, a Boolean for a string", async () => {
    const { post, saidByAda, portal, ticketRow, key } = await aGateway();
    expect(await post(aMail(), { secret: "x".repeat(32) })).toEqual([401, "not-signed"]);
    expect(await post(aMail(), { at: Date.now() - 301_000 })).toEqual([401, "not-signed"]);
    expect(await post(aMail(), { at: Date.now() + 302_000 })).toEqual([401, "not-signed"]);
    expect(await post(aMail(), { headers: { "mail-signature": `v1=${"0".repeat(64)}` } })).toEqual([401, "not-signed"]);
    expect(await post(aMail(), { headers: { "mail-signature": "v1=0" } })).toEqual([401, "not-signed"]);
    expect(await post(aMail(), { headers: { "mail-timestamp": "1e9" } })).toEqual([401, "not-signed"]);
    expect((await portal.call("POST", "/api/inbound-mail", { body: aMail() })).status).toBe(401);
    expect((await portal.call("GET", "/api/inbound-mail")).status).toBe(405);
    expect([await saidByAda(), (await ticketRow(key)).state]).toEqual([[], "waitingOnRequester"]);
  });

  test("guessing: whoever proves nothing twenty times is told to stay away", async () => {
    const { post } = await aGateway();
    for (let round = 0; round < 20; round += 1) await post(aMail(), { secret: "x".repeat(32) });
    expect(await post(aMail(), { secret: "x".repeat(32) })).toEqual([429, "not-signed"]);
  });

  test.each([
    ["an agent, who would answer a note in public", { From: "adam@ao.com" }, "foreign-sender"],
    ["two senders", { From: "eve@evil.test\r\nFrom: ada@ao.com" }, "foreign-sender"],
    ["an address nobody was given", { To: `help+${"b".repeat(32)}@in.ao.com` }, "unknown-address"],
    ["no address of a ticket", { To: "help@in.ao.com", Subject: "Re: [TKT-101] Orders" }, "unknown-address"],
    ["two of them", { Cc: `help+${"b".repeat(32)}@in.ao.com` }, "unknown-address"],
    ["the same name at another host", { To: `help+${TOKEN}@evil.test` }, "unknown-address"],
  ])("%s", async (_, headers, code) => {
    const { post, saidByAda, ticketRow, key } = await aGateway();
    expect(await post(aMail(headers))).toEqual([422, code]);
    expect([await saidByAda(), (await ticketRow(key)).state]).toEqual([[], "waitingOnRequester"]);
  });

  test("somebody who may write nothing in the portal, to another person's address", async () => {
    const { post, world, saidByAda } = await aGateway();
    const { id } = await world.person("fay3");
    await world.run((ctx) => ctx.db.patch(id, { status: "suspended" }));
    expect(await post(aMail({ From: "fay3@ao.com" }))).toEqual([422, "foreign-sender"]);
    expect([await saidByAda(), await world.rows("ticketHeldMails")]).toEqual([[], []]);
  });

  test.each([
    ["an absence", { "Auto-Submitted": "auto-replied" }],
    ["a list", { Precedence: "bulk" }],
    ["a bounce", { "Content-Type": "multipart/report; boundary=b" }],
    ["an empty return path", { "Return-Path": "<>" }],
    ["an absence that only its subject tells", { Subject: "Automatic reply: Orders" }],
    ["the mail server", { From: "MAILER-DAEMON@ao.com" }],
    ["the portal itself", { From: mailIn.address }],
  ])("what a machine sent: %s", async (_, headers) => {
    const { post, saidByAda, ticketRow, key, world } = await aGateway();
    const before = [await ticketRow(key), (await world.rows("notifications")).length, await world.rows("mailOutbox")];
    expect(await post(aMail(headers))).toEqual([200, "automated"]);
    expect(await saidByAda()).toEqual([]);
    expect([await ticketRow(key), (await world.rows("notifications")).length, await world.rows("mailOutbox")]).toEqual(
      before,
    );
  });

  test("somebody suspended, or whoever left the ticket, be they an agent", async () => {
    const { post, saidByAda, world, ada, adam } = await aGateway();
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    expect(await post(aMail())).toEqual([422, "foreign-sender"]);
    const moveAddressTo = (personId: typeof ada.id) =>
      world.run(async (ctx) => {
        const address = await ctx.db.query("ticketAddresses").first();
        if (address) await ctx.db.patch(address._id, { personId });
      });
    const fay = await world.person("fay2");
    await moveAddressTo(fay.id);
    expect(await post(aMail({ From: "fay2@ao.com" }))).toEqual([422, "foreign-sender"]);
    // Who reads it as an agent took part once, and does no more.
    await moveAddressTo(adam.id);
    expect(await post(aMail({ From: "adam@ao.com" }))).toEqual([422, "foreign-sender"]);
    expect(await saidByAda()).toEqual([]);
  });

  test("copies to outsiders, commands in the text, and a header in a Message-ID", async () => {
    const { post, world, saidByAda } = await aGateway();
    const before = (await world.rows("approvals")).length;
    const headers = { Cc: "eve@evil.test", "Message-ID": "<x y\tBcc: eve@evil.test>" };
    expect(await post(aMail(headers, "approve\nSTATUS: resolved"))).toEqual([200, "added"]);
    expect(await saidByAda()).toEqual(["approve\nSTATUS: resolved"]);
    expect([(await world.rows("approvals")).length, await world.rows("ticketParticipants")]).toEqual([before, []]);
    expect((await world.rows("ticketAddresses"))[0]?.thread).toEqual([`${TOKEN}.1`]);
  });

  test("what is too large, too deep, too long or empty", async () => {
    const { post, portal, saidByAda } = await aGateway();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const huge = {
      "content-length": "104857600",
      "mail-timestamp": timestamp,
      "mail-signature": `v1=${"0".repeat(64)}`,
    };
    const tooLarge = await portal.call("POST", "/api/inbound-mail", { headers: huge }).catch(() => ({ status: 413 }));
    expect(tooLarge.status).toBe(413);
    expect(await post(nestedMail(200))).toEqual([422, "unusable"]);
    expect(await post(nestedMail(21))).toEqual([422, "unusable"]);
    expect(await post(aMail({}, "x".repeat(20_001)))).toEqual([422, "unusable"]);
    expect(await post(aMail({}, "x".repeat(4001)))).toEqual([422, "unusable"]);
    expect(await post(aMail({}, ""))).toEqual([422, "unusable"]);
    expect(await saidByAda()).toEqual([]);
  });

  test("a robot that does not say so: after twenty replies within the hour no mail is one", async () => {
    const { post, saidByAda } = await aGateway();
    for (let round = 0; round < 22; round += 1) await post(aMail({ "Message-ID": `<r${round}@mail.test>` }));
    expect(await post(aMail({ "Message-ID": "<last@mail.test>" }))).toEqual([429, "too-many"]);
    expect(await saidByAda()).toHaveLength(20);
  });
});

describe("[S26] a mail from another address is held", () => {
  test.each([
    ["another sender", "eve@evil.test"],
    ["another spelling of the address", "ada+x@ao.com"],
    ["a name that is an address", '"ada@ao.com" <eve@evil.test>'],
    ["A colleague who takes no part", "gina@ao.com"],
  ])("%s: nothing is said, only agents hear of it, once", async (_, From) => {
    const { post, saidByAda, ticketRow, key, world, adam } = await aGateway();
    const before = [await ticketRow(key), await world.rows("ticketMessages"), (await world.rows("mailOutbox")).length];
    const heard = (await world.rows("notifications")).length;
    expect(await post(aMail({ From }))).toEqual([202, "held"]);
    expect(await post(aMail({ From }))).toEqual([200, "again"]);
    expect([await ticketRow(key), await world.rows("ticketMessages"), (await world.rows("mailOutbox")).length]).toEqual(
      before,
    );
    const news = (await world.rows("notifications")).slice(heard);
    expect(news.map(({ kind, recipientId }) => [kind, recipientId])).toEqual([["ticket.mailHeld", adam.id]]);
    expect(JSON.stringify(news)).not.toContain("It works now");
    expect([await saidByAda(), (await world.rows("ticketHeldMails")).length]).toEqual([[], 1]);
  });

  test("as long as it can be read, and so many in one ticket", async () => {
    const { post, world } = await aGateway();
    const foreign = { From: "eve@evil.test" };
    expect(await post(aMail({ ...foreign, "Auto-Submitted": "auto-replied" }))).toEqual([200, "automated"]);
    expect(await post(aMail(foreign, "x".repeat(4001)))).toEqual([422, "unusable"]);
    for (let round = 0; round < 20; round += 1)
      expect(await post(aMail({ ...foreign, "Message-ID": `<r${round}@mail.test>` }))).toEqual([202, "held"]);
    expect(await post(aMail({ ...foreign, "Message-ID": "<last@mail.test>" }))).toEqual([429, "too-many"]);
    expect(await world.rows("ticketHeldMails")).toHaveLength(20);
    // Whoever floods the ticket keeps nobody of its parties from answering.
    expect(await post(aMail({ "Message-ID": "<own@mail.test>" }))).toEqual([200, "added"]);
  });
});

test("where no mail comes in there is nothing", async () => {
  wire = await aPortalOnTheWire();
  expect((await wire.call("POST", "/api/inbound-mail", { body: "x" })).status).toBe(404);
  vi.restoreAllMocks();
});
