import { describe, expect, test } from "vitest";
import { aQuotingMailServer, type QuotingMailServer } from "../quoting.testing.ts";
import { createMailDelivery, createSmtpTransport, envelopeOf, type MailRecord } from "./delivery.ts";
import { type Mail, MailRefused, type MailTransport, SignInRefused } from "./port.ts";
import { alreadyRegisteredMail, encodeHtml, verificationMail } from "./templates.ts";

const mail = verificationMail({ to: "ada@ao.com", link: "http://localhost:3000/verify-email-address?token=abc" });

function aDelivery(options: { transport?: MailTransport | null; printsLinks?: boolean } = {}) {
  const records: MailRecord[] = [];
  const lines: string[] = [];
  const waits: number[] = [];
  const delivery = createMailDelivery({
    transport: options.transport ?? null,
    record: async (record) => void records.push(record),
    log: { info: (line) => void lines.push(line), warn: (line) => void lines.push(line) },
    printsLinks: options.printsLinks ?? false,
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { delivery, records, lines, waits };
}

test("without SMTP a mail goes to the outbox, and in a demo its link to the terminal", async () => {
  const { delivery, records, lines } = aDelivery({ printsLinks: true });
  void delivery.send(mail);
  await delivery.idle();
  expect(records).toEqual([
    {
      to: "ada@ao.com",
      subject: "Verify your email address",
      text: expect.stringContaining("a link that only the mail itself holds"),
      kind: "verify-email",
      status: "queued",
    },
  ]);
  expect(lines.join()).toContain(mail.link);
});

test("outside a demo no link is ever printed", async () => {
  const { delivery, lines } = aDelivery();
  void delivery.send(mail);
  await delivery.idle();
  expect(lines).toEqual([]);
});

test("a mail server that is away is tried again, a little later each time, and once only when it took the mail", async () => {
  let attempts = 0;
  const transport: MailTransport = {
    deliver: async () => {
      if (++attempts < 3) throw new Error("refused");
    },
    close: () => undefined,
  };
  const { delivery, records, waits } = aDelivery({ transport });
  void delivery.send(mail);
  await delivery.idle();
  expect([attempts, waits, records.map(({ status }) => status)]).toEqual([3, [2_000, 4_000], ["sent"]]);
});

test("a mail server that stays away ends as failed, with its words, after four attempts", async () => {
  const transport: MailTransport = {
    deliver: () => Promise.reject(new Error("550 no such box")),
    close: () => undefined,
  };
  const { delivery, records, waits } = aDelivery({ transport });
  void delivery.send(mail);
  await delivery.idle();
  expect(waits).toHaveLength(3);
  expect(records).toMatchObject([{ status: "failed", error: "550 no such box" }]);
});

test("[N11] a sign-in that the mail server refuses is not tried again for the same mail", async () => {
  const transport: MailTransport = {
    deliver: () => Promise.reject(new SignInRefused("535 no such sign-in")),
    close: () => undefined,
  };
  const { delivery, records, lines, waits } = aDelivery({ transport });
  void delivery.send(mail);
  await delivery.idle();
  expect([waits, records.map(({ status }) => status)]).toEqual([[], ["failed"]]);
  expect(lines).toEqual(['a "verify-email" mail could not be sent: SMTP refused the sign-in']);
});

test("a full queue drops the newest and says so", async () => {
  const gate = Promise.withResolvers<void>();
  const transport: MailTransport = { deliver: () => gate.promise, close: () => undefined };
  const { delivery, records, lines } = aDelivery({ transport });
  for (let count = 1; count <= 201; count += 1) void delivery.send(mail);
  gate.resolve();
  await delivery.idle();
  expect([records.length, lines.length]).toEqual([200, 1]);
});

test("what stands in a link cannot become markup", () => {
  const mail = alreadyRegisteredMail({
    to: "a@ao.com",
    link: 'http://localhost/a?b=1&c=\'<img src=x onerror="alert(1)">',
  });
  expect(mail.html).not.toContain("<img");
  expect(mail.html).toContain("b=1&amp;c=&#39;");
  expect(encodeHtml(`<&>"'`)).toBe("&lt;&amp;&gt;&quot;&#39;");
});

test("[S25] a mail says that a machine sent it, and which conversation it carries on", async () => {
  const envelope = envelopeOf(
    {
      ...mail,
      thread: { messageId: "<c@ao.com>", references: ["<a@ao.com>", "<b@x.test>"] },
    },
    "portal@ao.com",
  );
  expect(envelope).toMatchObject({
    to: "ada@ao.com",
    messageId: "<c@ao.com>",
    inReplyTo: "<b@x.test>",
    references: ["<a@ao.com>", "<b@x.test>"],
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  });
  expect(envelopeOf(mail, "portal@ao.com")).not.toHaveProperty("messageId");
});

describe("[N12] what a mail server refuses for good", () => {
  async function refusing(refuses: QuotingMailServer["refuses"], receiverAnswer?: string, sent: Mail = mail) {
    const server = await aQuotingMailServer();
    server.refuses = refuses;
    if (receiverAnswer !== undefined) server.receiverAnswer = receiverAnswer;
    const transport = createSmtpTransport(`smtp://127.0.0.1:${server.port}`, "portal@ao.com");
    const { delivery, records, lines, waits } = aDelivery({ transport });
    void delivery.send(sent);
    await delivery.idle();
    transport.close();
    server.close();
    return { record: records[0], lines, tries: waits.length + 1, relayRefusedTo: delivery.relayRefusedTo() };
  }

  test.each([
    ["receivers", "550 5.1.1 No such user"],
    ["mails", "554 5.7.1 will not send"],
  ] as const)("is tried once where it refuses %s, and bounced with its words", async (refuses, words) => {
    const { record, lines, tries } = await refusing(refuses);
    expect([tries, record?.status]).toEqual([1, "bounced"]);
    expect(record?.error).toContain(words);
    expect(record?.error).not.toContain("token=abc");
    expect(lines).toEqual(['a "verify-email" mail could not be sent: the mail server refused it']);
  });

  test.each([
    ["connections", "554 No SMTP service here"],
    ["senders", "550 5.7.1 Sender address rejected"],
  ] as const)("is tried again where it refuses %s, which no mail is to blame for", async (refuses, words) => {
    const { record, tries } = await refusing(refuses);
    expect([tries, record?.status]).toEqual([4, "failed"]);
    expect(record?.error).toContain(words);
  });

  test.each([
    "554 5.7.1 <ada@ao.com>: Relay access denied",
    "550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain",
    "550 relay not permitted",
    "550-5.7.1 Relaying denied\r\n550 5.7.1 ask your administrator",
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    "454 4.7.1 <ada@ao.com>: Relay access denied",
  ])("is tried again where it carries no mail to that domain, which is said: %s", async (answer) => {
    const { record, tries, relayRefusedTo } = await refusing("receivers", answer);
    expect([tries, record?.status, relayRefusedTo]).toEqual([4, "failed", ["ao.com"]]);
  });

  test.each([
    "550 5.1.1 <relay@ao.com>: Recipient address rejected",
    "550 <relay@ao.com> no such user",
    "550 5.1.2 Relay says: no such domain",
    "550 5.7.1 We do not want this mail",
  ])("is tried once where its words only look like that: %s", async (answer) => {
    const { record, tries, relayRefusedTo } = await refusing("receivers", answer);
    expect([tries, record?.status, relayRefusedTo]).toEqual([1, "bounced", []]);
  });

  test("is tried once where the mail itself speaks of a relay and is quoted back", async () => {
    const { record, tries } = await refusing("mails", undefined, { ...mail, text: "The relay stands still" });
    expect(record?.error).toContain("relay");
    expect([tries, record?.status]).toEqual([1, "bounced"]);
  });
});

test.each(["resolve", "reject"] as const)("[N12] a mail is under way until the outbox did %s", async (end) => {
  const taken = Promise.withResolvers<string>();
  const recorded = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const delivery = createMailDelivery({
    transport: { deliver: async ({ messageId = "" }) => taken.resolve(messageId), close: () => undefined },
    record: () => (recorded.resolve(), kept.promise),
    log: { info: () => undefined, warn: () => undefined },
    printsLinks: false,
  });
  void delivery.send(mail);
  const messageId = await taken.promise;
  expect([delivery.isUnderWay(messageId), delivery.isUnderWay("another")]).toEqual([true, false]);
  await recorded.promise;
  expect(delivery.isUnderWay(messageId)).toBe(true);
  kept[end](undefined);
  await delivery.idle();
  expect(delivery.isUnderWay(messageId)).toBe(false);
});

test.each([
  ["sent", { deliver: (): Promise<void> => Promise.resolve() }],
  ["failed", { deliver: (): Promise<void> => Promise.reject(new Error("busy")) }],
  ["bounced", { deliver: (): Promise<void> => Promise.reject(new MailRefused("550 no such user")) }],
  ["kept", null],
] as const)(
  "whoever waits for a mail learns that it is %s, also where the outbox does not take it",
  async (end, server) => {
    const transport = server && { ...server, close: () => undefined };
    for (const record of [async () => undefined, () => Promise.reject(new Error("the outbox is away"))]) {
      const log = { info: () => undefined, warn: () => undefined };
      const wait = () => Promise.resolve();
      const delivery = createMailDelivery({ transport, record, log, printsLinks: false, wait });
      expect(await delivery.send(mail)).toBe(end);
    }
  },
);
