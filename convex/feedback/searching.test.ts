/** Searching ideas: which are found, and that what is not all of them says so. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MOST_FOUND } from "../core/feedback/rules/listed";
import type { IdeaStatus } from "../core/feedback/table";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const { mutations } = api.feedback;
const { list } = api.feedback.queries;
const everything = { status: null, paginationOpts: { numItems: 50, cursor: null } };

test("[F9] all ideas are searched by number and words, of one status or of all; what was withdrawn is found by nobody", async () => {
  const { ada, fay, ideaId, write, move } = await aFeedbackWorld();
  const tables = await write(fay, "Wider tables");
  const gone = await write(ada, "Wider margins");
  await move(tables, "Under review");
  await ada.mutation(mutations.withdraw, { ideaId: gone });
  const found = async (text: string, status: IdeaStatus | null = null) =>
    (await fay.query(list, { ...everything, status, text })).page.map(({ id }) => id);
  const [, key] = (await fay.query(list, everything)).page;
  expect(await found(" wider ")).toEqual([tables]);
  expect(await found("wider", "Under review")).toEqual([tables]);
  for (const status of ["New", "Withdrawn"] as const) expect(await found("wider", status)).toEqual([]);
  for (const name of [key?.key ?? "", (key?.key ?? "").slice(5)]) expect(await found(name)).toEqual([key?.id]);
  expect(await found(key?.key ?? "", "Declined")).toEqual([]);
  expect(await found("")).toHaveLength(2);
  for (const text of ["nowhere", "=1+1", "%", "x".repeat(5000)]) expect(await found(text)).toEqual([]);
  expect(await found("charts")).toEqual([ideaId]);
});

/** The pages of what a search of one status finds, as its list and its file read them. */
async function searched(reader: TestPerson, text: string) {
  const pages: (typeof list)["_returnType"][] = [];
  for (let cursor: string | null = null; !pages.at(-1)?.isDone; cursor = pages.at(-1)?.continueCursor ?? null)
    pages.push(await reader.query(list, { status: "Planned", text, paginationOpts: { numItems: 50, cursor } }));
  return { pages, ids: pages.flatMap(({ page }) => page.map(({ id }) => id)) };
}

test("[F9] a search finds every idea of its status, however many of another one fit better, and says when there are more than it lists", async () => {
  const { world, ada, ideaId } = await aFeedbackWorld();
  let last = 100;
  const add = (count: number, status: "New" | "Planned", title: string) =>
    world.run(async (ctx) => {
      const { _id, _creationTime, ...fields } = (await ctx.db.get(ideaId))!;
      for (let made = 0; made < count; made += 1)
        await ctx.db.insert("ideas", { ...fields, key: `IDEA-${(last += 1)}`, status, searchText: title });
    });
  await add(210, "New", "Ledger ledger");
  await add(60, "Planned", "What the ledger of last year says about this one");
  const { pages, ids } = await searched(ada, "ledger");
  expect(pages.map(({ page }) => page.length)).toEqual([50, 10]);
  expect(new Set(ids).size).toBe(60);
  expect(pages.every(({ page, isWhole }) => isWhole && page.every(({ status }) => status === "Planned"))).toBe(true);
  await add(MOST_FOUND - 60, "Planned", "Ledger");
  const most = await searched(ada, "ledger");
  expect(new Set(most.ids).size).toBe(MOST_FOUND);
  expect(most.pages.at(-1)).toMatchObject({ isDone: true, isWhole: false });
});
