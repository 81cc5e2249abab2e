/** Help articles: written, published, versions, reviews, and whether they helped. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MAX_ANSWERS_PER_HOUR, MAX_ARTICLES, MAX_SAVES_PER_HOUR } from "../core/articles/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { anArticleOf } from "./args.testing";
import { anArticleWorld } from "./articles.testing";

afterEach(endWorld);

const { mutations, queries } = api.articles;

describe("an article", () => {
  test("is a draft with a number, kept trimmed and once, and refused with the words of its form", async () => {
    const { world, ada, adam, write, article, read, events, codeOf } = await anArticleWorld();
    const key = await write({ title: "  Ask   for a table ", body: " Open the catalog\n" });
    expect(key).toBe("ART-1");
    expect(await write({ title: "Ask for a table", body: "Open the catalog" })).toBe(key);
    expect(await article(key)).toMatchObject({ title: "Ask for a table", status: "draft", version: 0, isOpen: false });
    expect(await read(ada, key)).toMatchObject({ owner: "Ada Tester", mayWrite: true, isAgent: false });
    expect(await events("article.written")).toMatchObject([{ targets: [{ type: "article", label: "ART-1" }] }]);
    const one = anArticleOf({ world, personId: ada.id });
    const refused = async (fields: Partial<typeof one>) => {
      const given = { article: { ...one, ...fields } };
      const error: unknown = await adam.mutation(mutations.create, given).catch((thrown: unknown) => thrown);
      return (error as { data: { fields: unknown } }).data.fields;
    };
    expect(await refused({ title: "", typeKeys: ["nothing"] })).toEqual({
      title: "Title is required",
      typeKeys: "Choose request types from the catalogue",
    });
    const gone = await world.person("gone", { status: "suspended" });
    expect(await refused({ ownerId: gone.id })).toEqual({ ownerId: "Choose somebody with an active account" });
    expect(await codeOf(ada.mutation(mutations.create, { article: one }))).toBe("not-allowed");
  });

  test("is found by the words of its title before those of its text, and by topic", async () => {
    const { ada, published, list } = await anArticleWorld();
    const text = await published({ title: "Who decides", body: "A warehouse, among much else that is said here." });
    const title = await published({ title: "Choose a warehouse", body: "Small ones first.", topics: ["cost"] });
    expect(await list(ada, "warehouse")).toEqual([title, text]);
    expect(await list(ada)).toEqual([title, text]);
    expect(await ada.query(queries.list, { text: "", status: "published", topic: "cost" })).toMatchObject([
      { key: title, summary: "Small ones first.", isOverdue: false },
    ]);
  });

  test("is not one too many", async () => {
    const { world, adam, write, article, codeOf } = await anArticleWorld();
    const { _id, _creationTime, ...row } = await article(await write());
    const many = (count: number) =>
      world.run(async (ctx) => {
        for (let at = 0; at < count; at += 1)
          await ctx.db.insert("articles", { ...row, key: `ART-${100 + at}`, title: `No. ${at}`, createdAt: 0 });
      });
    await many(MAX_ARTICLES - 1);
    expect(await codeOf(write({ title: "One more" }))).toBe("too-many");
    await adam.mutation(mutations.setArchived, { id: _id, isArchived: true });
    await write({ title: "One more" });
    expect(await codeOf(adam.mutation(mutations.setArchived, { id: _id, isArchived: false }))).toBe("too-many");
  });

  test("is written, saved, published, restored, reviewed and archived so often an hour by one person [H4]", async () => {
    const { world, ada, adam, write, publish, save, article, shown, codeOf } = await anArticleWorld();
    const key = await write();
    await publish(key);
    for (let count = 2; count < MAX_SAVES_PER_HOUR; count += 1) await save(adam, key, { title: `No. ${count}` });
    await save(adam, key, { title: `No. ${MAX_SAVES_PER_HOUR - 1}` });
    const { _id: id, title } = await article(key);
    const doing = [
      async () => await save(adam, key, { title: "One more" }),
      async () => await write({ title: "Another" }),
      async () => await adam.mutation(mutations.restore, { shown: await shown(key), version: 1 }),
      async () => await adam.mutation(mutations.review, { shown: await shown(key), reviewAt: world.now() + DAY_MS }),
      async () => await adam.mutation(mutations.setArchived, { id, isArchived: true }),
    ];
    for (const change of doing) expect(await codeOf(change())).toBe("rate-limited");
    expect(await article(key)).toMatchObject({ title, status: "published" });
    await save(ada, key, { title: "By its owner" });
    await world.advance(HOUR_MS + 1);
    for (const change of doing) await change();
    const draft = await write({ title: "A draft" });
    for (let count = 6; count < MAX_SAVES_PER_HOUR; count += 1) await save(adam, draft, { title: `Draft ${count}` });
    expect(await codeOf(publish(draft))).toBe("rate-limited");
  });

  test("is written by its owner, who neither hands it over nor opens it to others [H2]", async () => {
    const { ada, adam, fay, published, save, article, events, codeOf } = await anArticleWorld();
    const key = await published({ audience: "agents" });
    await save(ada, key, { title: "Ask for a view" });
    expect(await article(key)).toMatchObject({ title: "Ask for a view", version: 2, audience: "agents" });
    expect(await codeOf(save(ada, key, { audience: "everyone" }))).toBe("not-eligible");
    expect(await codeOf(save(ada, key, { ownerId: fay.id }))).toBe("not-eligible");
    await save(adam, key, { audience: "everyone", ownerId: fay.id });
    expect(await article(key)).toMatchObject({ isOpen: true, version: 2 });
    expect(await codeOf(save(ada, key, { title: "Mine" }))).toBe("not-eligible");
    const [first, second] = await events("article.saved");
    expect(first).toMatchObject({ changes: [], context: { changed: "title", version: 2 } });
    expect(second?.changes.map(({ field }) => field).toSorted()).toEqual(["audience", "ownerId"]);
    expect(JSON.stringify(await events("article.saved"))).not.toContain("Ask for a view");
  });

  test("that was archived is put back as what it was", async () => {
    const { ada, adam, write, published, article, list, save, codeOf } = await anArticleWorld();
    const [key, draft] = [await published(), await write({ title: "Draft" })];
    const { _id } = await article(key);
    expect(await codeOf(ada.mutation(mutations.setArchived, { id: _id, isArchived: true }))).toBe("not-allowed");
    for (const one of [key, draft])
      await adam.mutation(mutations.setArchived, { id: (await article(one))._id, isArchived: true });
    expect(await list(adam, "", "archived")).toHaveLength(2);
    expect(await codeOf(save(adam, key, { title: "No" }))).toBe("wrong-state");
    for (const one of [key, draft])
      await adam.mutation(mutations.setArchived, { id: (await article(one))._id, isArchived: false });
    expect(await article(key)).toMatchObject({ status: "published", isOpen: true, version: 1 });
    expect((await article(key)).remindAt).toBe((await article(key)).reviewAt);
    expect(await article(draft)).toMatchObject({ status: "draft", isOpen: false });
  });
});

describe("versions [H3]", () => {
  test("keep every published text with who and when, and put one back exactly", async () => {
    const { world, ada, adam, fay, published, save, article, textOf, shown, read, codeOf } = await anArticleWorld();
    const key = await published({ body: "First **words**\n\n- <b>raw</b>", topics: ["access", "data"] });
    const first = await article(key);
    const { body, searchText } = await textOf(key);
    await world.advance(HOUR_MS);
    await save(ada, key, { title: "Second title", body: "Second words", topics: ["cost"] });
    await save(adam, key, { audience: "agents" });
    await save(adam, key, { audience: "agents" });
    const id = first._id;
    expect(await adam.query(queries.versions, { id })).toMatchObject([
      { number: 2, title: "Second title", by: "Ada Tester", restores: null },
      { number: 1, title: "Ask for a table", by: expect.stringContaining("Adam"), restores: null },
    ]);
    expect(await codeOf(ada.mutation(mutations.restore, { shown: await shown(key), version: 9 }))).toBe("not-found");
    await ada.mutation(mutations.restore, { shown: await shown(key), version: 1 });
    const { title, topics, typeKeys, summary } = first;
    expect(await article(key)).toMatchObject({ title, topics, typeKeys, summary, version: 3 });
    expect(await textOf(key)).toMatchObject({ body, searchText });
    expect(await article(key)).toMatchObject({ audience: "agents", isOpen: false });
    expect(await ada.query(queries.version, { id, number: 3 })).toEqual({ title, body, topics, typeKeys });
    expect((await ada.query(queries.versions, { id }))[0]).toMatchObject({ number: 3, restores: 1 });
    await save(adam, key, { audience: "everyone" });
    expect(await read(fay, key)).toMatchObject({ title });
    expect(await fay.query(queries.versions, { id })).toEqual([]);
    expect(await fay.query(queries.version, { id, number: 2 })).toBeNull();
  });

  test("are put back in a published article alone: not in one that is archived, nor one of another article", async () => {
    const { ada, adam, published, save, article, textOf, shown, codeOf } = await anArticleWorld();
    const key = await published({ body: "First words" });
    await save(ada, key, { body: "Second words" });
    const other = await published({ title: "Another", body: "Other words" });
    expect(await codeOf(ada.mutation(mutations.restore, { shown: await shown(other), version: 2 }))).toBe("not-found");
    await adam.mutation(mutations.setArchived, { id: (await article(key))._id, isArchived: true });
    for (const by of [ada, adam])
      expect(await codeOf(by.mutation(mutations.restore, { shown: await shown(key), version: 1 }))).toBe("wrong-state");
    expect((await textOf(key)).body).toBe("Second words");
    expect((await article(key)).version).toBe(2);
  });

  test("are none of a draft, and a save that changes nothing is none", async () => {
    const { adam, write, publish, save, article } = await anArticleWorld();
    const key = await write();
    await save(adam, key, { title: "Better" });
    await publish(key);
    await publish(key);
    const { _id, revision } = await article(key);
    await save(adam, key, {});
    expect((await article(key)).revision).toBe(revision);
    expect(await adam.query(queries.versions, { id: _id })).toMatchObject([{ number: 1, title: "Better" }]);
  });
});

test("a save on what somebody else changed in between is refused and changes nothing [H4]", async () => {
  const { ada, adam, published, save, shown, article, codeOf } = await anArticleWorld();
  const key = await published();
  const stale = await shown(key);
  await save(ada, key, { body: "Ada was faster" });
  const before = await article(key);
  const mine = { ...anArticleOf({ world: { now: Date.now } as never, personId: ada.id }), body: "Mine" };
  const given = { ...mine, reviewAt: before.reviewAt };
  expect(await codeOf(adam.mutation(mutations.save, { shown: stale, article: given }))).toBe("changed-meanwhile");
  expect(await codeOf(adam.mutation(mutations.restore, { shown: stale, version: 1 }))).toBe("changed-meanwhile");
  expect(await codeOf(adam.mutation(mutations.publish, { shown: stale }))).toBe("changed-meanwhile");
  const reviewAt = before.reviewAt + DAY_MS;
  expect(await codeOf(adam.mutation(mutations.review, { shown: stale, reviewAt }))).toBe("changed-meanwhile");
  expect(await article(key)).toEqual(before);
});

describe("a review [H5]", () => {
  const turn = async ({ world }: Awaited<ReturnType<typeof anArticleWorld>>) =>
    await world.internal(internal.articles.internal.turn, {});

  test("that is due is told to the owner once, until it is reviewed or put off", async () => {
    const scene = await anArticleWorld();
    const { world, ada, adam, fay, published, write, shown, article, read, list, told, codeOf } = scene;
    const key = await published();
    const draft = await write({ title: "Draft" });
    await turn(scene);
    expect(await told(ada)).toEqual([]);
    await world.advance(90 * DAY_MS);
    await turn(scene);
    await turn(scene);
    expect(await told(ada)).toMatchObject([
      { title: "Review “Ask for a table”", count: 1, to: `/support/articles/${key}` },
    ]);
    expect(await told(adam)).toEqual([]);
    expect(await read(ada, key)).toMatchObject({ isOverdue: true });
    expect(await read(fay, key)).toMatchObject({ isOverdue: false });
    expect((await adam.query(queries.list, { text: "", status: "published", topic: null }))[0]?.isOverdue).toBe(true);
    expect((await fay.query(queries.list, { text: "", status: "published", topic: null }))[0]?.isOverdue).toBe(false);
    expect((await article(draft)).remindAt).toBeUndefined();
    const review = async (reviewAt: number) =>
      await ada.mutation(mutations.review, { shown: await shown(key), reviewAt });
    expect(await codeOf(review(world.now()))).toBe("invalid-form");
    await review(world.now() + 30 * DAY_MS);
    expect((await told(ada))[0]).toHaveProperty("closedAt");
    await turn(scene);
    expect(await told(ada)).toHaveLength(1);
    await world.advance(30 * DAY_MS);
    await turn(scene);
    expect(await told(ada)).toHaveLength(2);
    expect(await list(fay)).toEqual([key]);
  });

  test("that is due when the article is handed over is told to its new owner, once", async () => {
    const scene = await anArticleWorld();
    const { world, ada, adam, published, save, article, told } = scene;
    const key = await published();
    await world.advance(90 * DAY_MS);
    await turn(scene);
    const { reviewAt } = await article(key);
    await save(adam, key, { ownerId: adam.id, reviewAt });
    await turn(scene);
    await turn(scene);
    expect(await told(adam)).toMatchObject([{ title: expect.stringMatching(/^Review/), count: 1 }]);
    expect(await told(ada)).toHaveLength(1);
  });

  test("of an owner without an active account is told to those who answer tickets", async () => {
    const scene = await anArticleWorld();
    const { world, ada, adam, gina, published, told } = scene;
    await published();
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    await world.advance(90 * DAY_MS);
    await turn(scene);
    expect(await told(adam)).toHaveLength(1);
    expect([...(await told(ada)), ...(await told(gina))]).toEqual([]);
  });

  test("is not asked of an archived article", async () => {
    const scene = await anArticleWorld();
    const { world, ada, adam, published, article, told } = scene;
    const key = await published();
    await adam.mutation(mutations.setArchived, { id: (await article(key))._id, isArchived: true });
    await world.advance(90 * DAY_MS);
    await turn(scene);
    expect(await told(ada)).toEqual([]);
  });
});

describe("whether it helped [H6]", () => {
  test("is said once by a human, changed as they like, and counted for agents without names", async () => {
    const { world, ada, adam, fay, published, article, read, codeOf } = await anArticleWorld();
    const key = await published();
    const { _id: id } = await article(key);
    const say = (by: typeof ada, helps: boolean, reason = "") => by.mutation(mutations.answer, { id, helps, reason });
    expect(await codeOf(say(fay, false, " "))).toBe("reason-required");
    await say(fay, true);
    await say(fay, true);
    await say(ada, true);
    expect(await article(key)).toMatchObject({ helped: 2, notHelped: 0 });
    const twin = await world.person("twin", { email: "fay+two@ao.com" });
    await world.run(async (ctx) => {
      const person = await ctx.db.get(fay.id);
      await ctx.db.patch(twin.id, { mailbox: person?.mailbox });
    });
    await say(twin, false, " No picture ");
    expect(await article(key)).toMatchObject({ helped: 1, notHelped: 1, revision: 2 });
    expect(await read(fay, key)).toMatchObject({ answer: { helps: false, reason: "No picture" } });
    const figures = await adam.query(queries.figures, { id });
    expect(figures).toMatchObject({ helped: 1, notHelped: 1, reasons: [{ text: "No picture", version: 1 }] });
    expect(JSON.stringify(figures)).not.toMatch(/fay|twin/i);
    for (const who of [ada, fay]) expect(await codeOf(who.query(queries.figures, { id }))).toBe("not-allowed");
    await say(fay, true);
    expect(await article(key)).toMatchObject({ helped: 2, notHelped: 0 });
    expect(await world.rows("articleAnswers")).toHaveLength(2);
    // The audit trail names who said something, and not what.
    const audited = (await world.rows("auditEvents")).filter(({ actor }) => JSON.stringify(actor).includes(twin.id));
    expect(audited.map(({ action }) => action)).toEqual(["article.rated"]);
    expect(JSON.stringify(audited)).not.toContain("No picture");
  });

  test("is said so often an hour by one person, also of one article", async () => {
    const { world, fay, gina, published, article, codeOf } = await anArticleWorld();
    const [one, other] = [await published(), await published({ title: "Another" })];
    const say = async (by: typeof fay, key: string, helps: boolean) =>
      await by.mutation(mutations.answer, { id: (await article(key))._id, helps, reason: helps ? "" : "A picture" });
    for (let count = 0; count < MAX_ANSWERS_PER_HOUR; count += 1) await say(fay, one, count % 2 === 0);
    for (const key of [one, other]) expect(await codeOf(say(fay, key, true))).toBe("rate-limited");
    await say(gina, other, true);
    await world.advance(HOUR_MS + 1);
    await say(fay, other, true);
  });
});
