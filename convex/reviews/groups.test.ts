/** What a review shows first: unused access, what was kept through a move, and what changes sensitive data. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { groupOf, rankOf } from "../core/reviews/rules";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aReview, KEEP } from "./reviews.testing";

afterEach(endWorld);

const NOW = 200 * DAY_MS;
const FACTS = { startsAt: 100 * DAY_MS, expiresAt: 300 * DAY_MS, isRisky: false, unusedDays: 90 };
const USED = { lastUsedAt: NOW - DAY_MS, asOf: NOW };

test("the first sign an access bears says where it stands [AR16]", () => {
  const moved = { movedAt: 150 * DAY_MS };
  const groups = [
    groupOf({ ...FACTS, ...moved, isRisky: true, use: { lastUsedAt: null, asOf: NOW } }),
    groupOf({ ...FACTS, ...moved, isRisky: true, use: USED }),
    groupOf({ ...FACTS, isRisky: true, use: USED }),
    groupOf({ ...FACTS, expiresAt: undefined, use: USED }),
    groupOf({ ...FACTS, use: null }),
    groupOf({ ...FACTS, use: USED }),
  ];
  expect(groups).toEqual(["unused", "grown", "risky", "endless", "unknown", "used"]);
  expect(groups.map(rankOf)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("what was granted after the move, or was kept after it, is of the place its holder is in [AR16]", () => {
  expect(groupOf({ ...FACTS, use: USED, movedAt: FACTS.startsAt })).toBe("used");
  expect(groupOf({ ...FACTS, use: USED, movedAt: 150 * DAY_MS, keptAt: 151 * DAY_MS })).toBe("used");
  expect(groupOf({ ...FACTS, use: USED, movedAt: 150 * DAY_MS, keptAt: 120 * DAY_MS })).toBe("grown");
});

/** The review of before is over; what is changed then counts for the one that begins. */
async function anew(change: "moved" | "keptAfterMove" | "changesData" | "changesDataOfAPart" | "changesOtherData") {
  const review = await aReview();
  const { world, ada, gina, fay, grant, domainId, end, begin, rows } = review;
  await end();
  await world.run(async (ctx) => {
    const at = Date.now();
    if (change === "moved" || change === "keptAfterMove") {
      await ctx.db.patch(ada.id, { areaChangedAt: at });
      const decided = { grantId: grant._id, verdict: "keep" as const, byId: fay.id, at };
      await ctx.db.insert("moveReviews", {
        personId: ada.id,
        at,
        byIds: [gina.id],
        decided: change === "moved" ? [] : [decided],
        endedAt: at,
      });
      return;
    }
    const role = { name: "ORDERS_WRITE", description: "Orders", level: "write" as const };
    await ctx.db.patch(grant._id, { role: role.name });
    await ctx.db.patch(domainId, { roles: [role], ...(change === "changesData" && { sensitivity: "pii" as const }) });
    if (change !== "changesDataOfAPart") return;
    const domain = await ctx.db.get(domainId);
    if (!domain) throw new Error("No domain");
    const { _id, _creationTime, ...fields } = domain;
    const parentId = await ctx.db.insert("dataDomains", {
      ...fields,
      key: "sales",
      name: "Sales",
      roles: [],
      sensitivity: "restricted",
    });
    await ctx.db.patch(domainId, { parentId, inherits: ["sensitivity"] });
  });
  const reviewId = await begin(gina);
  const [row] = await rows(fay, reviewId);
  if (!row) throw new Error("Nothing to review");
  const keepTogether = () =>
    fay.mutation(api.reviews.mutations.decideTogether, { reviewId, itemIds: [row.id], ...KEEP });
  return { row, keepTogether };
}

test("what its holder took along to another business area is proposed for removal, until somebody kept it there [AR16]", async () => {
  expect((await anew("moved")).row).toMatchObject({ group: "grown", proposed: "remove" });
  expect((await anew("keptAfterMove")).row).toMatchObject({ group: "endless", proposed: "keep" });
});

test("what changes other data is no such group [AR16]", async () => {
  expect((await anew("changesOtherData")).row).toMatchObject({ group: "endless" });
});

test.each(["changesData", "changesDataOfAPart"] as const)(
  "what changes personal or restricted data is looked at one by one, also where the domain takes that from above (%s) [AR16]",
  async (change) => {
    const { row, keepTogether } = await anew(change);
    expect(row).toMatchObject({ group: "risky", proposed: "keep" });
    expect(await codeOf(keepTogether())).toBe("invalid-input");
  },
);
