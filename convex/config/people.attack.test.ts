/** Options about people hold from then on, without a restart, and bring back nothing that was over before. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { type ConfigKey, takesTwo, whyNotValue } from "../core/config/rules";
import { CONFIG } from "../core/config/rules/options";
import { KEPT_MS } from "../core/people/rules/removing";
import { aDomain } from "../domains/changing.testing";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { afterTheMove } from "../moves/moves.testing";
import { aDatedCompany, dayEnd } from "../people/dates.testing";
import { aCompany, type Company } from "../people/suspending.testing";
import { aRemovingCompany } from "../removals/removing.testing";
import { aReview } from "../reviews/reviews.testing";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

/** What an option is from now on, whoever said so. */
const holds = ({ world }: Pick<Company, "world">, key: ConfigKey, value: number, version = 1) =>
  world.run((ctx) =>
    ctx.db.insert("configVersions", { key, version, value, reason: "Tried", setAt: world.now(), byIds: [] }),
  );

test("how long a password counts that is given from then on; a longer time brings none back", async () => {
  const company = await aCompany();
  const { world, sam } = company;
  const session = { tokenIdentifier: sam.token.tokenIdentifier ?? "", sessionId: "session-of-sam" };
  const hours = () => codeOf(sam.mutation(api.supportTeams.mutations.set, { teams: {}, shownVersion: 0, reason: "x" }));
  const prove = () => world.internal(internal.people.internal.recordStepUp, { ...session, for: "config.teams:" });
  await prove();
  await world.advance(5 * MINUTE_MS);
  await holds(company, "people.stepUpMinutes", 15);
  expect(await hours()).toBe("step-up-required");
  await prove();
  await world.advance(14 * MINUTE_MS);
  expect(await hours()).not.toBe("step-up-required");
  await holds(company, "people.stepUpMinutes", 1, 2);
  await prove();
  await world.advance(MINUTE_MS);
  expect(await hours()).toBe("step-up-required");
});

test("how many people one person suspends in an hour", async () => {
  const company = await aCompany();
  const { world, adam } = company;
  const [one, two] = [await world.person("one"), await world.person("two")];
  await holds(company, "people.suspensionsPerHour", 1);
  await company.suspend(adam, one);
  await expect(company.suspend(adam, two)).rejects.toThrow("You can suspend 1 person an hour.");
  const days = { startsAt: null, endsAt: (Math.floor(world.now() / DAY_MS) + 3) * DAY_MS, reason: "Left" };
  expect(await codeOf(adam.mutation(api.people.mutations.setDates, { personId: two.id, ...days }))).toBe(
    "rate-limited",
  );
});

test("when what is proposed expires; what was proposed before keeps its day", async () => {
  const company = await aCompany();
  const { world, sam, ada, adam, give, open } = company;
  await give(sam, adam, "finops");
  expect((await open()).expiresAt).toBe(world.now() + 7 * DAY_MS);
  await holds(company, "proposals.days", 2);
  await give(sam, ada, "finops");
  const ends = (await world.rows("proposals")).map(({ expiresAt }) => (expiresAt - world.now()) / DAY_MS);
  expect(ends).toEqual([7, 2]);
});

test("how long the review after a move is open", async () => {
  const moved = await afterTheMove((company) => holds(company, "people.moveReviewDays", 3));
  const [open] = await moved.world.rows("moveReviews");
  expect(open?.endsAt).toBe((open?.at ?? 0) + 3 * DAY_MS);
});

