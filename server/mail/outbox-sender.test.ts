import { makeFunctionReference } from "convex/server";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { queueMail } from "../../convex/core/notifications/outbox.ts";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { aWorld, endWorld } from "../../convex/testing/world.testing.ts";
import { aTicketRow } from "../../convex/tickets/scenes.testing.ts";
import type { Backend } from "../backend/port.ts";
import { aQuotingMailServer } from "../quoting.testing.ts";
import { createMailDelivery, createSmtpTransport } from "./delivery.ts";
import { startOutboxSender } from "./outbox-sender.ts";
import { type Mail, MailRefused, type MailTransport, RelayRefused, SignInRefused } from "./port.ts";

afterEach(endWorld);

/** The backend's real outbox with mails queued in it, and a sender over this mail server. */
async function anOutbox(queued: number, transport: MailTransport | null) {
  const world = await aWorld();
  const ada = await world.person("ada");
  await world.run(async (ctx) => {
    for (let number = 1; number <= queued; number += 1) {
      await queueMail(
        ctx,
        {
          to: "ada@ao.com",
          subject: `Mail ${number}`,
          text: "Look:\n{portal}/requests/abc",
          kind: "notification",
          personId: ada.id,
        },
        Date.now(),
      );
    }
  });
  const backend: Pick<Backend, "query" | "mutation" | "action"> = {
    action: (path, args = {}) => world.internalAction(makeFunctionReference<"action">(path) as never, args as never),
    query: (path, args = {}) => world.internalQuery(makeFunctionReference<"query">(path) as never, args as never),
    mutation: (path, args = {}) => world.internal(makeFunctionReference<"mutation">(path) as never, args as never),
  };
  const lines: string[] = [];
  const log = { info: () => undefined, warn: (line: string) => void lines.push(line) };
  const mail = createMailDelivery({ transport, record: () => Promise.resolve(), log, printsLinks: false });
  const start = (over: typeof backend = backend, mailbox: string | null = null) =>
    startOutboxSender({
      backend: over,
      mail,
      mailFrom: "Data Portal <portal@ao.com>",
      mailbox,
      portalUrl: "https://portal.test",
      log,
      now: world.now,
    });
  return { world, backend, lines, mail, start, mails: () => world.rows("mailOutbox") };
}

function aTransport(answer: (mail: Mail) => Promise<void> = () => Promise.resolve()) {
  const taken: Mail[] = [];
  return {
    taken,
    deliver: async (mail: Mail) => {
      await answer(mail);
      taken.push(mail);
    },
    close: () => undefined,
  };
}

test("everything queued is sent once, in plain text, with links to the portal's address", async () => {
  const transport = aTransport();
  const { start, mails } = await anOutbox(25, transport);
  const sender = start();
  await sender.sendDue();
  await sender.sendDue();
  await sender.close();
  expect(transport.taken).toHaveLength(25);
  expect(new Set(transport.taken.map(({ subject }) => subject)).size).toBe(25);
  expect(transport.taken[0]).toEqual({
    to: "ada@ao.com",
    subject: "Mail 1",
    text: "Look:\nhttps://portal.test/requests/abc",
    kind: "notification",
    messageId: expect.any(String) as string,
  });
  expect((await mails()).map(({ status, nextAttemptAt }) => [status, nextAttemptAt])).toEqual(
    Array(25).fill(["sent", undefined]),
  );
});

test("a mail the server refuses is tried again when its time has come, the others go at once", async () => {
  let isAway = true;
  const transport = aTransport((mail) =>
    isAway && mail.subject === "Mail 1" ? Promise.reject(new Error("451 try later")) : Promise.resolve(),
  );
  const { world, start, mails } = await anOutbox(2, transport);
  const sender = start();
  await sender.sendDue();
  expect((await mails()).map(({ status, error }) => [status, error])).toEqual([
    ["queued", "451 try later"],
    ["sent", undefined],
  ]);
  isAway = false;
  await sender.sendDue();
  expect(transport.taken).toHaveLength(1);
  await world.advance(2 * MINUTE_MS);
  await sender.sendDue();
  await sender.close();
  expect((await mails()).map(({ status, error, attempts }) => [status, error, attempts])).toEqual([
    ["sent", undefined, 2],
    ["sent", undefined, 1],
  ]);
});

