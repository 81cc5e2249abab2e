/** A review whose accesses are passed on. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS } from "../lib/pure/time";
import type { TestPerson } from "../testing/world.testing";
import { aReview } from "./reviews.testing";

const { passOn } = api.reviews.mutations;

/** Somebody passes on, or stands in, in a review; dan and eve are staff without a part in it. */
export async function aPassing() {
  const review = await aReview();
  const { world, reviewId, item } = review;
  const dan = await world.person("dan");
  const eve = await world.person("eve");
  const pass = async (
    by: TestPerson,
    to: { readonly id: Id<"people"> },
    ids?: Id<"reviewItems">[],
    note = "Knows it",
  ) => by.mutation(passOn, { reviewId, itemIds: ids ?? [await item()], toId: to.id, note });
  const row = async () => {
    const id = await item();
    return (await world.rows("reviewItems")).find(({ _id }) => _id === id);
  };
  /** More of the same access in the review. */
  const more = async (count: number, fields: { readonly askedId?: Id<"people"> } = {}) => {
    const first = await row();
    return await world.run(async (ctx) => {
      const made: Id<"reviewItems">[] = [];
      if (!first) return made;
      const { reviewId: in_, grantId, requestId, accessKey, group, rank } = first;
      const same = { reviewId: in_, grantId, requestId, accessKey, group, rank, ...fields };
      for (let at = 0; at < count; at++) made.push(await ctx.db.insert("reviewItems", same));
      return made;
    });
  };
  const standIn = (from: TestPerson, to: TestPerson, fields: Record<string, unknown> = {}) =>
    world.run((ctx) =>
      ctx.db.insert("delegations", {
        fromId: from.id,
        toId: to.id,
        startsAt: 0,
        endsAt: world.now() + 20 * DAY_MS,
        reason: "On leave",
        createdById: from.id,
        phase: "inEffect",
        ...fields,
      }),
    );
  const told = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter(
      ({ recipientId, kind }) => recipientId === id && kind === "review.passed",
    );
  return { ...review, dan, eve, pass, row, more, standIn, told };
}
