/**
 * The lists of ideas in a large world. `npm run bench -- lists` makes it the size the portal promises, with a bound on the
 * time; the usual run keeps a part of it and looks at what is read.
 */

import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Id } from "../_generated/dataModel";
import type { IdeaStatus } from "../core/feedback/table";
import { medianMs, readsOf } from "../lists/reads.testing";
import { endWorld } from "../testing/world.testing";
import { aFeedbackWorld } from "./ideas.testing";

const IS_PROMISED_SIZE = process.env["IDEAS"] !== undefined;
const COUNT = Number(process.env["IDEAS"] ?? 500);
const BATCH = 100;
const STATUSES: readonly IdeaStatus[] = ["New", "Under review", "Planned", "In progress", "Shipped", "Declined"];
const WORDS = ["orders", "returns", "baskets", "ledger", "warehouse", "access", "approval", "dashboard"];
const VOTERS = 30;

const figures: string[] = [];
let scene: Awaited<ReturnType<typeof aFeedbackWorld>>;

beforeAll(
  async () => {
    scene = await aFeedbackWorld();
    const { world, ada, fay } = scene;
    for (let from = 0; from < COUNT; from += BATCH)
      await world.run(async (ctx) => {
        const voters: Id<"people">[] = (await ctx.db.query("people").take(VOTERS)).map(({ _id }) => _id);
        for (let place = from; place < Math.min(COUNT, from + BATCH); place += 1) {
          const word = WORDS[place % WORDS.length] ?? "";
          const title = `Show ${word} of week ${place}`;
          const status = STATUSES[place % STATUSES.length] ?? "New";
          const ideaId = await ctx.db.insert("ideas", {
            ...{ key: `IDEA-${place + 100}`, title, description: title, searchText: title, priority: "Low" },
            ...{ authorId: place % 2 === 0 ? ada.id : fay.id, status, statusAt: place, isListed: true },
            ...{ votes: voters.length, createdAt: place, updatedAt: place },
          });
          for (const personId of voters)
            await ctx.db.insert("ideaVotes", { ideaId, personId, isCast: true, changedAt: place, turns: 1 });
        }
      });
  },
  COUNT * 60 + 60_000,
);

afterAll(async () => {
  // The figures are what this file is run by hand for.
  console.log(figures.join("\n"));
  await endWorld();
}, 60_000);

const page = { paginationOpts: { numItems: 50, cursor: null } };
type Reader = "ada" | "adam";
/** What is read as whom, how many documents that may take of any number of ideas, and how long at the promised size. */
const READINGS: readonly [name: string, by: Reader, query: string, args: object, most: number, ms: number][] = [
  ["all ideas, first page", "ada", "feedback/queries:list", { status: null, ...page }, 120, 50],
  ["one status, first page", "ada", "feedback/queries:list", { status: "New", ...page }, 120, 50],
  ["the changelog, first page", "ada", "feedback/queries:list", { status: "Shipped", ...page }, 120, 50],
  ["the roadmap", "ada", "feedback/queries:roadmap", {}, 450, 50],
  ["mine", "ada", "feedback/queries:mine", {}, 1000, 50],
  ["what is new", "ada", "feedback/queries:news", {}, 10, 50],
  ["ideas to merge into", "adam", "feedback/queries:toMerge", { text: "week" }, 40, 50],
  ["a search, first page", "ada", "feedback/queries:list", { status: null, text: "week", ...page }, 120, 100],
  ["a search of one status", "ada", "feedback/queries:list", { status: "New", text: "week", ...page }, 120, 100],
  ["similar ideas", "ada", "feedback/queries:similar", { text: "orders of the week" }, 30, 100],
  ["the palette", "ada", "search/queries:find", { text: "orders week" }, 100, 100],
];

test.each(READINGS)(
  "%s: reads no more than it needs of however many ideas",
  async (name, by, query, args, most, maxMs) => {
    const { world, ideaId } = scene;
    const all = query.endsWith(":toMerge") ? { ...args, ideaId } : { ...args };
    const used = await readsOf(scene[by], query, all);
    let round = 0;
    const ms = await medianMs(7, async () => {
      // A row changes each time: an answer that is still known costs nothing.
      round += 1;
      await world.run((ctx) => ctx.db.patch(ideaId, { statusAt: round, status: "Shipped", votes: 100 + round }));
      await scene[by].query(makeFunctionReference<"query">(query), all);
    });
    figures.push(`${name}: ${used} documents of ${most}, ${ms.toFixed(1)} ms of ${maxMs} (${COUNT} ideas)`);
    expect(used).toBeLessThanOrEqual(most);
    if (IS_PROMISED_SIZE) expect(ms).toBeLessThan(maxMs);
  },
);
