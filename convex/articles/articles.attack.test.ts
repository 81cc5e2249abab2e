/** What somebody would try with help articles that are not theirs. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { HOUR_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { anArticleOf } from "./args.testing";
import { anArticleWorld } from "./articles.testing";

afterEach(endWorld);

const { mutations, queries } = api.articles;

/** One of each kind that nobody but agents and its owner reads, all about quicksilver, and one for everyone. */
async function aWorldWithSecrets() {
  const scene = await anArticleWorld();
  const { adam, write, published, article } = scene;
  const draft = await write({ title: "Quicksilver draft" });
  const internal = await published({ title: "Quicksilver for support", audience: "agents" });
  const archived = await published({ title: "Quicksilver of old" });
  await adam.mutation(mutations.setArchived, { id: (await article(archived))._id, isArchived: true });
  const open = await published({ title: "Quicksilver for everyone" });
  return { ...scene, hidden: [draft, internal, archived], open };
}

describe("drafts, archived ones and those for support [H1]", () => {
  test("are read by staff neither by address, in lists nor by search", async () => {
    const { world, ada, adam, fay, gina, hidden, open, read, list } = await aWorldWithSecrets();
    for (const who of [fay, gina]) {
      for (const key of hidden) expect(await read(who, key)).toBeNull();
      expect(await list(who, "quicksilver")).toEqual([open]);
      for (const status of ["draft", "published", "archived"] as const)
        expect(await list(who, "", status)).toEqual(status === "published" ? [open] : []);
      const found = await who.query(api.search.queries.find, { text: "quicksilver" });
      expect(JSON.stringify(found)).not.toMatch(/draft|support|old/i);
    }
    for (const who of [ada, adam]) for (const key of hidden) expect(await read(who, key)).not.toBeNull();
    expect((await list(adam, "quicksilver")).toSorted()).toEqual([hidden[1], open].toSorted());
    expect(await world.rows("articles")).toHaveLength(4);
  });

  test("are changed by staff through no call, and none says that they are there", async () => {
    const { world, fay, hidden, open, article, codeOf } = await aWorldWithSecrets();
    const before = await world.rows("articles");
    const texts = await world.rows("articleTexts");
    for (const key of hidden) {
      const { _id: id, revision } = await article(key);
      const shown = { id, revision };
      const mine = anArticleOf({ world, personId: fay.id });
      for (const call of [
        () => fay.mutation(mutations.save, { shown, article: mine }),
        () => fay.mutation(mutations.publish, { shown }),
        () => fay.mutation(mutations.restore, { shown, version: 1 }),
        () => fay.mutation(mutations.review, { shown, reviewAt: mine.reviewAt }),
        () => fay.mutation(mutations.answer, { id, helps: true, reason: "" }),
        () => fay.query(queries.versions, { id }),
        () => fay.query(queries.version, { id, number: 1 }),
      ])
        expect(await codeOf(call())).toBe("not-found");
    }
    const { _id: id, revision } = await article(open);
    const mine = anArticleOf({ world, personId: fay.id });
    expect(await codeOf(fay.mutation(mutations.save, { shown: { id, revision }, article: mine }))).toBe("not-eligible");
    expect(await world.rows("articles")).toEqual(before);
    expect(await world.rows("articleTexts")).toEqual(texts);
  });

  test("are no longer read by whoever owned them", async () => {
    const { ada, fay, hidden, save, adam, read, article } = await aWorldWithSecrets();
    const [draft = ""] = hidden;
    await save(adam, draft, { ownerId: fay.id });
    expect(await read(ada, draft)).toBeNull();
    expect(await read(fay, draft)).not.toBeNull();
    expect((await article(draft)).ownerId).toBe(fay.id);
  });
});

test("nobody writes or answers through somebody else's eyes, nor reads as support there [H2]", async () => {
  const { world, ada, adam, sam, hidden, open, read, article, codeOf } = await aWorldWithSecrets();
  const lookAs = (personId: typeof ada.id, mode: "view" | "act") =>
    world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sam.id,
        impersonatingUserId: personId,
        mode,
        reason: "Help",
        impersonationStartedAt: Date.now(),
        impersonationExpiresAt: Date.now() + HOUR_MS,
      }),
    );
  const session = await lookAs(adam.id, "act");
  const [draft = "", internal = ""] = hidden;
  expect(await read(sam, internal)).toBeNull();
  const { _id: id, revision } = await article(open);
  const as = { impersonationSessionId: session };
  const mine = anArticleOf({ world, personId: ada.id });
  for (const call of [
    () => sam.mutation(mutations.create, { article: mine, ...as }),
    () => sam.mutation(mutations.save, { shown: { id, revision }, article: mine, ...as }),
    () => sam.mutation(mutations.answer, { id, helps: true, reason: "", ...as }),
    () => sam.mutation(mutations.setArchived, { id, isArchived: true, ...as }),
  ])
    expect(await codeOf(call())).toBe("not-while-impersonating");
  await world.run((ctx) => ctx.db.delete(session));
  await lookAs(ada.id, "view");
  expect(await read(sam, draft)).toMatchObject({ mayWrite: true, isAgent: false });
});

test("hostile marks are kept as they were written, restored too, and summed up without them", async () => {
  const { adam, fay, published, save, shown, textOf, read } = await anArticleWorld();
  const body = "<script>alert(1)</script>\n\n[Sign in](javascript:alert(2)) ![x](https://evil.example/p.png)";
  const key = await published({ body });
  await save(adam, key, { body: "Harmless" });
  await adam.mutation(mutations.restore, { shown: await shown(key), version: 1 });
  expect((await textOf(key)).body).toBe(body);
  expect(await read(fay, key)).toMatchObject({ body });
  await expect(save(adam, key, { title: "=HYPERLINK(1)" })).rejects.toThrow();
});
