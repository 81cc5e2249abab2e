/** What is redacted in a ticket is gone from what it became, too, for whoever reads that (S16). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { anArticleOf } from "../articles/args.testing";
import { aCompany } from "../catalog/company.testing";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const SECRET = "hunter2-and-more";
const { articles, conversions: c, feedback: f, tickets: t } = api;

/** A ticket of Ada's that says the secret, with what it may become. */
async function leaking() {
  const company = await aCompany();
  const { world, ada, person } = company;
  const admin = person("admin");
  const words = { title: `The key ${SECRET}`, description: `It is ${SECRET}.` };
  const key = await ada.mutation(t.mutations.create, { ...words, topic: "access", related: null });
  const suggest = (typeKey: string | null) =>
    admin.mutation(c.mutations.suggest, { key, typeKey, body: "Better so", fileIds: [] });
  const redact = () => admin.mutation(t.mutations.redact, { key, words: SECRET, fileIds: [], reason: "A password" });
  const events = async () =>
    (await world.rows("auditEvents"))
      .filter(({ action }) => action.endsWith("edacted"))
      .map(({ action, targets }) => `${action} ${targets[0]?.label}`);
  const rows = async (...tables: Parameters<typeof world.rows>[0][]) =>
    JSON.stringify(await Promise.all(tables.map((table) => world.rows(table))));
  return { ...company, admin, key, words, suggest, redact, events, rows };
}

test("the draft of a request loses the words, and a window that shows them brings none back [S16]", async () => {
  const { world, ada, suggest, redact, events, rows, key } = await leaking();
  await suggest("snowflake-access");
  const requestId = await ada.mutation(c.mutations.begin, { key });
  const [before] = await world.rows("requests");
  if (!before) throw new Error("No draft");
  expect(JSON.stringify(before.form)).toContain(SECRET);
  await redact();
  expect(await rows("requests", "auditEvents")).not.toContain(SECRET);
  const stale = { typeKey: "snowflake-access", form: before.form, requestId, version: before.version };
  expect(await codeOf(ada.mutation(api.requests.mutations.saveDraft, stale))).toBe("changed-meanwhile");
  expect(await events()).toEqual([`request.draftRedacted ${before.key}`, `ticket.redacted ${key}`]);
});

test("what the draft says of something else stays as it is, without an event [S16]", async () => {
  const { world, ada, suggest, redact, events, key } = await leaking();
  await suggest("snowflake-access");
  const requestId = await ada.mutation(c.mutations.begin, { key });
  const form = { reason: "In my own words" };
  await ada.mutation(api.requests.mutations.saveDraft, { typeKey: "snowflake-access", form, requestId });
  const before = await world.rows("requests");
  await redact();
  expect(await world.rows("requests")).toEqual(before);
  expect(await events()).toEqual([`ticket.redacted ${key}`]);
});

test("the idea loses the words, for the search and in changes that were not saved [S16]", async () => {
  const { ada, zoe, suggest, redact, events, rows, words, key } = await leaking();
  await suggest(null);
  const idea = await ada.mutation(c.mutations.writeIdea, { key, ...words, priority: "Low", fileIds: [] });
  const draft = { title: words.title, text: `${SECRET}, changed` };
  await ada.mutation(f.mutations.saveDraft, { idea, isEdit: true, draft, version: null });
  await redact();
  expect(await rows("ideas", "ideaDrafts", "notifications", "auditEvents")).not.toContain(SECRET);
  expect(await zoe.query(f.queries.get, { key: idea })).toMatchObject({ title: "The key [redacted]" });
  expect(await events()).toEqual([`idea.redacted ${idea}`, `ticket.redacted ${key}`]);
});

describe("a help article that was begun from it [S16]", () => {
  async function anArticle() {
    const scene = await leaking();
    const { world, admin, key, words } = scene;
    await admin.mutation(t.mutations.claim, { key });
    const ends = { visibility: "public", after: "resolve", cause: "access" } as const;
    await admin.mutation(t.mutations.say, { key, body: `Use ${SECRET}`, ...ends });
    const article = anArticleOf({ world, personId: admin.id }, { title: words.title, body: `Type ${SECRET} there.` });
    const made = await admin.mutation(articles.mutations.create, { article, ticket: key });
    const shown = async () => {
      const [row] = await world.rows("articles");
      if (!row) throw new Error("No article");
      return { id: row._id, revision: row.revision };
    };
    return { ...scene, article, made, shown };
  }

  test("loses the words in every version, in lists and the search, for good", async () => {
    const { admin, zoe, article, made, shown, redact, events, rows, key } = await anArticle();
    await admin.mutation(articles.mutations.publish, { shown: await shown() });
    const later = { ...article, body: "Ask for the role.", title: "Ask" };
    await admin.mutation(articles.mutations.save, { shown: await shown(), article: later });
    await redact();
    expect(await rows("articles", "articleTexts", "articleVersions", "auditEvents")).not.toContain(SECRET);
    expect(await zoe.query(articles.queries.get, { key: made })).toMatchObject({ title: "Ask" });
    await admin.mutation(articles.mutations.restore, { shown: await shown(), version: 1 });
    expect(await zoe.query(articles.queries.get, { key: made })).toMatchObject({
      title: "The key [redacted]",
      body: "Type [redacted] there.",
    });
    expect(await events()).toEqual([`article.redacted ${made}`, `ticket.redacted ${key}`]);
  });

  test("takes no save of whoever has it open with them", async () => {
    const { admin, article, shown, redact } = await anArticle();
    const before = await shown();
    await redact();
    expect(await codeOf(admin.mutation(articles.mutations.save, { shown: before, article }))).toBe("changed-meanwhile");
  });

  test("loses them in the notice of its review", async () => {
    const { world, admin, shown, redact, rows } = await anArticle();
    await admin.mutation(articles.mutations.publish, { shown: await shown() });
    await world.advance(90 * DAY_MS);
    await world.internal(internal.articles.internal.turn, {});
    expect(await rows("notifications")).toContain(`Review “The key ${SECRET}”`);
    await redact();
    expect(await rows("notifications")).not.toContain(SECRET);
  });
});
