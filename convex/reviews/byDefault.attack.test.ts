/** What nobody decides about, in a review that removes it: chosen once, warned of, and gone the way of any other removal. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { MAX_REMOVALS, UNDECIDED_REASON } from "../core/reviews/rules";
import { DAY_MS } from "../lib/pure/time";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aReview, WARNED_BEFORE_MS } from "./reviews.testing";

afterEach(endWorld);

/** A review gina started with that choice, of ada's access and of so many more that dan holds. */
async function aReviewThat(undecided: "keep" | "remove", more = 0, env: Record<string, string> = {}) {
  const review = await aReview(env, undecided);
  const { world, fay, reviewId, grant } = review;
  const dan = await world.person("dan");
  const own = await review.item();
  // Each holds something else: the same given anew would be one access.
  await world.run(async (ctx) => {
    await ctx.db.patch(grant._id, { accessKey: "dbt|ada" });
    await ctx.db.patch(own, { accessKey: "dbt|ada" });
  });
  const itemIds: Id<"reviewItems">[] = [];
  for (let number = 0; number < more; number++) {
    const { _id: grantId, requestId } = await aGrant({ world, personId: dan.id });
    const accessKey = `dbt|dan|${number}`;
    const access = { reviewId, grantId, requestId, accessKey, group: "used" as const, rank: 3 };
    itemIds.push(
      await world.run(async (ctx) => {
        await ctx.db.patch(grantId, { accessKey });
        return await ctx.db.insert("reviewItems", access);
      }),
    );
  }
  /** Two days before the end. */
  const near = async () => {
    await world.advance(10 * DAY_MS - WARNED_BEFORE_MS);
    await world.internal(internal.reviews.internal.turn, {});
  };
  const over = async () => {
    await world.advance(WARNED_BEFORE_MS);
    await world.internal(internal.reviews.internal.turn, {});
    for (let batch = 0; batch < 8; batch++) await world.advance(0);
  };
  const asked = async () => (await world.rows("grants")).filter(({ removalAskedAt }) => removalAskedAt !== undefined);
  const page = async (by = fay) => await by.query(api.reviews.queries.get, { reviewId });
  const loss = async (by: TestPerson) => (await by.query(api.grants.queries.mine, {}))[0]?.loss ?? null;
  return { ...review, dan, itemIds, near, over, asked, page, loss };
}

describe("what nobody decides about [AR17]", () => {
  test("stays unless it was chosen at the start that it goes, and the choice is in the trail", async () => {
    const kept = await aReviewThat("keep");
    await kept.near();
    await kept.over();
    expect(await kept.asked()).toEqual([]);
    expect(await kept.noticesOf(kept.ada)).toEqual([]);
    await endWorld();
    const { events, near, over, asked } = await aReviewThat("remove");
    expect((await events("review.started"))[0]?.context).toMatchObject({ undecided: "remove" });
    await near();
    await over();
    expect(await asked()).toHaveLength(1);
  });

  test("goes in nobody's name, by the removal every access has, with a record of its own", async () => {
    const { ada, fay, near, over, asked, events, rows, reviewId } = await aReviewThat("remove");
    await near();
    await over();
    const [grant] = await asked();
    expect(grant).toMatchObject({ endReason: `Access review: ${UNDECIDED_REASON}`, beneficiaryId: ada.id });
    expect(grant?.endedById).toBeUndefined();
    expect(await events("review.toRemove")).toMatchObject([
      { actor: { kind: "system" }, context: { reason: UNDECIDED_REASON } },
    ]);
    expect(await events("review.ended")).toMatchObject([{ context: { removals: 1, byDefault: 1, total: 1 } }]);
    expect(await rows(fay, reviewId)).toMatchObject([{ verdict: "remove", isByDefault: true, decidedBy: null }]);
  });

  test("is said with its number on the page, in what asks and in what reminds", async () => {
    const { world, fay, near, page, noticesOf } = await aReviewThat("remove", 2);
    expect(await page()).toMatchObject({ undecided: "remove", left: { count: 3, going: 3 }, removals: { marked: 0 } });
    await near();
    expect(await noticesOf(fay)).toContainEqual(expect.stringMatching(/^The review of Orders ends on/));
    const said = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === fay.id);
    expect(said.map(({ body }) => body)).toEqual([
      "Say which access is kept and which is removed. Access nobody decides about is removed.",
      "3 are not decided about yet. What nobody decides about is removed.",
    ]);
  });

  test("is warned of, and the holder's word reaches those in charge, who keep it", async () => {
    const { ada, adam, fay, near, over, loss, item, say, asked, noticesOf } = await aReviewThat("remove");
    expect(await loss(ada)).toBeNull();
    await near();
    expect(await loss(ada)).toMatchObject({ isUndecided: true, need: null });
    expect(await noticesOf(ada)).toEqual([
      expect.stringMatching(/^Your access is to be removed on .*: Orders in dbt$/),
    ]);
    await ada.mutation(api.reviews.mutations.sayNeed, { itemId: await item(), note: "The monthly report needs it" });
    for (const who of [fay, adam])
      expect(await noticesOf(who)).toContainEqual(expect.stringMatching(/still needs access to Orders$/));
    await say(fay, await item(), "keep");
    expect(await loss(ada)).toBeNull();
    await over();
    expect(await asked()).toEqual([]);
  });

  test("stays where nobody was warned of it: the portal was down, or it is new to the list", async () => {
    const { over, near, world, asked, item } = await aReviewThat("remove");
    await near();
    const first = await item();
    await world.run((ctx) => ctx.db.patch(first, { warnedAt: undefined, takenFromId: undefined }));
    await over();
    expect(await asked()).toEqual([]);
    await endWorld();
    const down = await aReviewThat("remove");
    await down.end();
    expect(await down.asked()).toEqual([]);
  });

  test("stays with a protected account, who is not warned [U1]", async () => {
    const { ada, near, over, asked, page, noticesOf } = await aReviewThat("remove", 0, {
      PROTECTED_ACCOUNTS: "ADA+robot@ao.com",
    });
    expect(await page()).toMatchObject({ left: { count: 1, going: 0 } });
    await near();
    await over();
    expect([await asked(), await noticesOf(ada)]).toEqual([[], []]);
  });
});

