/** What a quote would move to people who do not read it: words and files of notes, of other tickets, of merged ones (S38). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { HELD_MS } from "../core/tickets/rules";
import { asQuote } from "../core/tickets/rules/quoting";
import { MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupportWithFiles } from "./files.testing";

afterEach(endWorld);

const m = api.tickets.mutations;
const r = api.ticketReplies.mutations;

async function aQuote() {
  const support = await aSupportWithFiles();
  const { adam, ada, key, upload, say, read } = support;
  const [notes, adas] = [await upload(adam, key, "secret-plan.png"), await upload(ada, key, "screen.png")];
  await ada.mutation(m.reply, { key, body: "See the picture", uploadIds: [adas] });
  await say(adam, key, { body: "The key is hunter2\nRotate it", visibility: "internal", uploadIds: [notes] });
  /** The last message with these words, as `by` would quote it. */
  const quoteOf = async (by: TestPerson, words: string, ticket = key) => {
    const said = (await read(by, ticket))?.messages.find(({ body }) => body.includes(words));
    if (!said) throw new Error(`Nobody said ${words}`);
    return asQuote({ ...said, at: "27/11/2026, 10:04" });
  };
  /** Every way in which an agent speaks to everybody. */
  const publicly = (by: TestPerson, body: string, ticket = key) => [
    () => by.mutation(m.say, { key: ticket, body, visibility: "public" }),
    () => by.mutation(m.say, { key: ticket, body, visibility: "public", after: "resolve", cause: "data" }),
    () => by.mutation(r.hold, { key: ticket, body }),
    () => by.mutation(r.hold, { key: ticket, body, after: "resolve", cause: "data" }),
  ];
  return { ...support, notes, adas, quoteOf, publicly };
}

describe("an internal note [S38]", () => {
  test("is quoted into a note, and in no way into what everybody reads: neither its words nor its files", async () => {
    const { ada, adam, kim, key, claim, notes, quoteOf, publicly, say, read } = await aQuote();
    await claim(adam, key);
    const quote = await quoteOf(adam, "hunter2");
    const [words = ""] = quote.split("\n>\n> ![");
    for (const body of [quote, words, `Hello\n\n${words}\n\nBye`, `![x](file:${notes})`, `[x](file:${notes})`])
      for (const tries of publicly(adam, body)) expect(await codeOf(tries())).toMatch(/^not-(eligible|found)$/);
    expect(JSON.stringify(await read(ada, key))).not.toMatch(/hunter2|secret-plan|file:/);
    await say(kim, key, { body: `${quote}\n\nDone`, visibility: "internal" });
    expect((await read(adam, key))?.messages.at(-1)?.body).toContain(`(file:${notes})`);
    expect(JSON.stringify(await read(ada, key))).not.toMatch(/hunter2|secret-plan|file:/);
  });

  test("tells a requester nothing by what they quote: a guess is sent like any words, a file never", async () => {
    const { ada, gina, key, join, notes, reply } = await aQuote();
    await join(key, gina);
    for (const who of [ada, gina]) {
      await reply(who, key, "> The key is hunter2\n\nIs it?");
      const codes = await Promise.all(
        [notes, "k570000000000000000000000000", "x"].map((id) => codeOf(reply(who, key, `![a](file:${id})`))),
      );
      expect(new Set(codes)).toEqual(new Set(["not-found"]));
    }
  });

  test("that was written while a reply is held is not quoted by it when it is sent", async () => {
    const { world, ada, adam, kim, key, note, read } = await aQuote();
    await adam.mutation(r.hold, { key, body: "> Blame the vendor\n\nWe look at it" });
    await note(kim, key, "Blame the vendor");
    await world.advance(HELD_MS + 1);
    expect(JSON.stringify(await read(ada, key))).not.toContain("vendor");
    expect((await adam.query(api.tickets.queries.draft, { key }))?.unsentBecause).toMatch(/^Only an internal note/);
  });
});

