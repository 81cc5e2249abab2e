/** Reports of mails that could not be delivered: what counts as one, and what nobody makes of the portal's mails by it [N12]. */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { addMail, claimMails, queueMail, settleMail } from "../../../convex/core/notifications/outbox.ts";
import { aWorld, endWorld } from "../../../convex/testing/world.testing.ts";
import type { Backend } from "../../backend/port.ts";
import { aPortalOnTheWire, type Wire } from "../../http/testing.ts";
import { signatureOf } from "./signature.ts";

const mailIn = { address: "help@in.ao.com", secret: "s".repeat(32) };
let wire: Wire | null = null;

afterEach(async () => {
  await wire?.close();
  wire = null;
  await endWorld();
});

interface Report {
  readonly action?: string;
  readonly messageId?: string;
  readonly said?: string;
  readonly original?: string;
}

/** What a mail server sends back, in its three parts. */
function aReport({ action = "failed", messageId = "", said, original = "message/rfc822" }: Report): string {
  return [
    "From: MAILER-DAEMON@mail.test",
    "To: portal@ao.com",
    "Subject: Undelivered Mail Returned to Sender",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "Message-ID: <report@mail.test>",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "I am sorry.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.test",
    "",
    "Final-Recipient: rfc822; ada@ao.com",
    `Action: ${action}`,
    "Status: 5.1.1",
    ...(said === undefined ? [] : [`Diagnostic-Code: ${said}`]),
    "",
    "--b",
    `Content-Type: ${original}`,
    "",
    "From: portal@ao.com",
    `Message-ID: ${messageId}`,
    "Subject: Secret of ada",
    "",
    "Secret words",
    "--b--",
    "",
  ].join("\r\n");
}

/** Mails of the portal: one that left, one that is part of a conversation and left, and one that waits. */
async function aGateway() {
  const world = await aWorld();
  const mutation: Backend["mutation"] = (path, args = {}) =>
    world.internal(makeFunctionReference<"mutation">(path) as never, args as never);
  const leaving = new Set<string>();
  const mail = { isUnderWay: (messageId: string) => leaving.has(messageId) };
  const portal = await aPortalOnTheWire({ mailIn, mail, backend: { browserUrl: null, mutation } as Backend });
  wire = portal;
  const words = { to: "ada@ao.com", subject: "Orders", text: "Look", kind: "notification" };
  const [sent, inThread, waiting] = await world.run(async (ctx) => {
    const thread = { id: "aaaa.1", references: [], token: "aaaa" };
    const ids = [
      await queueMail(ctx, words, Date.now()),
      await queueMail(ctx, { ...words, thread }, Date.now()),
      await queueMail(ctx, words, Date.now()),
    ] as const;
    for (const id of ids.slice(0, 2)) await settleMail(ctx, id, { result: "sent" }, Date.now());
    return ids;
  });
  const post = async (body: string, secret = mailIn.secret) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      "mail-timestamp": timestamp,
      "mail-signature": signatureOf(secret, timestamp, Buffer.from(body)),
    };
    const { status, text } = await portal.call("POST", "/api/inbound-mail", { headers, body });
    const { code, result } = JSON.parse(text) as { code?: string; result?: string };
    return [status, code ?? result];
  };
  const stands = async () => (await world.rows("mailOutbox")).map(({ status, error = null }) => [status, error]);
  return { world, post, stands, sent, inThread, waiting, leaving };
}

const UNTOUCHED = [
  ["sent", null],
  ["sent", null],
  ["queued", null],
];

