/** A review that removes much: one reviewer alone empties no team, and nobody holds the end of a review up. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { MAX_OPEN_PROPOSALS } from "../core/proposals/rules";
import { EVIDENCE_MAX_LENGTH } from "../core/tasks/rules/work";
import { DAY_MS } from "../lib/pure/time";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aReview } from "./reviews.testing";

afterEach(endWorld);

/** A review in which fay marked so many accesses of dan for removal. */
async function aLargeReview(count: number) {
  const review = await aReview();
  const { world, fay, reviewId } = review;
  const dan = await world.person("dan");
  const made: Id<"reviewItems">[] = [];
  for (let number = 0; number < count; number++) {
    const { _id: grantId, requestId } = await aGrant({ world, personId: dan.id });
    made.push(
      await world.run(async (ctx) => {
        const accessKey = `dbt|dan|${number}`;
        await ctx.db.patch(grantId, { accessKey });
        const decided = { verdict: "remove" as const, reason: "Left the team", decidedById: fay.id, decidedAt: 0 };
        const access = { reviewId, grantId, requestId, accessKey, group: "unused" as const, rank: 0 };
        return await ctx.db.insert("reviewItems", { ...access, ...decided, takenFromId: dan.id });
      }),
    );
  }
  const asked = async () =>
    (await world.rows("grants")).filter(({ removalAskedAt, endedById }) => removalAskedAt && endedById === fay.id)
      .length;
  const losses = async (by: TestPerson) =>
    (await by.query(api.grants.queries.mine, {})).flatMap(({ loss }) => (loss ? [loss.at] : []));
  const isWaiting = async (by: TestPerson) => (await by.query(api.reviews.queries.get, { reviewId }))?.isWaiting;
  return { ...review, dan, made, asked, losses, isWaiting };
}

type Large = Awaited<ReturnType<typeof aLargeReview>>;

test("as much as the option says is removed when the review ends [AR4]", async () => {
  const { world, asked, end, isWaiting, fay } = await aLargeReview(25);
  await end();
  expect([await asked(), await world.rows("proposals"), await isWaiting(fay)]).toEqual([25, [], false]);
});

test("an option says how much that is [AR4]", async () => {
  const { world, asked, end, open, sam } = await aLargeReview(2);
  const set = { key: "reviews.removals", version: 1, value: 1, reason: "Careful", setAt: 0, byIds: [sam.id] };
  await world.run((ctx) => ctx.db.insert("configVersions", set));
  await end();
  expect([await asked(), (await open()).lines.length]).toEqual([0, 2]);
});

test("an option raised while the review runs does not loosen it, neither at its end nor in what is said before [AR4]", async () => {
  const { world, fay, reviewId, asked, end, open, sam, una } = await aLargeReview(26);
  const raised = { key: "reviews.removals", version: 1, value: 100, reason: "Many left", setAt: 0 };
  await world.run((ctx) => ctx.db.insert("configVersions", { ...raised, byIds: [sam.id, una.id] }));
  expect((await fay.query(api.reviews.queries.get, { reviewId }))?.removals).toMatchObject({ takesSecond: true });
  await end();
  expect([await asked(), (await open()).lines.length]).toEqual([0, 26]);
});

test("more waits for a second person, and all of it goes with their word, each with its reason [AR4]", async () => {
  const { world, fay, una, asked, end, open, confirm, isWaiting, events } = await aLargeReview(26);
  await end();
  expect([await asked(), await isWaiting(fay)]).toEqual([0, true]);
  const { title, lines, proposedById } = await open();
  expect([title, lines.length, proposedById]).toEqual([
    "Remove 26 access grants after the review of Orders",
    26,
    fay.id,
  ]);
  await confirm(una);
  for (let batch = 0; batch < 3; batch++) await world.advance(0);
  expect([await asked(), await isWaiting(fay)]).toEqual([26, false]);
  const [event] = await events("grant.revokeAsked");
  expect(event?.context).toMatchObject({ reason: "Access review: Left the team" });
});

test("it says before it ends how much it removes, how much stays and whether that takes two, and no part tells it", async () => {
  const { world, fay, una, reviewId, made } = await aLargeReview(26);
  const removals = async (by: TestPerson) => (await by.query(api.reviews.queries.get, { reviewId }))?.removals;
  expect(await removals(fay)).toEqual({ marked: 26, takesSecond: true, ofPrograms: 0 });
  const [first] = made;
  await world.run(async (ctx) => {
    if (first) await ctx.db.patch(first, { verdict: "keep" });
  });
  expect(await removals(fay)).toEqual({ marked: 25, takesSecond: false, ofPrograms: 0 });
  const bob = await world.person("bob");
  await world.run(async (ctx) => {
    if (first) await ctx.db.patch(first, { verdict: undefined, askedId: bob.id });
  });
  expect(await removals(bob)).toBeNull();
  expect(await removals(una)).toEqual({ marked: 25, takesSecond: false, ofPrograms: 0 });
});

