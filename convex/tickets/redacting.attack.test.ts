/** What was redacted is nowhere any more, and nobody redacts who does not answer the ticket. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { CONFIG } from "../core/config/rules/options";
import { OUTBOX_RETENTION_MS } from "../core/notifications/outbox";
import { anIncident } from "../incidents/scenes.testing";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupportWithFiles } from "./files.testing";
import { aTicketRow } from "./scenes.testing";

afterEach(endWorld);

const m = api.tickets.mutations;
const q = api.tickets.queries;
const SECRET = "hunter2-and-more";
const WHY = "A password";

interface Wish {
  readonly words?: string | null;
  readonly fileIds?: readonly Id<"ticketUploads">[];
  readonly reason?: string;
}

const redact = (by: TestPerson, key: string, { words = SECRET, fileIds = [], reason = WHY }: Wish = {}) =>
  by.mutation(m.redact, { key, words, fileIds: [...fileIds], reason });

/** Everything the backend holds, as one text. */
async function everything(world: Awaited<ReturnType<typeof aSupportWithFiles>>["world"]): Promise<string> {
  const tables = [
    "tickets",
    "ticketMessages",
    "ticketUploads",
    "notifications",
    "mailOutbox",
    "incidents",
    "incidentWords",
    "auditEvents",
  ] as const;
  const rows = [];
  for (const table of tables) rows.push(await world.rows(table));
  return JSON.stringify(rows);
}

test("words are gone from title, description, answers, notes and notices, for everybody and for good [S16]", async () => {
  const { world, ada, adam, create, reply, answer, note, read, queue } = await aSupportWithFiles();
  const key = await create(ada, { title: `My key ${SECRET}`, description: `It is ${SECRET}, twice ${SECRET}` });
  await reply(ada, key, `Again: ${SECRET}`);
  await answer(adam, key, `Do not send ${SECRET}`);
  await note(adam, key, `They sent ${SECRET}`);
  expect(await everything(world)).toContain(SECRET);
  expect(await adam.query(q.redactable, { key, words: SECRET })).toBe(6);
  await redact(adam, key);
  expect(await everything(world)).not.toContain(SECRET);
  expect(await read(ada, key)).toMatchObject({
    title: "My key [redacted]",
    description: "It is [redacted], twice [redacted]",
  });
  const messages = (await read(adam, key))?.messages.map(({ body }) => body);
  expect(messages?.at(-1)).toBe("Redacted 6 places. Reason: A password");
  expect((await queue(adam)).some(({ title }) => title.includes("hunter2"))).toBe(false);
  expect(await adam.query(q.redactable, { key, words: SECRET })).toBe(0);
});

test("the trace says who, how much and why, and never what [S16]", async () => {
  const { world, ada, adam, create } = await aSupportWithFiles();
  const key = await create(ada, { description: SECRET });
  await redact(adam, key);
  const event = (await world.rows("auditEvents")).find(({ action }) => action === "ticket.redacted");
  expect(event).toMatchObject({
    actor: { personId: adam.id },
    context: { places: 1, files: 0, reason: WHY },
    targets: [{ label: key }],
  });
});

test("a quote that was cut within the words goes as a whole, from notices and from mails [S16]", async () => {
  const { world, ada, adam, create, answer } = await aSupportWithFiles();
  const key = await create(ada);
  await answer(adam, key, `${"x".repeat(190)} ${SECRET} and the rest`);
  const quoted = (await world.rows("notifications")).find(({ recipientId }) => recipientId === ada.id);
  expect(quoted?.body).toContain("hunter2");
  const mail = (text: string, of = key) =>
    world.run((ctx) =>
      ctx.db.insert("mailOutbox", {
        to: "ada@ao.com",
        subject: `${of}: news`,
        text,
        kind: "notification",
        status: "sent",
        recordedAt: Date.now(),
        personId: ada.id,
      }),
    );
  await mail(`Support answered in ${key}\n${quoted?.body}\n{portal}/support/${key}`);
  await mail(`Somebody wrote ${key}9 ${SECRET}`, `${key}9`);
  await redact(adam, key);
  expect((await world.rows("notifications")).find(({ _id }) => _id === quoted?._id)?.body).toBe("[redacted]");
  const texts = (await world.rows("mailOutbox")).map(({ text }) => text);
  expect(texts).toContain(`Support answered in ${key}\n[redacted]\n{portal}/support/${key}`);
  expect(texts).toContain(`Somebody wrote ${key}9 ${SECRET}`);
});

