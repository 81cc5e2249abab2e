/** The number in the menu: what is the reader's to decide, and nothing of anybody else. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aPassing } from "./passing.testing";

afterEach(endWorld);

const mine = (by: TestPerson) => by.query(api.reviews.queries.undecided, {});

test("it counts what somebody decides about, whoever has no say or a part in it counts nothing [AR10]", async () => {
  const { ada, adam, fay, gina, kim, dan, more, say, item, end } = await aPassing();
  await more(2);
  for (const who of [fay, adam]) expect(await mine(who)).toBe(3);
  for (const who of [ada, gina, kim, dan]) expect(await mine(who)).toBe(0);
  await say(fay, await item(), "keep");
  expect(await mine(fay)).toBe(2);
  await end();
  expect(await mine(fay)).toBe(0);
});

test("what is passed on counts for whoever it is with, and for who stands in for them [AR10]", async () => {
  const { world, fay, adam, dan, eve, kim, pass, standIn, more, say, item } = await aPassing();
  const gus = await world.person("gus", { roles: ["staff", "governance"] });
  await more(1);
  await pass(fay, dan);
  await standIn(dan, eve);
  for (const who of [fay, adam, dan, eve]) expect(await mine(who)).toBe(1);
  await pass(dan, kim);
  await pass(kim, dan);
  await pass(dan, kim);
  for (const who of [fay, gus, kim]) expect(await mine(who)).toBe(1);
  for (const who of [dan, eve]) expect(await mine(who)).toBe(0);
  await say(gus, await item(), "keep");
  expect(await mine(gus)).toBe(0);
});

test("a review whose last day is over asks nobody, also where nobody ended it yet [AR10]", async () => {
  const { world, fay } = await aPassing();
  await world.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("accessReviews").collect())
      await ctx.db.patch(_id, { dueAt: world.now() });
  });
  expect(await mine(fay)).toBe(0);
});
