/** Access reviews: nobody decides about their own, nothing escapes, and what is over stays over. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { MAX_REMOVALS } from "../core/reviews/rules";
import { aPendingStep } from "../process/requests.testing";
import { aGrant, anExtension } from "../tasks/scenes.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { aReview, KEEP } from "./reviews.testing";

afterEach(endWorld);

describe("who decides [AR1]", () => {
  test("is an owner or a deputy, and never somebody without a say, who sees nothing", async () => {
    const { ada, adam, fay, kim, rows, say, item, reviewId } = await aReview();
    expect(await rows(fay, reviewId)).toMatchObject([{ description: "Orders in dbt", whyNot: null, verdict: null }]);
    expect(await rows(ada, reviewId)).toEqual([]);
    expect(await ada.query(api.reviews.queries.get, { reviewId })).toBeNull();
    expect(await codeOf(say(ada, await item(), "keep"))).toBe("not-eligible");
    expect(await codeOf(say(kim, await item(), "keep"))).toBe("not-eligible");
    await say(adam, await item(), "keep");
  });

  test("is nobody who holds it by any account, nor who started the review", async () => {
    const { world, ada, fay, gina, domainId, say, item } = await aReview();
    const twin = await world.person("ada.two", { email: "ada+two@ao.com" });
    const inCharge = (...ownerIds: Id<"people">[]) => world.run((ctx) => ctx.db.patch(domainId, { ownerIds }));
    for (const who of [ada, twin, gina]) {
      await inCharge(who.id, fay.id);
      expect(await codeOf(say(who, await item(), "keep"))).toBe("not-eligible");
    }
  });

  test("is data governance where everybody in charge has a part in it, and asked at every use", async () => {
    const { world, ada, fay, kim, domainId, say, item } = await aReview();
    await world.run((ctx) => ctx.db.patch(domainId, { ownerIds: [ada.id], deputyIds: [] }));
    expect(await codeOf(say(fay, await item(), "keep"))).toBe("not-found");
    await say(kim, await item(), "keep");
  });

  test("is nobody who is party to its request", async () => {
    const { world, adam, fay, say, item } = await aReview();
    const id = await item();
    await world.run(async (ctx) => {
      const row = await ctx.db.get(id);
      if (row) await ctx.db.patch(row.requestId, { lastEditorId: fay.id });
    });
    expect(await codeOf(say(fay, id, "keep"))).toBe("not-eligible");
    await say(adam, id, "keep");
  });
});

test("two people do not keep each other's access, one by one or together [AR1]", async () => {
  const { world, adam, fay, item, say, reviewId } = await aReview();
  const first = await item();
  const [adams, fays] = [await aGrant({ world, personId: adam.id }), await aGrant({ world, personId: fay.id })];
  const itemOf = ({ _id: grantId, requestId, accessKey }: typeof adams) =>
    world.run((ctx) =>
      ctx.db.insert("reviewItems", { reviewId, grantId, requestId, accessKey, group: "used", rank: 3 }),
    );
  const [ofAdam, ofFay] = [await itemOf(adams), await itemOf(fays)];
  await say(fay, ofAdam, "keep");
  expect(await codeOf(say(adam, ofFay, "keep"))).toBe("not-eligible");
  const together = adam.mutation(api.reviews.mutations.decideTogether, { reviewId, itemIds: [ofFay], ...KEEP });
  expect(await codeOf(together)).toBe("not-eligible");
  await say(adam, first, "keep");
  await say(fay, ofAdam, "remove");
  await say(adam, ofFay, "keep");
});

test("who lost the domain before the end decides nothing any more, and whoever has it changes what they said [AR1]", async () => {
  const { world, adam, fay, domainId, item, say, rows, reviewId } = await aReview();
  await say(fay, await item(), "remove");
  await world.run((ctx) => ctx.db.patch(domainId, { ownerIds: [adam.id], deputyIds: [] }));
  expect(await codeOf(say(fay, await item(), "keep"))).toBe("not-found");
  expect(await rows(fay, reviewId)).toEqual([]);
  await say(adam, await item(), "keep");
});

test("nobody decides about access they approved [AR1]", async () => {
  const { world, adam, fay, grant, say, item } = await aReview();
  await world.run(async (ctx) => {
    const [task, request] = [await ctx.db.get(grant.taskId), await ctx.db.get(grant.requestId)];
    if (!task || !request) throw new Error("No request");
    const stepId = await aPendingStep(ctx, task, [fay.id]);
    const step = await ctx.db.get(stepId);
    if (!step) throw new Error("No step");
    const { approvalId, requestId } = step;
    const formHash = request.formHash ?? "0";
    const decision = { approvalId, requestId, stepId, decidedById: fay.id, verdict: "approve" as const, formHash };
    await ctx.db.insert("approvalDecisions", { ...decision, comment: "", at: Date.now() });
  });
  expect(await codeOf(say(fay, await item(), "keep"))).toBe("not-eligible");
  await say(adam, await item(), "keep");
});

describe("a removal [AR4]", () => {
  test("takes nothing from somebody else, also under the same name", async () => {
    const { world, fay, kim, say, item, end } = await aReview();
    await say(fay, await item(), "remove");
    const own = await item();
    const kims = await aGrant({ world, personId: kim.id });
    await world.run(async (ctx) => {
      const row = await ctx.db.get(own);
      if (row) await ctx.db.patch(row.grantId, { state: "Active", endedAt: undefined });
    });
    await end();
    const asked = (await world.rows("grants")).filter(({ removalAskedAt }) => removalAskedAt !== undefined);
    expect(asked).toHaveLength(1);
    expect(asked.map(({ _id }) => _id)).not.toContain(kims._id);
  });
});

describe("a review", () => {
  test("is started by data governance, once per domain, for 3 to 60 days", async () => {
    const { adam, fay, gina, begin, events } = await aReview();
    for (const by of [adam, fay]) expect(await codeOf(begin(by))).toBe("not-allowed");
    expect(await codeOf(begin(gina))).toBe("duplicate");
    for (const days of [0, 2, 61, 3.5, NaN]) expect(await codeOf(begin(gina, days))).toBe("invalid-input");
    expect(await events("review.started")).toHaveLength(1);
  });

  test("is decided anew until its end, and removes nothing before [AR3]", async () => {
    const { world, fay, adam, say, item, end } = await aReview();
    expect(await codeOf(say(fay, await item(), "remove", " "))).toBe("reason-required");
    await say(fay, await item(), "remove");
    expect((await world.rows("grants"))[0]).not.toHaveProperty("removalAskedAt");
    await say(adam, await item(), "keep");
    await end();
    expect((await world.rows("grants"))[0]).not.toHaveProperty("removalAskedAt");
    expect(await codeOf(say(fay, await item(), "remove"))).toBe("wrong-state");
  });

  test("takes no decision after its last day, also where nobody ended it yet [AR3]", async () => {
    const { world, fay, say, item } = await aReview();
    await world.run(async (ctx) => {
      for (const one of await ctx.db.query("accessReviews").collect())
        await ctx.db.patch(one._id, { dueAt: world.now() });
    });
    expect(await codeOf(say(fay, await item(), "remove"))).toBe("wrong-state");
  });

  test("ends access that was given anew meanwhile, and leaves what nobody decided about [AR2, AR4]", async () => {
    const { world, ada, fay, say, item, end, events } = await aReview();
    await say(fay, await item(), "remove");
    const other = await aGrant({ world, personId: ada.id });
    await world.run((ctx) => ctx.db.patch(other._id, { accessKey: "dbt|stock" }));
    await aGrant({ world, personId: ada.id });
    await end();
    const grants = await world.rows("grants");
    expect(grants.map(({ state, removalAskedAt }) => [state, removalAskedAt !== undefined])).toContainEqual([
      "Active",
      false,
    ]);
    expect(await events("grant.revokeAsked")).toHaveLength(1);
    expect(await events("review.ended")).toMatchObject([{ context: { removals: 1, total: 1 } }]);
  });

  test("takes nothing from a protected account, whatever is decided [U1]", async () => {
    const { fay, say, item } = await aReview({ PROTECTED_ACCOUNTS: "ADA+robot@ao.com" });
    expect(await codeOf(say(fay, await item(), "remove"))).toBe("not-eligible");
    await say(fay, await item(), "keep");
  });

  test("removes no more than its bound [AR4]", async () => {
    const { world, fay, say, item } = await aReview();
    const id = await item();
    await world.run(async (ctx) => {
      const row = await ctx.db.get(id);
      if (!row) return;
      const { _id, _creationTime, ...fields } = row;
      for (let made = 0; made < MAX_REMOVALS; made++)
        await ctx.db.insert("reviewItems", { ...fields, verdict: "remove", decidedById: fay.id });
    });
    expect(await codeOf(say(fay, id, "remove"))).toBe("invalid-input");
    await say(fay, id, "keep");
  });
});

describe("what a review takes [AR2]", () => {
  test("does not come back by an extension that was open; what is kept is still extended", async () => {
    for (const verdict of ["remove", "keep"] as const) {
      const { world, ada, fay, grant, say, item, end } = await aReview();
      const requestId = await anExtension(world, { personId: ada.id, grantId: grant._id });
      await say(fay, await item(), verdict);
      await end();
      const request = (await world.rows("requests")).find(({ _id }) => _id === requestId);
      expect(request?.status === "Cancelled").toBe(verdict === "remove");
    }
  });
});
