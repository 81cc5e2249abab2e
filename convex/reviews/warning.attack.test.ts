/** Before a review ends: who is warned, and who may object. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aReview, WARNED_BEFORE_MS } from "./reviews.testing";

afterEach(endWorld);

const { sayNeed } = api.reviews.mutations;

async function aWarnedReview() {
  const review = await aReview();
  const { world, ada, fay, say, item } = review;
  const near = async () => {
    await world.advance(10 * DAY_MS - WARNED_BEFORE_MS);
    await world.internal(internal.reviews.internal.turn, {});
  };
  const need = async (by = ada, note = "The monthly report needs it") =>
    by.mutation(sayNeed, { itemId: await item(), note });
  const loss = async (by = ada) => (await by.query(api.grants.queries.mine, {}))[0]?.loss ?? null;
  const remove = async () => say(fay, await item(), "remove", "Not needed");
  return { ...review, near, need, loss, remove };
}

describe("before the end [AR5]", () => {
  test("whoever is to lose something is warned once, and those in charge are reminded of what is left, each on their own clock [N10]", async () => {
    const { fay, ada, world, near, remove, noticesOf, item } = await aWarnedReview();
    await ada.mutation(api.people.mutations.saveTimeZone, { timeZone: "Asia/Tokyo" });
    await fay.mutation(api.people.mutations.saveTimeZone, { timeZone: "Asia/Kolkata" });
    await remove();
    expect(await noticesOf(ada)).toEqual([]);
    const left = await item();
    await world.run(async (ctx) => {
      const row = await ctx.db.get(left);
      if (!row) return;
      const { reviewId, grantId, requestId, accessKey, group, rank } = row;
      await ctx.db.insert("reviewItems", { reviewId, grantId, requestId, accessKey, group, rank });
    });
    await near();
    await world.internal(internal.reviews.internal.turn, {});
    // Decided once more the same way.
    await remove();
    const told = (await noticesOf(ada)).filter((title) => title.startsWith("Your access is to be removed"));
    expect(told).toEqual(["Your access is to be removed on 12/03/2026 18:00 GMT+9: Orders in dbt"]);
    expect((await noticesOf(fay)).filter((title) => title.startsWith("The review of Orders ends"))).toEqual([
      "The review of Orders ends on 12/03/2026 14:30 GMT+5:30",
    ]);
    const counts = (await world.rows("notifications"))
      .filter(({ kind }) => kind === "access.reviewed" || kind === "review.reminded")
      .map(({ count }) => count);
    expect(new Set(counts)).toEqual(new Set([1]));
  });

  test("nobody is reminded where all is decided", async () => {
    const { fay, near, remove, noticesOf } = await aWarnedReview();
    await remove();
    await near();
    expect((await noticesOf(fay)).filter((title) => title.startsWith("The review of Orders ends"))).toEqual([]);
  });

  test("who is marked later is warned then, and told when it is decided anew", async () => {
    const { fay, ada, near, remove, say, item, noticesOf } = await aWarnedReview();
    await near();
    await remove();
    expect(await noticesOf(ada)).toHaveLength(1);
    await say(fay, await item(), "keep");
    expect(await noticesOf(ada)).toContain("You keep your access: Orders in dbt");
  });

  test("the holder sees the loss and says once that they need it, which reaches whoever decided", async () => {
    const { fay, reviewId, rows, remove, need, loss, noticesOf, events } = await aWarnedReview();
    expect(await loss()).toBeNull();
    await remove();
    expect(await loss()).toMatchObject({ reason: "Not needed", need: null });
    expect(await codeOf(need(undefined, " "))).toBe("reason-required");
    await need();
    expect(await codeOf(need())).toBe("duplicate");
    expect(await loss()).toMatchObject({ need: "The monthly report needs it" });
    expect(await rows(fay, reviewId)).toMatchObject([{ need: "The monthly report needs it", verdict: "remove" }]);
    expect((await noticesOf(fay)).filter((title) => title.endsWith("still needs access to Orders"))).toHaveLength(1);
    expect(await events("review.needed")).toHaveLength(1);
  });

  test("nobody says so for somebody else, about what stays, or once the review is over", async () => {
    const { adam, fay, remove, need, say, item, end, loss } = await aWarnedReview();
    expect(await codeOf(need())).toBe("not-found");
    await remove();
    expect(await codeOf(need(adam))).toBe("not-found");
    await say(fay, await item(), "keep");
    expect(await loss()).toBeNull();
    expect(await codeOf(need())).toBe("not-found");
    await remove();
    await end();
    expect(await codeOf(need())).toBe("wrong-state");
    expect(await loss()).toBeNull();
  });
});

test("a review is taken out as a file only by who sees it, and it is written down", async () => {
  const { ada, fay, reviewId, events } = await aReview();
  const { exported } = api.reviews.mutations;
  expect(await codeOf(ada.mutation(exported, { reviewId }))).toBe("not-found");
  expect(await events("reviews.exported")).toEqual([]);
  await fay.mutation(exported, { reviewId });
  expect(await events("reviews.exported")).toHaveLength(1);
});