test("where no mail server is set up the outbox is the inbox: the mail stays readable and is never tried again", async () => {
  const { start, mails } = await anOutbox(1, null);
  const sender = start();
  await sender.sendDue();
  await sender.close();
  expect(await mails()).toMatchObject([{ status: "queued", text: "Look:\nhttps://portal.test/requests/abc" }]);
  expect((await mails())[0]?.nextAttemptAt).toBeUndefined();
});

test("a backend that is away is told to the log and asked again", async () => {
  const transport = aTransport();
  const { backend, lines, start } = await anOutbox(1, transport);
  let isAway = true;
  const sender = start({
    ...backend,
    query: (path, args) => (isAway ? Promise.reject(new Error("no answer")) : backend.query(path, args)),
  });
  await sender.sendDue();
  expect(lines).toEqual(["the mail outbox could not be read: no answer"]);
  isAway = false;
  await sender.sendDue();
  await sender.close();
  expect(transport.taken).toHaveLength(1);
});

test("closing waits for the mail under way and leaves the rest to the next start", async () => {
  const gate = Promise.withResolvers<void>();
  const isSending = Promise.withResolvers<void>();
  const transport = aTransport(() => {
    isSending.resolve();
    return gate.promise;
  });
  const { start, mails } = await anOutbox(3, transport);
  const sender = start();
  await isSending.promise;
  const closed = sender.close();
  gate.resolve();
  await closed;
  expect((await mails()).map(({ status }) => status)).toEqual(["sent", "queued", "queued"]);
});

test("[S25] a mail of a conversation carries its own name and those before it, with the host of the sender", async () => {
  const transport = aTransport();
  const { world, start } = await anOutbox(0, transport);
  const ada = await world.person("bea");
  const thread = { id: "abc.2", references: ["abc.1", "from-outside@mail.test"], token: "abc" };
  const mail = { to: "bea@ao.com", subject: "[TKT-1] Orders", text: "x", kind: "ticket", personId: ada.id, thread };
  await world.run(async (ctx) => {
    const { _id: ticketId } = await aTicketRow(ctx, { requesterId: ada.id });
    await ctx.db.insert("ticketAddresses", { ticketId, personId: ada.id, token: "abc", mails: 1, thread: ["abc.1"] });
    await queueMail(ctx, mail, Date.now());
  });
  const sender = start(undefined, "help@in.ao.com");
  await sender.sendDue();
  await sender.close();
  expect(transport.taken[0]?.thread).toEqual({
    messageId: "<abc.2@ao.com>",
    references: ["<abc.1@ao.com>", "<from-outside@mail.test>"],
    replyTo: "help+abc@in.ao.com",
  });
});

