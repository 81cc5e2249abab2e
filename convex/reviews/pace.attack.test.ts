/** Decisions made within seconds: they count, and everybody who reads the review sees that nobody looked. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { KEEPING_PAUSE_MS, MAX_DECIDED_TOGETHER, PACES } from "../core/reviews/rules";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { several } from "./several.testing";

afterEach(endWorld);

const [{ decisions: MANY, withinMs: WITHIN_MS }, { decisions: MOST }] = PACES;

async function aPace(count: number) {
  const review = await several(count);
  const { world, fay, say, reviewId } = review;
  /** Keeps one after the other, with so much time between two. */
  const sayEach = async (ids: readonly Id<"reviewItems">[], everyMs: number, by: TestPerson = fay) => {
    for (const [place, id] of ids.entries()) {
      if (place > 0) await world.advance(everyMs);
      await say(by, id, "keep");
    }
  };
  const hurried = async () => (await world.rows("reviewItems")).filter(({ isHurried }) => isHurried).length;
  const told = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter(
      ({ recipientId, kind }) => recipientId === id && kind === "review.hurried",
    );
  const shown = async (by: TestPerson) => (await by.query(api.reviews.queries.get, { reviewId }))?.hurried;
  return { ...review, sayEach, hurried, told, shown };
}

test("many decisions within seconds are marked, and whoever started the review is notified once [AR14]", async () => {
  const { world, itemIds, sayEach, hurried, told, gina, fay, shown, rows, reviewId, events } = await aPace(2 * MANY);
  await sayEach(itemIds.slice(0, MANY - 1), 1000);
  expect(await hurried()).toBe(0);
  await sayEach(itemIds.slice(MANY - 1, MANY), 0);
  expect(await hurried()).toBe(MANY);
  await sayEach(itemIds.slice(MANY, MANY + 1), 0);
  expect(await hurried()).toBe(MANY + 1);
  expect(await events("review.hurried")).toMatchObject([{ actor: { personId: fay.id }, context: { count: MANY } }]);
  expect(await told(gina)).toMatchObject([{ title: "Fay Tester decided within seconds in the review of Orders" }]);
  await world.advance(WITHIN_MS);
  await sayEach(itemIds.slice(MANY), 0);
  expect(await events("review.hurried")).toHaveLength(2);
  expect(await told(gina)).toMatchObject([{ count: 1 }]);
  expect(await told(fay)).toEqual([]);
  expect(await shown(gina)).toEqual([{ name: "Fay Tester", count: 2 * MANY }]);
  expect((await rows(gina, reviewId)).filter((row) => row.isHurried)).toHaveLength(2 * MANY);
});

test("of a second person there is a notice of its own [AR14]", async () => {
  const { itemIds, sayEach, told, gina, adam } = await aPace(2 * MANY);
  await sayEach(itemIds.slice(0, MANY), 0);
  await sayEach(itemIds.slice(MANY), 0, adam);
  const titles = (await told(gina)).map(({ title }) => title);
  expect(titles).toEqual([
    "Fay Tester decided within seconds in the review of Orders",
    "Adam Tester decided within seconds in the review of Orders",
  ]);
});

test("who takes their time, or whose colleague decides too, is not marked [AR14]", async () => {
  const { itemIds, sayEach, hurried, adam, fay, shown } = await aPace(2 * MANY);
  await sayEach(itemIds.slice(0, MANY), Math.ceil(WITHIN_MS / (MANY - 1)));
  expect(await hurried()).toBe(0);
  await sayEach(itemIds.slice(MANY, 2 * MANY - 2), 0, adam);
  expect(await hurried()).toBe(0);
  expect(await shown(fay)).toEqual([]);
});

test("a decision made anew at leisure is no longer marked [AR14]", async () => {
  const { world, itemIds, sayEach, hurried, say, fay, first } = await aPace(MANY);
  await sayEach(itemIds, 0);
  await world.advance(WITHIN_MS);
  await say(fay, itemIds[0] ?? first, "remove");
  expect(await hurried()).toBe(MANY - 1);
});

test("one group at once is not marked, and group after group without a look at the next one is [AR14]", async () => {
  const { world, itemIds, together, hurried, fay, events } = await aPace(MOST);
  await together(fay, itemIds.slice(0, MAX_DECIDED_TOGETHER));
  expect(await hurried()).toBe(0);
  await world.advance(KEEPING_PAUSE_MS);
  await together(fay, itemIds.slice(MAX_DECIDED_TOGETHER));
  expect(await hurried()).toBe(MOST);
  expect(await events("review.hurried")).toHaveLength(1);
});

test("who sees only a part of a review reads nothing of the pace of others [AR14]", async () => {
  const { world, itemIds, sayEach, shown, first } = await aPace(MANY);
  await sayEach(itemIds, 0);
  const dan = await world.person("dan");
  await world.run((ctx) => ctx.db.patch(first, { askedId: dan.id }));
  expect(await shown(dan)).toEqual([]);
});
