/** A review of a domain to decide in. */

import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { CONFIG } from "../core/config/rules/options";
import { aDomain } from "../domains/changing.testing";
import { DAY_MS } from "../lib/pure/time";
import { aCompany } from "../people/suspending.testing";
import { aGrant } from "../tasks/scenes.testing";
import type { TestPerson } from "../testing/world.testing";

const { start, decide } = api.reviews.mutations;

/** Decides that access is kept. */
export const KEEP = { verdict: "keep", reason: "" } as const;

/** How long before the end those who are to lose something are warned, and those in charge reminded. */
export const WARNED_BEFORE_MS = CONFIG["reviews.warnDays"].usual * DAY_MS;

/** Fay owns Orders and adam is the deputy; ada holds access in it, and gina starts a review of ten days. */
export async function aReview(env: Record<string, string> = {}, undecided?: "keep" | "remove") {
  const company = await aCompany(env);
  const { world, ada, adam, fay, gina } = company;
  const domainId = await world.run((ctx) =>
    ctx.db.insert("dataDomains", aDomain({ name: "Orders", ownerIds: [fay.id], deputyIds: [adam.id] })),
  );
  const grant = await aGrant({ world, personId: ada.id });
  const begin = async (by: TestPerson, days = 10) => {
    const reviewId = await by.mutation(start, { domainId, days, ...(undecided && { undecided }) });
    await world.advance(0);
    return reviewId;
  };
  const rows = async (by: TestPerson, reviewId: string) =>
    (await by.query(api.reviews.queries.items, { reviewId, paginationOpts: { numItems: 50, cursor: null } })).page;
  const say = (by: TestPerson, itemId: Id<"reviewItems">, verdict: "keep" | "remove", reason = "Not needed") =>
    by.mutation(decide, { itemId, verdict, reason });
  const item = async () => {
    const [first] = await world.rows("reviewItems");
    if (!first) throw new Error("Nothing to review");
    return first._id;
  };
  const end = async () => {
    await world.advance(10 * DAY_MS);
    await world.internal(internal.reviews.internal.turn, {});
    await world.advance(0);
  };
  return { ...company, domainId, grant, begin, rows, say, item, end, reviewId: await begin(gina) };
}