describe("a file that is quoted [S38]", () => {
  test("is of this ticket and was sent there: by those who ask and those who answer", async () => {
    const { world, ada, adam, key, create, claim, adas, upload, reply, quoteOf, read, open, publicly } = await aQuote();
    const eve = await world.person("eve");
    const [other, own] = [await create(eve), await create(ada)];
    const [eves, unsent, elsewhere] = [await upload(eve, other), await upload(ada, key), await upload(ada, own)];
    await eve.mutation(m.reply, { key: other, body: "Here", uploadIds: [eves] });
    await ada.mutation(m.reply, { key: own, body: "Here", uploadIds: [elsewhere] });
    await claim(adam, key);
    for (const file of [eves, unsent, elsewhere, ada.id]) {
      const body = `See ![x](file:${file})`;
      expect(await codeOf(reply(ada, key, body))).toBe("not-found");
      for (const tries of publicly(adam, body)) expect(await codeOf(tries())).toBe("not-found");
      expect(await codeOf(adam.mutation(m.say, { key, body, visibility: "internal" }))).toBe("not-found");
    }
    await adam.mutation(m.say, { key, body: `${await quoteOf(adam, "See the")}\n\nThis one?`, visibility: "public" });
    expect((await read(ada, key))?.messages.at(-1)?.body).toContain(`![screen.png](file:${adas})`);
    expect(await open(ada, adas)).toMatchObject({ name: "screen.png" });
    expect(await codeOf(open(eve, adas))).toBe("not-found");
    await reply(ada, key, `${await quoteOf(ada, "This one?")}\n\nYes`);
  });

  test("is one of twenty at most", async () => {
    const { ada, key, adas, reply } = await aQuote();
    const many = Array.from({ length: 21 }, (_, n) => `![x](file:${adas.slice(0, -2)}${10 + n})`).join("\n");
    expect(await codeOf(reply(ada, key, many))).toBe("too-many");
  });

  test("that is redacted is gone from what quotes it, with its name, also from drafts and what followed", async () => {
    const { world, ada, adam, key, adas, quoteOf, reply } = await aQuote();
    const quote = await quoteOf(ada, "See the picture");
    await reply(ada, key, `${quote}\n\nStill so`);
    const message = (await world.rows("ticketMessages")).find(({ body }) => body.includes("Still so"))!;
    await adam.mutation(api.conversions.mutations.split, {
      key,
      messageId: message._id,
      title: "Other",
      topic: "data",
    });
    const draft = { body: quote, visibility: "public" as const };
    await adam.mutation(m.saveDraft, { key, draft, version: null });
    await adam.mutation(m.redact, { key, words: null, fileIds: [adas], reason: "Shows an account" });
    const left = await Promise.all(
      (["tickets", "ticketMessages", "ticketDrafts", "notifications"] as const).map((table) => world.rows(table)),
    );
    expect(JSON.stringify(left)).not.toMatch(/screen\.png|file:/);
    expect(JSON.stringify(left)).toContain("[redacted]");
  });
});

describe("what was said in a merged ticket [S38]", () => {
  test("of somebody else is quoted for support alone, with its files; of the same people for everybody", async () => {
    const { world, ada, adam, key, adas, claim, create, merge, upload, quoteOf, publicly, say, read } = await aQuote();
    const eve = await world.person("eve");
    const [eves, adasOther] = [await create(eve, { description: "Eve's own words" }), await create(ada)];
    const picture = await upload(eve, eves, "eve.png");
    await eve.mutation(m.reply, { key: eves, body: "Mine alone", uploadIds: [picture] });
    await claim(adam, key);
    await ada.mutation(m.reply, { key: adasOther, body: "Also here" });
    for (const part of [eves, adasOther]) await merge(adam, part, key, true);
    const quote = await quoteOf(adam, "Mine alone");
    for (const body of [quote, "> Mine alone", "> Eve's own words", `![x](file:${picture})`])
      for (const tries of publicly(adam, body)) expect(await codeOf(tries())).toMatch(/^not-(eligible|found)$/);
    await say(adam, key, { body: quote, visibility: "internal" });
    await say(adam, key, { body: `${await quoteOf(adam, "Also here")}\n\n![x](file:${adas})` });
    const shown = await read(adam, key);
    expect(shown?.messages.find(({ body }) => body === "Mine alone")?.isForAll).toBe(false);
    expect(shown?.messages.find(({ body }) => body === "Also here")?.isForAll).toBe(true);
    expect(JSON.stringify(await read(ada, key))).not.toMatch(/Mine alone|eve\.png/);
  });
});

test("a notice and a mail say what was said, and name a file that is quoted [S38]", async () => {
  const { world, ada, adam, key, quoteOf } = await aQuote();
  await adam.mutation(m.say, { key, body: `${await quoteOf(adam, "See the")}\n\nThis one?`, visibility: "public" });
  const notices = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === ada.id);
  expect(notices.map(({ body }) => body)).toContain("This one?");
  await world.advance(2 * MINUTE_MS);
  await world.internal(internal.notifications.internal.mailDue, {});
  const [mail] = (await world.rows("mailOutbox")).filter(({ kind }) => kind === "ticket");
  expect(mail?.text).toContain("> See the picture");
  expect(mail?.text).toContain("> screen.png\n");
  expect(mail?.text).not.toContain("file:");
});
