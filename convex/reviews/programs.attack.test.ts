/** A review takes nothing from a program on one word: its jobs would stop, and nobody is there who says so [AR4]. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aReview } from "./reviews.testing";

afterEach(endWorld);

const BY_FORM = "a request for it";
const BY_WORK = "the work that gave it";

/** Fay marked for removal what dan holds, and what the program that he owns and pat is deputy of holds. */
async function aReviewOfAProgram(by = BY_FORM) {
  const review = await aReview();
  const { world, fay, reviewId, una } = review;
  const [dan, pat] = [await world.person("dan"), await world.person("pat", { roles: ["staff", "superAdmin"] })];
  const programId = await world.run((ctx) =>
    ctx.db.insert("serviceUsers", {
      name: "SVC_LOADER",
      system: "snowflake",
      ownerId: dan.id,
      deputyId: pat.id,
      state: "Active",
      updatedAt: 0,
    }),
  );
  const marked = async (accessKey: string) => {
    const grant = await aGrant({ world, personId: dan.id });
    const { _id: grantId, requestId } = grant;
    await world.run(async (ctx) => {
      await ctx.db.patch(grantId, { accessKey });
      const decided = { verdict: "remove" as const, reason: "Left the team", decidedById: fay.id, decidedAt: 0 };
      const access = { reviewId, grantId, requestId, accessKey, group: "unused" as const, rank: 0 };
      await ctx.db.insert("reviewItems", { ...access, ...decided, takenFromId: dan.id });
    });
    return grant;
  };
  const own = await marked("dbt|dan");
  const program = await marked("dbt|SVC_LOADER");
  await world.run(async (ctx) => {
    const task = { type: "grant_role", input: { user: "SVC_LOADER", role: "ORDERS_READ" } };
    if (by === BY_WORK) await ctx.db.patch(program.taskId, task);
    else await ctx.db.patch(program.requestId, { form: { requestedFor: programId } });
  });
  const asked = async () => {
    for (let batch = 0; batch < 3; batch++) await world.advance(0);
    const ended = (await world.rows("grants")).filter(({ removalAskedAt }) => removalAskedAt);
    return ended.map(({ accessKey }) => accessKey).toSorted();
  };
  const opened = async (who: TestPerson) => await who.query(api.reviews.queries.get, { reviewId });
  return { ...review, una, dan, pat, own, program, asked, opened };
}

test.each([BY_FORM, BY_WORK])(
  "what a program holds by %s stays without a second person, and what a person holds goes",
  async (by) => {
    const { end, asked, open, opened, fay } = await aReviewOfAProgram(by);
    expect((await opened(fay))?.removals).toEqual({ marked: 2, takesSecond: false, ofPrograms: 1 });
    await end();
    expect(await asked()).toEqual(["dbt|dan"]);
    const { title, lines, proposedById } = await open();
    expect([title, proposedById]).toEqual(["Remove 1 access grant after the review of Orders", fay.id]);
    expect(lines).toEqual([
      { field: "Service user SVC_LOADER", before: "Orders in dbt", after: "removed: Left the team" },
    ]);
    expect((await opened(fay))?.isWaiting).toBe(true);
  },
);

test("a second person says yes to it, and then it goes", async () => {
  const { end, asked, confirm, una, opened, fay } = await aReviewOfAProgram();
  await end();
  await confirm(una);
  expect(await asked()).toEqual(["dbt|SVC_LOADER", "dbt|dan"]);
  expect((await opened(fay))?.isWaiting).toBe(false);
});

test("a second person says no to it, and it stays, however often the clock looks", async () => {
  const { world, end, asked, open, una, turn, reviewId } = await aReviewOfAProgram();
  await end();
  const { _id: proposalId } = await open();
  await una.mutation(api.proposals.mutations.decline, { proposalId, reason: "The nightly load needs it" });
  await turn();
  await world.internal(internal.reviews.internal.take, { reviewId });
  expect(await asked()).toEqual(["dbt|dan"]);
});

test.each(["fay", "gina", "dan", "pat"] as const)(
  "%s, who decided, started the review, or answers for the program, is no second person",
  async (name) => {
    const play = await aReviewOfAProgram();
    await play.world.run((ctx) => ctx.db.patch(play.dan.id, { roles: ["staff", "superAdmin"], isSuperAdmin: true }));
    await play.world.run((ctx) => ctx.db.patch(play.fay.id, { roles: ["staff", "governance"] }));
    await play.end();
    expect(await codeOf(play.confirm(play[name]))).toBe("not-eligible");
    expect(await play.asked()).toEqual(["dbt|dan"]);
  },
);

test("where so much is removed that all of it waits, the program's waits with the rest", async () => {
  const { world, end, asked, open, sam } = await aReviewOfAProgram();
  const set = { key: "reviews.removals", version: 1, value: 1, reason: "Careful", setAt: 0, byIds: [sam.id] };
  await world.run((ctx) => ctx.db.insert("configVersions", set));
  await end();
  expect([await asked(), (await open()).lines.length]).toEqual([[], 2]);
});