describe("a report that a mail failed [N12]", () => {
  test("marks that mail as bounced with the reply, once, by whatever part its headers come in", async () => {
    const { world, post, stands, sent } = await aGateway();
    const said = "smtp; 550 5.1.1 <ada@ao.com>:\r\n No such user";
    expect(await post(aReport({ messageId: `<${sent}@ao.com>`, said }))).toEqual([200, "bounced"]);
    const original = "text/rfc822-headers";
    expect(await post(aReport({ messageId: "<aaaa.1@ao.com>", original }))).toEqual([200, "bounced"]);
    const after = [
      ["bounced", "550 5.1.1 <ada@ao.com>: No such user"],
      ["bounced", "5.1.1"],
      ["queued", null],
    ];
    expect(await stands()).toEqual(after);
    const events = (await world.rows("auditEvents")).length;
    expect(await post(aReport({ messageId: `<${sent}@ao.com>`, said: "smtp; other words" }))).toEqual([200, "bounced"]);
    expect([await stands(), (await world.rows("auditEvents")).length]).toEqual([after, events]);
    expect(JSON.stringify(await world.rows("mailOutbox"))).not.toContain("Secret");
    expect(await world.rows("ticketMessages")).toEqual([]);
  });

  test("is none where the mail was delayed or delivered, waits still, or is not the portal's", async () => {
    const { post, stands, sent, waiting } = await aGateway();
    for (const report of [
      { messageId: `<${sent}@ao.com>`, action: "delayed" },
      { messageId: `<${sent}@ao.com>`, action: "delivered" },
      { messageId: `<${waiting}@ao.com>` },
      { messageId: "<aaaa.2@ao.com>" },
      { messageId: "<>" },
      { messageId: "" },
      { messageId: `${sent}` },
      { messageId: `<${"x".repeat(60_000)}@ao.com>` },
    ])
      expect(await post(aReport(report))).toEqual([200, "automated"]);
    expect(await stands()).toEqual(UNTOUCHED);
  });

  test("is to be brought again while its mail is being sent, and marks it once that it left is noted", async () => {
    const { world, post, stands, waiting } = await aGateway();
    await world.run((ctx) => claimMails(ctx, "https://portal.test", Date.now(), () => Promise.resolve(true)));
    const report = aReport({ messageId: `<${waiting}@ao.com>` });
    expect(await post(report)).toEqual([429, "under-way"]);
    expect(await stands()).toEqual(UNTOUCHED);
    await world.run((ctx) => settleMail(ctx, waiting, { result: "sent" }, Date.now()));
    expect(await post(report)).toEqual([200, "bounced"]);
    expect((await stands())[2]).toEqual(["bounced", "5.1.1"]);
  });

  test("is to be brought again while a mail of the sign-in has left and the outbox does not hold it yet", async () => {
    const { world, post, stands, leaving } = await aGateway();
    const messageId = "5a3c2f4e-9d52-4a59-8a62-2f1d8f0b7c11";
    leaving.add(messageId);
    const report = aReport({ messageId: `<${messageId}@ao.com>` });
    expect(await post(report)).toEqual([429, "under-way"]);
    const mail = { to: "bea@ao.com", subject: "Reset your password", text: "Look", kind: "reset-password" };
    await world.run((ctx) => addMail(ctx, { ...mail, status: "sent", messageId, recordedAt: Date.now() }));
    leaving.delete(messageId);
    expect(await post(report)).toEqual([200, "bounced"]);
    expect((await stands())[3]).toEqual(["bounced", "5.1.1"]);
  });

  test("finds a mail of a conversation by the Message-ID of that", async () => {
    const { world, post, stands } = await aGateway();
    await world.run(async (ctx) => {
      const thread = { id: "bbbb.1", references: [], token: "bbbb" };
      const mail = { to: "bea@ao.com", subject: "Orders", text: "Look", kind: "notification", thread };
      const id = await queueMail(ctx, mail, Date.now());
      await claimMails(ctx, "https://portal.test", Date.now(), () => Promise.resolve(true));
      await settleMail(ctx, id, { result: "sent" }, Date.now());
    });
    expect(await post(aReport({ messageId: "<bbbb.1@ao.com>" }))).toEqual([200, "bounced"]);
    expect((await stands())[3]).toEqual(["bounced", "5.1.1"]);
  });

  test("is believed of the gateway alone", async () => {
    const { post, stands, sent } = await aGateway();
    expect(await post(aReport({ messageId: `<${sent}@ao.com>` }), "x".repeat(32))).toEqual([401, "not-signed"]);
    expect(await stands()).toEqual(UNTOUCHED);
  });

  test("keeps no more than a sentence of what was said, and no signs that are none", async () => {
    const { world, post, sent } = await aGateway();
    const said = `smtp; <script>alert(1)</script>\u0007${"x".repeat(5000)}`;
    expect(await post(aReport({ messageId: `<${sent}@ao.com>`, said }))).toEqual([200, "bounced"]);
    const [{ error = "" } = {}] = await world.rows("mailOutbox");
    expect(error).toBe(`<script>alert(1)</script>${"x".repeat(475)}`);
  });
});
