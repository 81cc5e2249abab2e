/** Access passed on in a review: to nobody with a part in it, and three times at most. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MAX_PASSED_TO_ONE, MAX_PASSED_TOGETHER, MAX_PASSES } from "../core/reviews/rules";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aPassing } from "./passing.testing";
import { WARNED_BEFORE_MS } from "./reviews.testing";

afterEach(endWorld);

const { passOn } = api.reviews.mutations;

describe("passing on [AR8]", () => {
  test("lets somebody else decide, who sees what they are asked about and nothing else", async () => {
    const { fay, dan, eve, pass, more, rows, say, item, reviewId, events } = await aPassing();
    await more(2);
    expect(await rows(dan, reviewId)).toEqual([]);
    expect(await codeOf(pass(fay, dan, undefined, " "))).toBe("reason-required");
    expect(await pass(fay, dan)).toEqual({ passed: 1, toGovernance: 0 });
    const [seen, ...others] = await rows(dan, reviewId);
    expect(others).toEqual([]);
    expect(seen).toMatchObject({
      whyNot: null,
      passes: [{ from: "Fay Tester", to: "Dan Tester", note: "Knows it" }],
    });
    expect(await dan.query(api.reviews.queries.get, { reviewId })).toMatchObject({ total: 1 });
    expect(await dan.query(api.reviews.queries.list, {})).toMatchObject([{ total: 1 }]);
    expect(await rows(eve, reviewId)).toEqual([]);
    expect(await codeOf(say(eve, await item(), "keep"))).toBe("not-found");
    expect(await rows(fay, reviewId)).toHaveLength(3);
    await say(dan, await item(), "remove");
    expect(await events("review.passed")).toMatchObject([{ context: { to: "Dan Tester", reason: "Knows it" } }]);
  });

  test("notifies a person once per passing, not once per access", async () => {
    const { fay, dan, eve, pass, more, item, told } = await aPassing();
    const made = await more(3);
    expect(await pass(fay, dan, [await item(), ...made])).toEqual({ passed: 4, toGovernance: 0 });
    expect(await told(dan)).toMatchObject([
      { count: 1, title: "Fay Tester passed 4 accesses to Orders on to you", body: "Knows it" },
    ]);
    await pass(dan, eve, made);
    expect(await told(eve)).toMatchObject([{ count: 1 }]);
    expect(await told(dan)).toMatchObject([{ count: 1 }]);
  });

  test("is never to whoever has a part in it, by any account, nor to oneself", async () => {
    const { world, ada, fay, gina, pass, told } = await aPassing();
    const twin = await world.person("ada.two", { email: "ada+two@ao.com" });
    const self = await world.person("fay.two", { email: "fay+two@ao.com" });
    for (const to of [ada, twin, gina, fay, self]) expect(await codeOf(pass(fay, to))).toBe("not-eligible");
    for (const to of [ada, twin, gina]) expect(await told(to)).toEqual([]);
  });

  test("is never to somebody who is not there to review", async () => {
    const { world, fay, pass, dan, row } = await aPassing();
    const suspended = await world.person("suspended", { status: "suspended" });
    const invited = await world.person("invited", { status: "invited" });
    const removed = await world.person("removed", { status: "removed" });
    for (const to of [suspended, invited, removed]) expect(await codeOf(pass(fay, to))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.patch(dan.id, { endsAt: world.now() - 1 }));
    expect(await codeOf(pass(fay, dan))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.patch(dan.id, { endsAt: undefined, startsAt: world.now() + DAY_MS }));
    expect(await codeOf(pass(fay, dan))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.delete(dan.id));
    expect(await codeOf(pass(fay, dan))).toBe("not-found");
    expect(await row()).not.toHaveProperty("passes");
  });

  test("is by whoever decides about it, of this review, while it is open and undecided; all or none", async () => {
    const { world, ada, fay, dan, eve, kim, gina, pass, say, item, more, row } = await aPassing();
    for (const by of [ada, kim, gina]) expect(await codeOf(pass(by, dan))).toBe("not-eligible");
    expect(await codeOf(pass(eve, dan))).toBe("not-found");
    const made = await more(MAX_PASSED_TOGETHER);
    expect(await codeOf(pass(fay, dan, [await item(), ...made]))).toBe("invalid-input");
    expect(await codeOf(pass(fay, dan, []))).toBe("invalid-input");
    const foreign = made[0] ?? (await item());
    await world.run(async (ctx) => {
      const own = await ctx.db.get(foreign);
      const review = own && (await ctx.db.get(own.reviewId));
      if (!review) return;
      const { _id, _creationTime, ...fields } = review;
      await ctx.db.patch(foreign, { reviewId: await ctx.db.insert("accessReviews", fields) });
    });
    expect(await codeOf(pass(fay, dan, [await item(), foreign]))).toBe("not-found");
    expect(await row()).not.toHaveProperty("passes");
    await say(fay, await item(), "remove");
    expect(await codeOf(pass(fay, dan))).toBe("wrong-state");
    await say(fay, await item(), "keep");
    const other = made[1] ?? foreign;
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("accessReviews").collect())
        await ctx.db.patch(_id, { dueAt: world.now() });
    });
    expect(await codeOf(pass(fay, dan, [other]))).toBe("wrong-state");
  });

  test("asks nobody about more than fits on their page, nor twice about the same", async () => {
    const { fay, dan, eve, pass, more, reviewId } = await aPassing();
    await more(MAX_PASSED_TO_ONE - 1, { askedId: dan.id });
    const unnamed = fay.mutation(passOn, { reviewId, itemIds: await more(1), note: "Somebody" });
    expect(await codeOf(unnamed)).toBe("invalid-input");
    await pass(fay, dan);
    expect(await codeOf(pass(fay, dan))).toBe("duplicate");
    const [one] = await more(1);
    expect(await codeOf(pass(fay, dan, one && [one]))).toBe("invalid-input");
    await pass(fay, eve, one && [one]);
  });

  test("ends after three with data governance, where it stays and nobody with a part is asked", async () => {
    const { world, fay, adam, dan, eve, kim, gina, sam, pass, say, item, row, told } = await aPassing();
    const gus = await world.person("gus", { roles: ["staff", "governance"] });
    const former = await world.person("former", {
      roles: ["staff", "governance"],
      roleEnds: [{ role: "governance", since: 0, endsAt: world.now() - 1 }],
    });
    await pass(fay, dan);
    await pass(dan, eve);
    await pass(eve, adam);
    expect((await row())?.passes).toHaveLength(MAX_PASSES);
    expect(await codeOf(say(gus, await item(), "keep"))).toBe("not-eligible");
    expect(await pass(adam, dan)).toEqual({ passed: 0, toGovernance: 1 });
    expect(await told(gus)).toHaveLength(1);
    // Gina started the review, one role is over, the super admins are asked only without anybody else, and dan was not.
    for (const who of [gina, former, kim, sam]) expect(await told(who)).toEqual([]);
    expect(await told(dan)).toMatchObject([{ count: 1 }]);
    for (const by of [fay, gus]) expect(await codeOf(pass(by, eve))).toBe("not-eligible");
    for (const by of [dan, eve]) expect(await codeOf(say(by, await item(), "keep"))).toBe("not-found");
    await say(gus, await item(), "keep");
  });

  test("falls to the super admins where nobody else of data governance is without a part", async () => {
    const { fay, dan, eve, adam, una, gina, pass, told, row } = await aPassing();
    await pass(fay, dan);
    await pass(dan, eve);
    await pass(eve, adam);
    await pass(adam, dan);
    expect(await told(una)).toHaveLength(1);
    expect(await told(gina)).toEqual([]);
    expect((await row())?.askedId).toBeUndefined();
  });

  test("passes on no right that was lost, and those in charge decide all the same", async () => {
    const { world, fay, adam, dan, eve, pass, say, item, domainId } = await aPassing();
    await pass(fay, dan);
    await pass(dan, eve);
    await world.run((ctx) => ctx.db.patch(domainId, { ownerIds: [adam.id], deputyIds: [] }));
    expect(await codeOf(say(eve, await item(), "keep"))).toBe("not-eligible");
    expect(await codeOf(pass(eve, dan))).toBe("not-eligible");
    await say(adam, await item(), "keep");
  });

  test("is asked anew at every use: who was asked and has a part since decides nothing", async () => {
    const { world, fay, dan, pass, say, item } = await aPassing();
    await pass(fay, dan);
    const id = await item();
    await world.run(async (ctx) => {
      const row = await ctx.db.get(id);
      if (row) await ctx.db.patch(row.requestId, { lastEditorId: dan.id });
    });
    expect(await codeOf(say(dan, id, "keep"))).toBe("not-eligible");
  });

  test("reminds whoever is still asked before the end", async () => {
    const { world, fay, dan, eve, pass, more, say, noticesOf } = await aPassing();
    const made = await more(2);
    const [first, second] = made;
    await pass(fay, dan, first && [first]);
    await pass(fay, eve, second && [second]);
    if (second) await say(eve, second, "keep");
    await world.advance(10 * DAY_MS - WARNED_BEFORE_MS);
    await world.internal(internal.reviews.internal.turn, {});
    const reminded = (titles: string[]) => titles.filter((title) => title.startsWith("The review of Orders ends"));
    expect(reminded(await noticesOf(dan))).toHaveLength(1);
    expect(reminded(await noticesOf(eve))).toEqual([]);
  });
});
