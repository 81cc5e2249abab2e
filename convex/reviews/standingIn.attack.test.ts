/** Who stands in for a reviewer who is away: chosen by them, and never to decide what either must not. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aPassing } from "./passing.testing";
import { KEEP } from "./reviews.testing";

afterEach(endWorld);

const { decideTogether } = api.reviews.mutations;

describe("who stands in for somebody away [AR9]", () => {
  test("decides for an owner and for whoever is asked, and the review says for whom", async () => {
    const { fay, dan, rows, say, item, standIn, reviewId, row } = await aPassing();
    await standIn(fay, dan);
    expect(await rows(dan, reviewId)).toMatchObject([{ whyNot: null }]);
    await say(dan, await item(), "keep");
    expect(await row()).toMatchObject({ decidedById: dan.id, decidedForId: fay.id });
    expect(await rows(fay, reviewId)).toMatchObject([{ decidedBy: "Dan Tester", decidedFor: "Fay Tester" }]);
    // Who decides anew decides for themselves.
    await say(fay, await item(), "remove");
    expect(await row()).not.toHaveProperty("decidedForId");
  });

  test("decides for whoever it was passed on to, and sees no more than they do", async () => {
    const { fay, dan, eve, pass, more, rows, say, item, standIn, reviewId, row } = await aPassing();
    await more(1);
    await standIn(eve, dan);
    expect(await rows(dan, reviewId)).toEqual([]);
    await pass(fay, eve);
    expect(await rows(dan, reviewId)).toMatchObject([{ whyNot: null }]);
    await say(dan, await item(), "remove");
    expect(await row()).toMatchObject({ decidedForId: eve.id });
  });

  test("decides nothing for whoever was asked and is over by their dates", async () => {
    const { world, fay, dan, eve, pass, say, item, standIn } = await aPassing();
    await standIn(eve, dan);
    await pass(fay, eve);
    await world.run((ctx) => ctx.db.patch(eve.id, { endsAt: world.now() }));
    expect(await codeOf(say(dan, await item(), "keep"))).toBe("not-found");
  });

  test("is chosen by them, for everything, now, and stands in for nobody who is gone", async () => {
    const { world, fay, adam, dan, say, item, standIn } = await aPassing();
    const refused = async (fields: Record<string, unknown>) => {
      const id = await standIn(fay, dan, fields);
      expect(await codeOf(say(dan, await item(), "keep"))).toBe("not-found");
      await world.run((ctx) => ctx.db.delete(id));
    };
    await refused({ createdById: adam.id });
    await refused({ typeKeys: ["dbt_access"] });
    await refused({ startsAt: world.now() + DAY_MS });
    await refused({ endsAt: world.now() - 1 });
    await refused({ endedAt: world.now() });
    await standIn(fay, dan);
    await world.run((ctx) => ctx.db.patch(fay.id, { status: "suspended" }));
    expect(await codeOf(say(dan, await item(), "keep"))).toBe("not-found");
  });

  test("decides nothing whoever is away must not decide, nor what they have a part in themselves", async () => {
    const { world, ada, fay, adam, dan, say, item, standIn, domainId } = await aPassing();
    await world.run((ctx) => ctx.db.patch(domainId, { ownerIds: [ada.id, fay.id], deputyIds: [] }));
    await standIn(ada, dan);
    expect(await codeOf(say(dan, await item(), "keep"))).toBe("not-found");
    await standIn(fay, ada);
    expect(await codeOf(say(ada, await item(), "keep"))).toBe("not-eligible");
    await standIn(fay, adam);
    await say(adam, await item(), "keep");
  });

  test("does not help two people to keep each other's, from either side, one by one or together", async () => {
    const { world, adam, fay, dan, item, say, standIn, reviewId } = await aPassing();
    await item();
    const itemOf = async (who: TestPerson) => {
      const { _id: grantId, requestId, accessKey } = await aGrant({ world, personId: who.id });
      const fields = { reviewId, grantId, requestId, accessKey, group: "used" as const, rank: 3 };
      return await world.run((ctx) => ctx.db.insert("reviewItems", fields));
    };
    const [ofAdam, ofFay] = [await itemOf(adam), await itemOf(fay)];
    await standIn(fay, dan);
    await say(dan, ofAdam, "keep");
    expect(await codeOf(say(adam, ofFay, "keep"))).toBe("not-eligible");
    await say(dan, ofAdam, "remove");
    await say(adam, ofFay, "keep");
    expect(await codeOf(say(dan, ofAdam, "keep"))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.patch(ofAdam, { verdict: undefined }));
    const together = dan.mutation(decideTogether, { reviewId, itemIds: [ofAdam], ...KEEP });
    expect(await codeOf(together)).toBe("not-eligible");
  });
});