test("a quote without the marks around the words goes, whether or not the marks are named [W2, S16]", async () => {
  const { world, ada, adam, create, answer } = await aSupportWithFiles();
  const key = await create(ada);
  await answer(adam, key, `Use \`${SECRET}\`, **only** once`);
  const quoted = (await world.rows("notifications")).find(({ recipientId }) => recipientId === ada.id);
  expect(quoted?.body).toBe(`Use ${SECRET}, only once`);
  await redact(adam, key, { words: `\`${SECRET}\`` });
  expect((await world.rows("notifications")).find(({ _id }) => _id === quoted?._id)?.body).toBe("[redacted]");
});

test("a quote of before marks were left out goes, too [W2, S16]", async () => {
  const { world, ada, adam, create, answer } = await aSupportWithFiles();
  const key = await create(ada);
  const said = `${"**x** ".repeat(32)} ${SECRET} and the rest`;
  await answer(adam, key, said);
  const quoted = (await world.rows("notifications")).find(({ recipientId }) => recipientId === ada.id);
  if (!quoted) throw new Error("No notice");
  await world.run((ctx) => ctx.db.patch(quoted._id, { body: `${said.slice(0, 199)}…` }));
  await redact(adam, key);
  expect((await world.rows("notifications")).find(({ _id }) => _id === quoted._id)?.body).toBe("[redacted]");
});

test("the subject of a mail that was cut within a title goes as a whole [S16]", async () => {
  const { world, ada, adam, create } = await aSupportWithFiles();
  const key = await create(ada, { title: `${"x".repeat(150)} ${SECRET}` });
  await world.run((ctx) =>
    ctx.db.insert("mailOutbox", {
      to: "adam@ao.com",
      subject: `${key}: zzz hunter2-`,
      text: `${key}: ${SECRET}`,
      kind: "notification",
      status: "queued",
      recordedAt: Date.now(),
      personId: adam.id,
    }),
  );
  await redact(adam, key);
  expect(await everything(world)).not.toContain("hunter2");
});

test("a follow-up is no longer named after the words, though its name was cut within them [S16]", async () => {
  const { world, ada, adam, create, ticketRow } = await aSupportWithFiles();
  const key = await create(ada, { title: `${"x".repeat(180)} ${SECRET}` });
  const { _id: followUpOfId } = await ticketRow(key);
  const made = await world.run((ctx) =>
    aTicketRow(ctx, { requesterId: ada.id, followUpOfId, title: `Follow-up of ${key}: zzz hunter2` }),
  );
  await redact(adam, key);
  expect((await ticketRow(made.key)).title).toBe(`Follow-up of ${key}`);
});

test("what was told of a follow-up goes too, whether it is named after the words or begins with them [S16]", async () => {
  const { world, ada, adam, create, answer, solve, reply } = await aSupportWithFiles();
  const key = await create(ada, { title: `${"x".repeat(165)} ${SECRET}` });
  await answer(adam, key);
  await solve(ada, key);
  await world.advance(8 * DAY_MS);
  await reply(ada, key, `Still ${SECRET}`);
  expect((await world.rows("notifications")).some(({ title }) => title.includes("Follow-up"))).toBe(true);
  await redact(adam, key);
  expect(await everything(world)).not.toContain("hunter2");
});

test("what was merged into it goes along, as far as its agent answers that [S16]", async () => {
  const { ada, adam, kim, create, merge, ticketRow, join } = await aSupportWithFiles();
  const [into, part, other] = [
    await create(ada),
    await create(ada, { description: SECRET }),
    await create(ada, { description: SECRET }),
  ];
  await merge(kim, part, into);
  await merge(kim, other, into);
  await join(other, adam);
  await redact(adam, into);
  expect([(await ticketRow(part)).description, (await ticketRow(other)).description]).toEqual(["[redacted]", SECRET]);
});