test("when access counts as unused in a review; one that has begun keeps what was set then", async () => {
  const company = await aCompany();
  const { world, ada, fay, gina } = company;
  const domainId = await world.run((ctx) =>
    ctx.db.insert("dataDomains", aDomain({ name: "Orders", ownerIds: [fay.id], deputyIds: [] })),
  );
  const grant = await aGrant({ world, personId: ada.id });
  await world.advance(100 * DAY_MS);
  await world.run((ctx) => ctx.db.patch(grant._id, { lastUsedAt: world.now() - 95 * DAY_MS, useReadAt: world.now() }));
  await holds(company, "reviews.unusedDays", 120);
  const reviewId = await gina.mutation(api.reviews.mutations.start, { domainId, days: 10 });
  await holds(company, "reviews.unusedDays", 30, 2);
  await world.advance(0);
  const groups = async () => (await world.rows("reviewItems")).map(({ group }) => group);
  expect(await groups()).not.toContain("unused");
  expect(await gina.query(api.reviews.queries.get, { reviewId })).toMatchObject({ unusedDays: 120 });
  await world.advance(11 * DAY_MS);
  await world.internal(internal.reviews.internal.turn, {});
  await gina.mutation(api.reviews.mutations.start, { domainId, days: 10 });
  await world.advance(0);
  expect((await groups()).at(-1)).toBe("unused");
});

test("how long before an end it is announced, also of ends that were set before, and each once", async () => {
  const company = await aDatedCompany();
  const { world, ada, adam, date, until, noticesOf } = company;
  const [bea, cy] = [await world.person("bea"), await world.person("cy")];
  await date(adam, ada, dayEnd(20));
  await date(adam, bea, dayEnd(12));
  await holds(company, "people.noticeDays", 10);
  await date(adam, cy, dayEnd(20));
  const heard = async (who: typeof ada) =>
    (await noticesOf(who)).filter((title) => title.startsWith("Your last day here")).length;
  await until(dayEnd(10));
  expect([await heard(ada), await heard(bea), await heard(cy)]).toEqual([0, 1, 1]);
  await holds(company, "people.noticeDays", 15, 2);
  await until(dayEnd(13));
  await until(dayEnd(15));
  expect([await heard(ada), await heard(bea), await heard(cy)]).toEqual([1, 1, 1]);
  expect(world.now()).toBe(dayEnd(15));
});

test("of two ends each is announced in its time, and none again with the other", async () => {
  const company = await aDatedCompany();
  const { world, ada, sam, una, adam, give, confirm, date, until } = company;
  await give(sam, ada, "finops", dayEnd(12));
  await confirm(una);
  await date(sam, ada, dayEnd(15));
  await confirm(una);
  const told = async () =>
    (await world.rows("notifications"))
      .filter(({ recipientId, kind }) => recipientId === adam.id && kind === "person.endsSoon")
      .reduce((sum, { count }) => sum + count, 0);
  const before = await told();
  await until(dayEnd(5));
  expect((await told()) - before).toBe(1);
  await until(dayEnd(8));
  expect((await told()) - before).toBe(2);
});

test("for how long somebody holds a role with an end in all, and goes without it before that counts anew", async () => {
  const company = await aDatedCompany();
  const { sam, una, ada, give, confirm, until } = company;
  await holds(company, "people.roleTermDays", 30);
  expect(await sam.query(api.people.queries.moves, { personId: ada.id })).toMatchObject({ roleTermDays: 30 });
  await expect(give(sam, ada, "finops", dayEnd(31))).rejects.toThrow("ends after 30 days in all");
  await give(sam, ada, "finops", dayEnd(29));
  await confirm(una);
  await until(dayEnd(29));
  expect(await codeOf(give(sam, ada, "finops", dayEnd(35)))).toBe("invalid-input");
  await until(dayEnd(59));
  expect(await give(sam, ada, "finops", dayEnd(80))).toMatchObject({ state: "proposed" });
});

test("how long before its end a review warns whoever is to lose access", async () => {
  const company = await aReview();
  const { world, fay, ada, say, item, noticesOf } = company;
  await holds(company, "reviews.warnDays", 5);
  await say(fay, await item(), "remove");
  const warned = async () =>
    (await noticesOf(ada)).filter((title) => title.startsWith("Your access is to be removed")).length;
  await world.advance(5 * DAY_MS - 1);
  await world.internal(internal.reviews.internal.turn, {});
  expect(await warned()).toBe(0);
  await world.advance(1);
  await world.internal(internal.reviews.internal.turn, {});
  expect(await warned()).toBe(1);
});