describe("as much as any review removes [AR4, AR17]", () => {
  test("counts with what is marked, takes a second person above the option, and the starter is none", async () => {
    const { gina, una, dan, near, over, asked, page, open, confirm, loss } = await aReviewThat("remove", 25);
    expect(await page()).toMatchObject({ removals: { marked: 0, takesSecond: true }, left: { count: 26, going: 26 } });
    await near();
    await over();
    expect(await asked()).toEqual([]);
    const { proposedById, lines } = await open();
    expect([proposedById, lines.length]).toEqual([gina.id, 26]);
    expect(await loss(dan)).toMatchObject({ at: null, reason: UNDECIDED_REASON });
    expect(await codeOf(confirm(gina))).toBe("not-eligible");
    await confirm(una);
    await over();
    expect(await asked()).toHaveLength(26);
  });

  test("the word of a starter who was suspended meanwhile removes nothing", async () => {
    const { world, gina, una, near, over, asked, confirm } = await aReviewThat("remove", 25);
    await near();
    await over();
    await world.run((ctx) => ctx.db.patch(gina.id, { status: "suspended" }));
    expect(await codeOf(confirm(una))).toBe("not-allowed");
    expect(await asked()).toEqual([]);
  });

  test("goes beyond no bound of a review, and whoever was warned of more is told that they keep it", async () => {
    const { world, fay, dan, say, itemIds, near, over, noticesOf } = await aReviewThat("remove", 2);
    const [first, second] = itemIds;
    if (!first || !second) throw new Error("Nothing to review");
    await near();
    await world.run(async (ctx) => {
      const row = await ctx.db.get(first);
      if (!row) return;
      const { _id, _creationTime, ...fields } = row;
      for (let made = 0; made < MAX_REMOVALS - 1; made++)
        await ctx.db.insert("reviewItems", { ...fields, verdict: "remove", decidedById: fay.id, takenFromId: fay.id });
    });
    await say(fay, second, "keep");
    await over();
    const rows = await world.rows("reviewItems");
    expect(rows.filter(({ verdict }) => verdict === "remove")).toHaveLength(MAX_REMOVALS);
    expect(rows.find(({ _id }) => _id === first)).not.toHaveProperty("verdict");
    expect(rows.find(({ _id }) => _id === first)).not.toHaveProperty("takenFromId");
    expect((await noticesOf(dan)).filter((title) => title.startsWith("You keep your access"))).toHaveLength(2);
  });
});
