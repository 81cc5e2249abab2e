/** Access decided about along with others: what its use speaks for, all of it or nothing, a record for each. */

import { afterEach, describe, expect, test } from "vitest";
import { KEEPING_PAUSE_MS, MAX_DECIDED_TOGETHER, MAX_REMOVALS } from "../core/reviews/rules";
import { codeOf, endWorld } from "../testing/world.testing";
import { KEEP } from "./reviews.testing";
import { several } from "./several.testing";

afterEach(endWorld);

const REMOVE = { verdict: "remove", reason: "Nobody used it" } as const;

describe("kept together [AR6]", () => {
  test("is only what shows use and nobody has decided about", async () => {
    const { fay, first, itemIds, say, keep, world } = await several(2);
    expect(await codeOf(keep(fay, [...itemIds, first]))).toBe("invalid-input");
    await say(fay, itemIds[0] ?? first, "remove");
    expect(await keep()).toBe(1);
    const verdicts = (await world.rows("reviewItems")).map(({ verdict }) => verdict ?? null);
    expect(verdicts).toEqual([null, "remove", "keep"]);
  });

  test("is no more than so many, and not everything within seconds", async () => {
    const { fay, first, world, keep, itemIds } = await several(3);
    expect(
      await codeOf(
        keep(
          fay,
          Array.from({ length: MAX_DECIDED_TOGETHER + 1 }, () => itemIds[0] ?? first),
        ),
      ),
    ).toBe("invalid-input");
    expect(await codeOf(keep(fay, []))).toBe("invalid-input");
    expect(await keep(fay, itemIds.slice(0, 1))).toBe(1);
    expect(await codeOf(keep(fay, itemIds.slice(1)))).toBe("rate-limited");
    await world.advance(KEEPING_PAUSE_MS);
    expect(await keep(fay, itemIds.slice(1))).toBe(2);
  });

  test("is nothing of one's own, of another review, or of a review that is over", async () => {
    const { world, ada, fay, adam, gina, keep, itemIds, domainId } = await several(1);
    for (const who of [ada, gina]) expect(await codeOf(keep(who))).toBe("not-eligible");
    await world.run(async (ctx) => {
      for (const id of itemIds) {
        const row = await ctx.db.get(id);
        const other = row && (await ctx.db.get(row.reviewId));
        if (!other) continue;
        const { _id, _creationTime, ...fields } = other;
        await ctx.db.patch(id, { reviewId: await ctx.db.insert("accessReviews", { ...fields, domainId }) });
      }
    });
    expect(await codeOf(keep(fay))).toBe("not-found");
    await world.run(async (ctx) => {
      for (const id of itemIds) {
        const row = await ctx.db.get(id);
        const all = await ctx.db.query("accessReviews").collect();
        const [first] = all;
        if (row && first) await ctx.db.patch(id, { reviewId: first._id });
        for (const { _id } of all) await ctx.db.patch(_id, { state: "ended" });
      }
    });
    expect(await codeOf(keep(adam))).toBe("wrong-state");
  });
});

describe("removed together [AR15]", () => {
  test("is only what was not used, with a reason, and each has a record of its own", async () => {
    const { fay, ada, itemIds, first, together, world, events } = await several(3, "unused");
    expect(await codeOf(together(fay, [...itemIds, first], REMOVE))).toBe("invalid-input");
    expect(await codeOf(together(fay, itemIds, { ...REMOVE, reason: " " }))).toBe("reason-required");
    expect(await together(fay, itemIds, REMOVE)).toBe(3);
    const rows = (await world.rows("reviewItems")).filter(({ _id }) => itemIds.includes(_id));
    const said = {
      verdict: "remove",
      reason: REMOVE.reason,
      decidedById: fay.id,
      takenFromId: ada.id,
      isTogether: true,
    };
    expect(rows).toMatchObject([said, said, said]);
    expect(await events("review.toRemove")).toMatchObject(
      Array.from({ length: 3 }, () => ({ context: { reason: REMOVE.reason, together: 3 } })),
    );
  });

  test("is nothing in use, as nothing unused is kept", async () => {
    for (const [group, decision] of [
      ["used", REMOVE],
      ["unused", KEEP],
    ] as const) {
      const { fay, itemIds, together } = await several(1, group);
      expect(await codeOf(together(fay, itemIds, decision))).toBe("invalid-input");
    }
  });

  test("takes nothing from a protected account, and then nothing at all", async () => {
    const { fay, together, itemIds, world } = await several(2, "unused", { PROTECTED_ACCOUNTS: "ada@ao.com" });
    expect(await codeOf(together(fay, itemIds, REMOVE))).toBe("not-eligible");
    expect((await world.rows("reviewItems")).filter(({ verdict }) => verdict !== undefined)).toEqual([]);
  });

  test("is no more than one review removes, counted with what it removes already", async () => {
    const { world, fay, together, itemIds, say, first } = await several(3, "unused");
    await world.run(async (ctx) => {
      const row = await ctx.db.get(first);
      if (!row) return;
      const { _id, _creationTime, ...fields } = row;
      for (let made = 0; made < MAX_REMOVALS - 2; made++)
        await ctx.db.insert("reviewItems", { ...fields, verdict: "remove", decidedById: fay.id });
    });
    expect(await codeOf(together(fay, itemIds, REMOVE))).toBe("invalid-input");
    expect(await together(fay, itemIds.slice(1), REMOVE)).toBe(2);
    expect(await codeOf(say(fay, first, "remove"))).toBe("invalid-input");
  });

  test("is nothing somebody decided about, and nothing of one's own", async () => {
    const { fay, adam, ada, gina, itemIds, first, say, together, world } = await several(2, "unused");
    await say(adam, itemIds[0] ?? first, "keep");
    for (const who of [ada, gina]) expect(await codeOf(together(who, itemIds, REMOVE))).toBe("not-eligible");
    expect(await together(fay, itemIds, REMOVE)).toBe(1);
    expect(await together(fay, itemIds, REMOVE)).toBe(0);
    const verdicts = (await world.rows("reviewItems")).flatMap(({ verdict }) => verdict ?? []);
    expect(verdicts).toEqual(["keep", "remove"]);
  });
});