test("how long before an inactive person is suspended they are warned; a warning that was sent keeps its day", async () => {
  const company = await aCompany({ INACTIVE_AFTER_DAYS: "90" });
  const { world, ada, fay, gina, row, noticesOf } = company;
  const away = (who: typeof ada, days: number) =>
    world.run((ctx) => ctx.db.patch(who.id, { lastSeenAt: world.now() - days * DAY_MS }));
  const turn = () => world.internal(internal.people.internal.turnInactive, {});
  const after = async (days: number) => {
    await world.advance(days * DAY_MS);
    await turn();
    return [(await row(ada)).status, (await row(fay)).status, (await noticesOf(gina)).length];
  };
  for (const [who, days] of [
    [ada, 200],
    [fay, 80],
    [gina, 75],
  ] as const)
    await away(who, days);
  await turn();
  expect([(await noticesOf(ada)).length, (await noticesOf(fay)).length]).toEqual([1, 0]);
  await world.advance(1);
  await holds(company, "people.inactiveNoticeDays", 1);
  expect(await after(6)).toEqual(["active", "active", 0]);
  await holds(company, "people.inactiveNoticeDays", 10, 2);
  expect(await after(1)).toEqual(["suspended", "active", 1]);
  expect(await after(9)).toEqual(["suspended", "active", 1]);
  expect(await after(1)).toEqual(["suspended", "suspended", 2]);
});

test("how long somebody who is removed from then on can be restored; a longer time revives nobody (U4)", async () => {
  const company = await aRemovingCompany();
  const { world, gina, sam, ada, fay, remove, restore } = company;
  const listed = async () => (await sam.query(api.removals.queries.restorable, {})).map(({ personId }) => personId);
  await remove(gina, ada, fay);
  await world.advance(DAY_MS);
  await holds(company, "people.restoreDays", 5);
  const bo = await world.person("bo");
  await remove(gina, bo, fay);
  await world.advance(5 * DAY_MS - 1);
  expect(await listed()).toEqual([bo.id, ada.id]);
  await world.advance(1);
  expect(await listed()).toEqual([ada.id]);
  await holds(company, "people.restoreDays", 30, 2);
  expect(await listed()).toEqual([ada.id]);
  expect(await codeOf(restore(sam, bo))).toBe("too-late");
  expect(await gina.query(api.invitations.queries.restorable, { email: "bo@ao.com" })).toBeNull();
  await restore(sam, ada);
  expect(await listed()).toEqual([]);
});

test.each([
  ["people.stepUpMinutes", 6],
  ["people.suspensionsPerHour", 21],
  ["people.moveReviewDays", 15],
  ["people.roleTermDays", 181],
  ["reviews.unusedDays", 91],
  ["reviews.backDays", 31],
] as const)("%s: more than usual takes two people, less does not (C2)", (key, more) => {
  expect([takesTwo(key, more), takesTwo(key, CONFIG[key].from)]).toEqual([true, false]);
});

test.each(["reviews.warnDays", "people.inactiveNoticeDays"] as const)(
  "%s: less warning than usual takes two people, more does not (C2)",
  (key) => {
    const { usual } = CONFIG[key];
    expect([takesTwo(key, usual - 1), takesTwo(key, usual + 1)]).toEqual([true, false]);
  },
);

test("people.restoreDays: less takes two people, and more than accounts are kept cannot be set (C1, C2)", () => {
  expect([takesTwo("people.restoreDays", 29), takesTwo("people.restoreDays", 30)]).toEqual([true, false]);
  expect([whyNotValue("people.restoreDays", 31), KEPT_MS]).toEqual([expect.any(String), 30 * DAY_MS]);
});