describe("[S25] the files of a mail", () => {
  const names = ["Übersicht “May”.png", "plain.csv"];

  /** A mail to somebody in a ticket, which carries what an agent sent there. */
  async function aMailWithFiles(transport: MailTransport | null) {
    const outbox = await anOutbox(0, transport);
    const { world } = outbox;
    const [bea, adam] = [await world.person("bea"), await world.person("adam")];
    const storage = await Promise.all(names.map((name) => world.file(`content of ${name}`)));
    const fileIds = await world.run(async (ctx) => {
      const { _id: ticketId } = await aTicketRow(ctx, { requesterId: bea.id });
      const said = { ticketId, authorId: adam.id, visibility: "public" as const, isAnswer: true, body: "Here" };
      const messageId = await ctx.db.insert("ticketMessages", { ...said, createdAt: 1 });
      const ids = [];
      for (const [at, name] of names.entries()) {
        const contentType = name.endsWith("png") ? "image/png" : "text/csv";
        const file = { name, contentType, size: 20, state: "accepted" as const, storageId: storage[at]! };
        const place = { personId: adam.id, ticketId, messageId, createdAt: 1, sentAt: 1 };
        ids.push(await ctx.db.insert("ticketUploads", { ...file, ...place }));
      }
      const mail = { to: "bea@ao.com", subject: "[TKT-1] Orders", text: "Here", kind: "ticket", personId: bea.id };
      await queueMail(ctx, { ...mail, fileIds: ids }, Date.now());
      return ids;
    });
    return { ...outbox, fileIds };
  }

  test("leave with it as ones to save, under their names, and are read as the mail leaves", async () => {
    const server = await aQuotingMailServer();
    server.refuses = "nothing";
    const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`, "portal@ao.com");
    onTestFinished(() => {
      transport.close();
      server.close();
    });
    const { world, start, fileIds } = await aMailWithFiles(transport);
    // One is redacted while the mail waits.
    await world.run((ctx) => ctx.db.delete(fileIds[1]!));
    const sender = start();
    await sender.sendDue();
    await sender.sendDue();
    await sender.close();
    expect(server.mails).toHaveLength(1);
    const { text, attachments } = await PostalMime.parse(server.mails[0] ?? "");
    expect(text?.trim()).toBe("Here");
    expect(attachments).toMatchObject([{ filename: names[0], mimeType: "image/png", disposition: "attachment" }]);
    const [file] = attachments;
    expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe(`content of ${names[0]}`);
  });

  test("are not read where no mail leaves, and hold a mail back where they cannot be read, which is tried again", async () => {
    const kept = await aMailWithFiles(null);
    let reads = 0;
    const counted = {
      ...kept.backend,
      action: () => {
        reads += 1;
        return Promise.reject(new Error("no answer"));
      },
    };
    const first = kept.start(counted);
    await first.sendDue();
    await first.close();
    expect(reads).toBe(0);
    await endWorld();
    const transport = aTransport(async (mail) => void (await mail.files?.()));
    const { world, backend, start, mails } = await aMailWithFiles(transport);
    const away = start({ ...backend, action: counted.action });
    await away.sendDue();
    await away.close();
    expect([reads, transport.taken.length]).toEqual([1, 0]);
    expect(await mails()).toMatchObject([{ status: "queued", attempts: 1, error: "no answer" }]);
    await world.advance(2 * MINUTE_MS);
    const back = start();
    await back.sendDue();
    await back.close();
    expect(transport.taken).toHaveLength(1);
  });
});

test("[N12] a mail that the mail server refuses, at once or later, is bounced with its words and not tried again", async () => {
  const answers = [new Error("421 later"), new MailRefused("550 5.1.1 No such user")];
  const transport = aTransport(async () => {
    const error = answers.shift();
    if (error) throw error;
  });
  const { world, start, mails } = await anOutbox(1, transport);
  const sender = start();
  await sender.sendDue();
  expect(await mails()).toMatchObject([{ status: "queued", error: "421 later" }]);
  await world.advance(2 * MINUTE_MS);
  await sender.sendDue();
  await world.advance(60 * MINUTE_MS);
  await sender.sendDue();
  await sender.close();
  expect(await mails()).toMatchObject([{ status: "bounced", error: "550 5.1.1 No such user", attempts: 2 }]);
  expect(transport.taken).toEqual([]);
  const events = (await world.rows("auditEvents")).map(({ action, outcome }) => [action, outcome]);
  expect(events).toContainEqual(["mail.bounced", "failure"]);
});

describe("[N11] where the mail server refuses the sign-in", () => {
  const WAITING = { status: "queued", attempts: 0 };

  /** A mail server that answers the sign-in with what was typed, and an outbox over it. */
  async function anOutboxOver(queued: number, signIn = "portal:hunter2@") {
    const server = await aQuotingMailServer();
    const transport = createSmtpTransport(`smtp://${signIn}127.0.0.1:${server.port}`, "portal@ao.com");
    onTestFinished(() => {
      transport.close();
      server.close();
    });
    return { server, ...(await anOutbox(queued, transport)) };
  }

  /** Counts what is handed to a mail server that refuses the sign-in until it is told not to. */
  function aRefusing() {
    const state = { isRefused: true, tries: 0 };
    const transport = aTransport(() => {
      state.tries += 1;
      return state.isRefused ? Promise.reject(new SignInRefused("535 no")) : Promise.resolve();
    });
    return { state, transport };
  }

  test("every mail stays in the outbox as it was, and neither the log nor a mail keeps its words", async () => {
    const { server, start, mails, lines } = await anOutboxOver(3);
    const sender = start();
    await sender.sendDue();
    await sender.close();
    expect(sender.isPaused()).toBe(true);
    expect(await mails()).toMatchObject([WAITING, WAITING, WAITING]);
    expect((await mails()).map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(lines).toEqual(["SMTP refused the sign-in: mail is paused, and one is tried every 15 minutes"]);
    expect(server.mails).toEqual([]);
  });

  test("one mail is tried every 15 minutes and no sooner, however long it lasts, and then all leave", async () => {
    const { state, transport } = aRefusing();
    const { world, start, mails, lines } = await anOutbox(3, transport);
    const sender = start();
    await sender.sendDue();
    for (let tries = 1; tries <= 10; tries += 1) {
      expect(state.tries).toBe(tries);
      await world.advance(15 * MINUTE_MS - 1);
      await sender.sendDue();
      expect(state.tries).toBe(tries);
      await world.advance(1);
      await sender.sendDue();
    }
    expect(await mails()).toMatchObject([WAITING, WAITING, WAITING]);
    expect(lines).toHaveLength(1);
    state.isRefused = false;
    await world.advance(15 * MINUTE_MS);
    await sender.sendDue();
    await sender.close();
    expect(sender.isPaused()).toBe(false);
    expect((await mails()).map(({ status, attempts }) => [status, attempts])).toEqual(Array(3).fill(["sent", 1]));
  });

  test.each([
    ["wants one and is given none", "strangers", ""],
    ["is not even asked, since the password is missing", "nothing", "portal@"],
  ] as const)("mail is paused too where it %s", async (_, refuses, signIn) => {
    const { server, start, mails } = await anOutboxOver(2, signIn);
    server.refuses = refuses;
    const sender = start();
    await sender.sendDue();
    await sender.close();
    expect(sender.isPaused()).toBe(true);
    expect(await mails()).toMatchObject([WAITING, WAITING]);
  });

  test("the next start tries at once", async () => {
    const { server, start, mails } = await anOutboxOver(2);
    const before = start();
    await before.sendDue();
    await before.close();
    server.refuses = "nothing";
    const after = start();
    await after.sendDue();
    await after.close();
    expect(after.isPaused()).toBe(false);
    expect(server.mails).toHaveLength(2);
    expect(await mails()).toMatchObject([{ status: "sent" }, { status: "sent" }]);
  });

  test("a mail that is refused for itself pauses nothing", async () => {
    const { server, start, mails } = await anOutboxOver(2);
    server.refuses = "mails";
    const sender = start();
    await sender.sendDue();
    await sender.close();
    expect(sender.isPaused()).toBe(false);
    expect(await mails()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  });
});

describe("[N11] where the mail server relays nothing to the domain of one receiver", () => {
  test("that mail is tried again, the others leave, and it is said until one to there has left", async () => {
    const state = { isRelaying: false };
    const transport = aTransport(({ to }) =>
      to.endsWith("@Partner.example") && !state.isRelaying
        ? Promise.reject(new RelayRefused("554 5.7.1 Relay access denied"))
        : Promise.resolve(),
    );
    const { world, start, mails, mail, lines } = await anOutbox(1, transport);
    const outside = { to: "pat@Partner.example", subject: "Mail 2", text: "Look", kind: "notification" };
    await world.run((ctx) => queueMail(ctx, outside, Date.now()));
    const sender = start();
    await sender.sendDue();
    expect(await mails()).toMatchObject([
      { status: "sent" },
      { status: "queued", attempts: 1, error: "554 5.7.1 Relay access denied" },
    ]);
    expect([mail.relayRefusedTo(), sender.isPaused()]).toEqual([["partner.example"], false]);
    await world.run((ctx) => queueMail(ctx, { ...outside, to: "ada@ao.com" }, Date.now()));
    await sender.sendDue();
    await world.advance(2 * MINUTE_MS);
    await sender.sendDue();
    expect(mail.relayRefusedTo()).toEqual(["partner.example"]);
    expect(lines).toEqual(["the mail server refuses to relay mail to partner.example"]);
    state.isRelaying = true;
    await world.advance(4 * MINUTE_MS);
    await sender.sendDue();
    await sender.close();
    expect(mail.relayRefusedTo()).toEqual([]);
    expect((await mails()).map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
  });
});
