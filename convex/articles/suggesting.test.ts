/** Articles that are offered before somebody writes, and in the palette. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { TicketTopic } from "../core/tickets/table";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { anArticleWorld } from "./articles.testing";

afterEach(endWorld);

async function aWorldToAsk() {
  const scene = await anArticleWorld();
  await scene.world.internal(internal.catalog.internal.install, {});
  const suggest = async (
    who: TestPerson,
    text: string,
    { topic = null, typeKey = null }: { topic?: TicketTopic | null; typeKey?: string | null } = {},
  ) => (await who.query(api.articles.queries.suggest, { text, topic, typeKey })).map(({ key }) => key);
  return { ...scene, suggest };
}

test("what the title is about comes first, then what is of the topic or type, and nothing else", async () => {
  const { fay, published, suggest } = await aWorldToAsk();
  const table = await published({ title: "Ask for a table", topics: ["access"] });
  const other = await published({ title: "Who decides", body: "Your manager.", topics: ["access"] });
  const cost = await published({
    title: "Budgets",
    body: "By month.",
    topics: ["cost"],
    typeKeys: ["snowflake-access"],
  });
  expect(await suggest(fay, "I cannot open my table")).toEqual([table]);
  expect(await suggest(fay, "I cannot open it")).toEqual([]);
  expect(await suggest(fay, "My manager is away")).toEqual([]);
  expect(await suggest(fay, "Who decides on a table?", { topic: "access" })).toEqual([table, other]);
  expect(await suggest(fay, "Budgets", { topic: "access" })).toEqual([cost, table, other]);
  expect(await suggest(fay, "", { typeKey: "snowflake-access" })).toEqual([cost]);
  expect(await suggest(fay, "", {})).toEqual([]);
});

test("at most three are offered, those that helped most before the others", async () => {
  const { adam, fay, published, article, suggest } = await aWorldToAsk();
  const keys: string[] = [];
  for (const title of ["One", "Two", "Three", "Four"]) keys.push(await published({ title, topics: ["data"] }));
  const last = keys[3] ?? "";
  await adam.mutation(api.articles.mutations.answer, { id: (await article(last))._id, helps: true, reason: "" });
  const found = await suggest(fay, "", { topic: "data" });
  expect(found).toHaveLength(3);
  expect(found[0]).toBe(last);
});

test("the palette finds an article by number and by all its words, and none that is not the reader's [H1]", async () => {
  const { adam, fay, published, suggest } = await aWorldToAsk();
  const open = await published({ title: "Wake a warehouse" });
  const hidden = await published({ title: "Wake a warehouse for support", audience: "agents" });
  const find = async (who: TestPerson, text: string) =>
    (await who.query(api.search.queries.find, { text })).articles.map(({ key }) => key);
  for (const text of ["wake ware", "catalog warehouse", open]) expect(await find(fay, text)).toEqual([open]);
  expect(await find(fay, "warehouse nothing")).toEqual([]);
  expect((await find(adam, "warehouse")).toSorted()).toEqual([open, hidden].toSorted());
  expect(await suggest(fay, "warehouse", { topic: "access" })).toEqual([open]);
});