test("what was said in an incident goes from all its tickets and from what everybody reads [S16]", async () => {
  const { world, adam, bea, key, link, ofBea, tellAll, open, settled, said } = await anIncident();
  await link(adam, ofBea);
  await tellAll(adam, `It was ${SECRET}`);
  await settled();
  expect(await said(ofBea)).toEqual([`It was ${SECRET}`]);
  await redact(adam, key);
  expect(await said(ofBea)).toEqual(["It was [redacted]"]);
  expect((await open(bea)).map(({ lastWord }) => lastWord)).toEqual(["It was [redacted]"]);
  expect(await everything(world)).not.toContain(SECRET);
});

test("the words an incident was declared with go with those of its ticket, and not with those of another [S16]", async () => {
  const { world, adam, ada, bea, create, declare, link, open } = await anIncident();
  const first = await create(ada, { description: SECRET });
  await declare(adam, first, `Leak of ${SECRET}`, `We know of ${SECRET}`);
  const part = await create(bea, { description: SECRET });
  await link(adam, part, "INC-2");
  await redact(adam, part);
  expect((await open(ada)).some(({ title }) => title.includes(SECRET))).toBe(true);
  await redact(adam, first);
  expect(JSON.stringify([await world.rows("incidents"), await world.rows("incidentWords")])).not.toContain(SECRET);
});

describe("a file [S16]", () => {
  const aFile = async () => {
    const support = await aSupportWithFiles();
    const { ada, create, upload } = support;
    const fileId = await upload(ada, null);
    return { ...support, fileId, key: await create(ada, { uploadIds: [fileId] }) };
  };

  test("is gone with its content and its name, also from a message", async () => {
    const { world, ada, adam, key, fileId, upload, stored, open, read } = await aFile();
    const second = await upload(ada, key, "passwords.png");
    await ada.mutation(m.reply, { key, body: "Here", uploadIds: [second] });
    expect(await stored()).toHaveLength(2);
    await redact(adam, key, { words: null, fileIds: [fileId, second, second] });
    expect(await stored()).toEqual([]);
    expect(await codeOf(open(ada, second))).toBe("not-found");
    const shown = await read(adam, key);
    expect([shown?.files, shown?.messages.flatMap(({ files }) => files)]).toEqual([[], []]);
    expect(shown?.messages.at(-1)?.body).toBe("Redacted 2 files. Reason: A password");
    expect(await everything(world)).not.toContain("passwords.png");
  });

  test("of another ticket, or not yet sent, stays", async () => {
    const { ada, adam, create, fileId, upload, stored } = await aFile();
    const other = await create(ada);
    expect(await codeOf(redact(adam, other, { words: null, fileIds: [fileId] }))).toBe("not-found");
    const waiting = await upload(ada, other);
    expect(await codeOf(redact(adam, other, { words: null, fileIds: [waiting] }))).toBe("not-found");
    expect(await stored()).toHaveLength(2);
  });
});

test.each<[string, Wish, string]>([
  ["too short to be meant", { words: "the" }, "invalid-input"],
  ["too long", { words: "x".repeat(501) }, "invalid-input"],
  ["that stand nowhere", { words: "something else" }, "not-found"],
  ["that are the mark itself", { words: "redacted" }, "invalid-input"],
  ["without a reason", { reason: " " }, "reason-required"],
  ["whose reason repeats them", { reason: `They sent ${SECRET}` }, "invalid-input"],
  ["without words and files", { words: null }, "not-found"],
])("words %s are not redacted, and nothing is changed [S16]", async (_what, wish, code) => {
  const { world, ada, adam, create } = await aSupportWithFiles();
  const key = await create(ada, { description: `It is [redacted] ${SECRET}` });
  const before = await everything(world);
  expect(await codeOf(redact(adam, key, wish))).toBe(code);
  expect(await everything(world)).toBe(before);
});

const anArticle = (by: Id<"people">, at: number) => ({
  ...{
    title: "Passwords",
    summary: "",
    topics: [],
    typeKeys: [],
    audience: "agents" as const,
    status: "draft" as const,
  },
  ...{ ownerId: by, createdById: by, updatedById: by, createdAt: at, updatedAt: at, reviewAt: at },
  ...{ isOpen: false, revision: 1, version: 0, helped: 0, notHelped: 0 },
});