test("who loses something still reads it while the second person is waited for, and no longer once they said no", async () => {
  const { fay, dan, una, end, open, losses } = await aLargeReview(26);
  expect(await losses(dan)).toHaveLength(26);
  expect(await losses(fay)).toEqual([]);
  await end();
  expect(await losses(dan)).toEqual(Array<null>(26).fill(null));
  const { _id: proposalId } = await open();
  await una.mutation(api.proposals.mutations.decline, { proposalId, reason: "They are needed" });
  expect(await losses(dan)).toEqual([]);
});

test.each<[string, (large: Large) => Promise<TestPerson>, string]>([
  ["who started the review", async ({ gina }) => gina, "not-eligible"],
  ["who decided", async (large) => await decided(large, large.kim), "not-eligible"],
  [
    "for whom somebody decided who stood in",
    async (large) => await decided(large, large.una, large.kim),
    "not-eligible",
  ],
  ["who loses something", async (large) => await loses(large, large.kim), "not-eligible"],
  ["an admin, who does not govern domains", async ({ adam }) => adam, "not-allowed"],
])("%s is no second person [AR4]", async (_who, make, code) => {
  const large = await aLargeReview(26);
  const who = await make(large);
  await large.end();
  expect(await codeOf(large.confirm(who))).toBe(code);
  expect(await large.asked()).toBe(0);
});

test("what is refused stays, also when nobody says anything for a week [AR4]", async () => {
  for (const isRefused of [true, false]) {
    const { world, una, asked, end, open, turn, isWaiting } = await aLargeReview(26);
    await end();
    const { _id: proposalId } = await open();
    if (isRefused) await una.mutation(api.proposals.mutations.decline, { proposalId, reason: "They are needed" });
    await world.advance(8 * DAY_MS);
    await turn();
    expect([await asked(), await isWaiting(una)]).toEqual([0, false]);
    await endWorld();
  }
});

test("with two super admins it waits a day, while any admin can stop it [AR4]", async () => {
  for (const isStopped of [true, false]) {
    const { world, adam, kim, dan, asked, end, open, turn, noticesOf } = await aLargeReview(26);
    await world.run((ctx) => ctx.db.patch(kim.id, { status: "suspended" }));
    await end();
    expect(await noticesOf(dan)).toContainEqual(
      expect.stringMatching(/^Remove 26 access grants .* unless an admin stops it/),
    );
    const { _id: proposalId } = await open();
    if (isStopped) await adam.mutation(api.proposals.mutations.stop, { proposalId, reason: "They are needed" });
    await world.advance(DAY_MS - 1);
    await turn();
    expect(await asked()).toBe(0);
    await world.advance(1);
    await turn();
    for (let batch = 0; batch < 3; batch++) await world.advance(0);
    expect(await asked()).toBe(isStopped ? 0 : 26);
    await endWorld();
  }
});

test("the word of whoever was suspended meanwhile removes nothing [AR4]", async () => {
  const { world, fay, una, asked, end, confirm } = await aLargeReview(26);
  await end();
  await world.run((ctx) => ctx.db.patch(fay.id, { status: "suspended" }));
  expect(await codeOf(confirm(una))).toBe("not-allowed");
  expect(await asked()).toBe(0);
});

test("who keeps as many proposals open as there may be holds no review up [AR4]", async () => {
  const { world, fay, asked, end, open, confirm, una } = await aLargeReview(26);
  await world.run(async (ctx) => {
    const subject = { type: "option", id: "none", label: "" };
    const change = { kind: "config.set" as const, key: "reviews.removals", value: 1 };
    const own = { change, subject, title: "", lines: [], partyIds: [], shownHash: "", reason: "x" };
    const state = { proposedById: fay.id, proposedAt: 0, expiresAt: world.now() + 90 * DAY_MS, state: "open" as const };
    for (let made = 0; made < MAX_OPEN_PROPOSALS; made++) await ctx.db.insert("proposals", { ...own, ...state });
  });
  await end();
  expect((await open()).change.kind).toBe("review.remove");
  await confirm(una);
  for (let batch = 0; batch < 3; batch++) await world.advance(0);
  expect(await asked()).toBe(26);
});

test("the longest reason there may be ends like any other [AR4]", async () => {
  const { fay, say, item, end, asked } = await aLargeReview(0);
  await say(fay, await item(), "remove", "x".repeat(EVIDENCE_MAX_LENGTH));
  await end();
  expect(await asked()).toBe(1);
});

async function decided({ world, made }: Large, who: TestPerson, decidedFor?: TestPerson): Promise<TestPerson> {
  const [first] = made;
  if (!first) throw new Error("Nothing is to go");
  await world.run((ctx) =>
    ctx.db.patch(first, { decidedById: who.id, ...(decidedFor && { decidedForId: decidedFor.id }) }),
  );
  return decidedFor ?? who;
}

async function loses({ world, made }: Large, who: TestPerson): Promise<TestPerson> {
  const [first] = made;
  if (!first) throw new Error("Nothing is to go");
  await world.run((ctx) => ctx.db.patch(first, { takenFromId: who.id }));
  return who;
}