const aNotice = (recipientId: Id<"people">, id: Id<"tickets">, at: number) => ({
  ...{ recipientId, kind: "ticket.replied", subject: { type: "ticket", id, label: SECRET }, dedupeKey: `${at}` },
  ...{ title: SECRET, to: "/support", because: "You answer tickets.", isCritical: false, count: 1 },
  ...{ createdAt: at, updatedAt: at },
});
const aMail = { to: "kim@ao.com", subject: SECRET, text: SECRET, kind: "ticket", status: "sent" as const };

test.each(["notifications.archivedDays", "notifications.keptDays"] as const)(
  "a mail is never kept longer than the notice that leads to it, whatever is configured [S16]: %s",
  (key) => {
    expect(CONFIG[key].from * DAY_MS).toBeGreaterThanOrEqual(OUTBOX_RETENTION_MS);
  },
);

describe("more than is looked through at once [S16]", () => {
  const MAX = {
    messages: 2000,
    "follow-ups": 50,
    "help articles": 200,
    notices: 2000,
    mails: 8000,
    drafts: 500,
    "drafts of ideas": 500,
  };

  test.each(Object.keys(MAX) as (keyof typeof MAX)[])(
    "%s refuse the redaction whole, in words, though the secret stands in what would have been reached",
    async (what) => {
      const { world, ada, adam, kim, create, ticketRow } = await aSupportWithFiles();
      const key = await create(ada, { description: SECRET });
      const { _id: ticketId } = await ticketRow(key);
      const at = world.now();
      const fill = async (count: number): Promise<void> => {
        await world.run(async (ctx) => {
          for (let place = 0; place < count; place++)
            if (what === "messages")
              await ctx.db.insert("ticketMessages", {
                ...{ ticketId, authorId: ada.id, visibility: "public", isAnswer: false, body: SECRET, createdAt: at },
              });
            else if (what === "follow-ups") await aTicketRow(ctx, { requesterId: ada.id, followUpOfId: ticketId });
            else if (what === "notices") await ctx.db.insert("notifications", aNotice(kim.id, ticketId, at + place));
            else if (what === "mails")
              await ctx.db.insert("mailOutbox", { ...aMail, recordedAt: at, personId: place % 2 ? kim.id : adam.id });
            else if (what === "drafts")
              await ctx.db.insert("ticketDrafts", { ...aDraft, ticketId, draft: { body: SECRET } });
            else if (what === "drafts of ideas")
              await ctx.db.insert("ideaDrafts", { ...aDraft, ticketId, draft: { text: SECRET } });
            else await ctx.db.insert("articles", { ...anArticle(ada.id, at), key: `ART-${900 + place}`, ticketId });
        });
      };
      const aDraft = { personId: adam.id, version: 1, changedAt: at };
      const max = MAX[what];
      if (what === "mails") await world.run((ctx) => ctx.db.insert("notifications", aNotice(kim.id, ticketId, at)));
      await fill(max + 1);
      const before = await everything(world);
      const refused = await redact(adam, key).catch((error: unknown) => (error as { data?: unknown }).data);
      expect(refused).toEqual({
        code: "too-many",
        message: expect.stringMatching(`^There are more than ${max} ${what} .+ Nothing was changed\\.$`) as string,
      });
      expect(await everything(world)).toBe(before);
    },
  );
});

test("neither its writer nor an agent who takes part redacts, nor learns how often words stand there [S16]", async () => {
  const { ada, adam, kim, dan, create, join, ticketRow } = await withDan();
  const key = await create(ada, { description: SECRET });
  await join(key, adam);
  for (const [who, code] of [
    [ada, "not-allowed"],
    [dan, "not-allowed"],
    [adam, "not-eligible"],
  ] as const)
    expect(await codeOf(redact(who, key))).toBe(code);
  expect(await adam.query(q.redactable, { key, words: SECRET })).toBe(0);
  expect((await ticketRow(key)).description).toBe(SECRET);
  await redact(kim, key);
});

async function withDan() {
  const support = await aSupportWithFiles();
  return { ...support, dan: await support.world.person("dan") };
}
