/** Support hours (S8): what they do to what is due, and setting them. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { USUAL_HOURS } from "../core/supportHours/rules/hours";
import type { SupportHours } from "../core/supportHours/table";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, DAWN, endWorld } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const reason = "The team works in the daytime";

/** Monday to Friday nine to five. */
const OFFICE: SupportHours = {
  ...USUAL_HOURS,
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? [{ from: 9 * 60, to: 17 * 60 }] : [])),
};

const { mutations, queries } = api.supportHours;

async function aSupportWithHours() {
  const support = await aSupport();
  const { world, sam } = support;
  type Person = typeof sam;
  const set = async (by: Person, hours: SupportHours, shownVersion = 0) => {
    await by.stepUp();
    return await by.mutation(mutations.set, { hours, shownVersion, reason });
  };
  /** Goes to the next moment of this weekday (0 is Monday) and hour. */
  const goTo = async (weekday: number, hour: number): Promise<number> => {
    const midnight = Math.floor(world.now() / DAY_MS) * DAY_MS;
    const day = [1, 2, 3, 4, 5, 6, 7].find(
      (ahead) => (new Date(midnight + ahead * DAY_MS).getUTCDay() + 6) % 7 === weekday,
    );
    const at = midnight + (day ?? 0) * DAY_MS + hour * HOUR_MS;
    await world.advance(at - world.now());
    return at;
  };
  return { ...support, set, goTo };
}

describe("what is due", () => {
  test("is the first answer, then the end, by the hours of support", async () => {
    const { world, sam, ada, adam, set, goTo, create, prioritise, claim, answer, ticketRow } =
      await aSupportWithHours();
    await set(sam, OFFICE);
    const friday = await goTo(4, 16);
    const key = await create(ada);
    await prioritise(adam, key, "Critical");
    const monday = friday + 2 * DAY_MS + 17 * HOUR_MS;
    expect((await ticketRow(key)).dueAt).toBe(monday + HOUR_MS);
    await claim(adam, key);
    await answer(adam, key);
    expect(await ticketRow(key)).toMatchObject({ dueAt: monday + 7 * HOUR_MS, firstResponseAt: friday });
    await world.advance(HOUR_MS);
    await answer(adam, key);
    expect(await ticketRow(key)).toMatchObject({ dueAt: monday + 7 * HOUR_MS, firstResponseAt: friday });
  });

  test("is moved by what was waited of working time alone", async () => {
    const { world, sam, ada, adam, set, goTo, create, prioritise, answer, wait, reply, ticketRow } =
      await aSupportWithHours();
    await set(sam, OFFICE);
    const friday = await goTo(4, 9);
    const key = await create(ada);
    await prioritise(adam, key, "Critical");
    await answer(adam, key);
    expect((await ticketRow(key)).dueAt).toBe(friday + 8 * HOUR_MS);
    await world.advance(7 * HOUR_MS);
    await wait(adam, key);
    await world.advance(3 * DAY_MS);
    await reply(ada, key);
    // An hour of Friday and seven of Monday.
    const monday = friday + 3 * DAY_MS;
    expect(await ticketRow(key)).toMatchObject({ pausedSeconds: 8 * 3600, dueAt: monday + 8 * HOUR_MS });
  });

  test("follows other hours for every ticket that is not over, and for no other", async () => {
    const { world, sam, ada, adam, set, key, create, answer, wait, resolve, ticketRow } = await aSupportWithHours();
    await answer(adam, key);
    await resolve(adam, key);
    const over = await ticketRow(key);
    const waiting = await create(ada);
    await answer(adam, waiting);
    await wait(adam, waiting);
    const template = await ticketRow(await create(ada));
    const { _id, _creationTime, ...fields } = template;
    await world.run(async (ctx) => {
      for (let place = 0; place < 230; place++)
        await ctx.db.insert("tickets", { ...fields, key: `TKT-${2000 + place}` });
    });
    const targets = { ...USUAL_HOURS.targets, Medium: { first: 60, solved: 600 } };
    await set(sam, { ...USUAL_HOURS, targets });
    await world.advance(0);
    const rows = await world.rows("tickets");
    const open = rows.filter(({ state }) => state === "new");
    expect(open).toHaveLength(231);
    for (const { dueAt, createdAt } of open) expect(dueAt).toBe(createdAt + HOUR_MS);
    const { createdAt, dueAt } = await ticketRow(waiting);
    expect(dueAt).toBe(createdAt + 10 * HOUR_MS);
    expect((await ticketRow(key)).dueAt).toBe(over.dueAt);
  });

  test("of what was merged is by the hours that hold when that is undone, a first answer, an end or a wait (S2)", async () => {
    const support = await aSupportWithHours();
    const { world, sam, ada, adam, key, set, create, answer, claim, wait, waitFor, resolve, ticketRow } = support;
    const begin: readonly ((one: string) => Promise<unknown>)[] = [
      () => Promise.resolve(),
      (one) => answer(adam, one),
      (one) => claim(adam, one).then(() => waitFor(adam, one, null)),
      (one) => answer(adam, one).then(() => wait(adam, one)),
      (one) => answer(adam, one).then(() => resolve(adam, one)),
    ];
    const pairs: [string, string][] = [];
    for (const to of begin) {
      const pair: [string, string] = [await create(ada), await create(ada)];
      for (const one of pair) await to(one);
      pairs.push(pair);
      await world.advance(HOUR_MS);
    }
    for (const [merged] of pairs) await support.merge(adam, merged, key);
    const targets = { ...USUAL_HOURS.targets, Medium: { first: 60, solved: 600 } };
    await set(sam, { ...USUAL_HOURS, targets });
    await world.advance(HOUR_MS);
    for (const [merged] of pairs) await support.unmerge(adam, merged);
    const clockOf = async (one: string) => {
      const { state, dueAt, alarmAt, pausedSeconds, pausedSince, unansweredSeconds } = await ticketRow(one);
      return { state, dueAt, alarmAt, pausedSeconds, pausedSince, unansweredSeconds };
    };
    for (const [merged, twin] of pairs) expect(await clockOf(merged)).toEqual(await clockOf(twin));
  });
});

describe("agents are told that something is overdue (S9)", () => {
  const told = async ({ world }: Pick<Awaited<ReturnType<typeof aSupportWithHours>>, "world">) =>
    (await world.rows("notifications")).filter(({ kind }) => kind === "ticket.overdue").map(({ title }) => title);

  test("once for each due time, in words that say which", async () => {
    const support = await aSupportWithHours();
    const { world, adam, key, claim, answer, clock, noticesOf, ticketRow } = support;
    await claim(adam, key);
    await world.advance(2 * DAY_MS);
    await clock();
    expect(await told(support)).toEqual([]);
    await world.advance(1);
    await clock();
    await clock();
    expect(await told(support)).toEqual([`The first answer of ${key} is overdue: Orders do not load`]);
    expect(await noticesOf(adam)).toContain(`The first answer of ${key} is overdue: Orders do not load`);
    await answer(adam, key);
    await world.advance(3 * DAY_MS);
    await clock();
    await world.advance(DAY_MS);
    await clock();
    // In the place of the notice before it.
    expect(await told(support)).toEqual([`The solution of ${key} is overdue: Orders do not load`]);
    // Another answer leaves the end due when it was.
    await answer(adam, key);
    expect(await ticketRow(key)).not.toHaveProperty("alarmAt");
  });

  test("those who answer while nobody has the ticket, and never its requester", async () => {
    const { world, ada, adam, key, clock, noticesOf } = await aSupportWithHours();
    await world.advance(2 * DAY_MS + 1);
    await clock();
    const title = `The first answer of ${key} is overdue: Orders do not load`;
    expect(await noticesOf(adam)).toContain(title);
    expect(await noticesOf(ada)).not.toContain(title);
  });

  test("of a first answer also while others are waited for, once, and until then of nothing that was answered", async () => {
    const support = await aSupportWithHours();
    const { world, ada, adam, key, create, claim, answer, waitFor, resume, prioritise, clock } = support;
    const answered = await create(ada);
    for (const one of [key, answered]) await claim(adam, one);
    await answer(adam, answered);
    for (const one of [key, answered]) await waitFor(adam, one, null);
    await world.advance(2 * DAY_MS);
    await clock();
    expect(await told(support)).toEqual([]);
    await world.advance(1);
    await clock();
    await resume(adam, key);
    await clock();
    const title = `The first answer of ${key} is overdue: Orders do not load`;
    expect(await told(support)).toEqual([title]);
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "ticket.overdue")).toMatchObject([
      { count: 1 },
    ]);
    await waitFor(adam, key, null);
    await prioritise(adam, key, "High");
    await clock();
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "ticket.overdue")).toMatchObject([
      { count: 2 },
    ]);
  });

  test("also when a merge is undone, of one that nobody had answered", async () => {
    const support = await aSupportWithHours();
    const { world, ada, adam, key, create, answer, claim, waitFor, merge, unmerge, clock } = support;
    await answer(adam, key);
    const waiting = await create(ada);
    await claim(adam, waiting);
    await waitFor(adam, waiting, null);
    await merge(adam, waiting, key);
    await world.advance(3 * DAY_MS);
    await clock();
    expect(await told(support)).toEqual([]);
    await unmerge(adam, waiting);
    await clock();
    expect(await told(support)).toEqual([`The first answer of ${waiting} is overdue: Orders do not load`]);
  });

  test("not while the next step is somebody else's, nor of what is over or merged", async () => {
    const support = await aSupportWithHours();
    const { world, ada, adam, key, create, answer, wait, resolve, merge, unmerge, clock } = support;
    const [over, merged] = [await create(ada), await create(ada)];
    for (const one of [key, over]) await answer(adam, one);
    await wait(adam, key);
    await resolve(adam, over);
    await merge(adam, merged, key);
    await world.advance(20 * DAY_MS);
    await clock();
    expect(await told(support)).toEqual([]);
    await unmerge(adam, merged);
    await clock();
    expect(new Set(await told(support))).toEqual(
      new Set([`The first answer of ${merged} is overdue: Orders do not load`]),
    );
  });

  test("in the hours of support alone", async () => {
    const support = await aSupportWithHours();
    const { world, sam, ada, adam, set, goTo, create, claim, prioritise, clock } = support;
    await set(sam, OFFICE);
    await goTo(4, 16);
    const key = await create(ada);
    await claim(adam, key);
    await world.advance(2 * HOUR_MS);
    await set(sam, { ...OFFICE, targets: { ...OFFICE.targets, Critical: { first: 15, solved: 60 } } }, 1);
    await prioritise(adam, key, "Critical");
    await clock();
    expect(await told(support)).toEqual([]);
    await goTo(0, 9);
    await clock();
    expect(await told(support)).toHaveLength(1);
  });

  test("also of more than one turn of the clock takes", async () => {
    const support = await aSupportWithHours();
    const { world, adam, key, claim, clock, ticketRow } = support;
    await claim(adam, key);
    const { _id, _creationTime, ...fields } = await ticketRow(key);
    await world.run(async (ctx) => {
      for (let place = 0; place < 60; place++)
        await ctx.db.insert("tickets", { ...fields, key: `TKT-${2000 + place}` });
    });
    await world.advance(2 * DAY_MS + 1);
    await clock();
    await world.advance(0);
    expect(new Set(await told(support)).size).toBe(61);
  });
});

describe("setting them", () => {
  test("is written down with both values and the reason, and everybody who writes tickets reads them", async () => {
    const { sam, ada, set, events } = await aSupportWithHours();
    await set(sam, OFFICE);
    expect(await events("supportHours.set")).toMatchObject([
      {
        changes: [{ before: "Around the clock", after: "Monday to Friday 09:00-17:00, UTC" }],
        context: { reason, version: 1 },
      },
    ]);
    expect(await ada.query(queries.current, {})).toEqual(OFFICE);
    expect(await sam.query(queries.versions, {})).toMatchObject({
      hours: OFFICE,
      version: 1,
      versions: [{ version: 1, hours: OFFICE, reason, by: "Sam Tester" }],
    });
  });

  test("sent twice is done once, and on a version that is no longer the newest not at all", async () => {
    const { world, sam, una, set } = await aSupportWithHours();
    await set(sam, OFFICE);
    await set(sam, OFFICE);
    expect(await world.rows("supportHoursVersions")).toHaveLength(1);
    const other = { ...OFFICE, holidays: ["2026-12-25"] };
    expect(await codeOf(set(una, other))).toBe("changed-meanwhile");
    expect(await codeOf(set(una, OFFICE, 1))).toBe("not-eligible");
    await set(una, other, 1);
    expect(await world.rows("supportHoursVersions")).toHaveLength(2);
  });

  test("takes a super admin, their password again and a reason", async () => {
    const { world, sam, adam, ada, set } = await aSupportWithHours();
    for (const who of [adam, ada]) {
      expect(await codeOf(set(who, OFFICE))).toBe("not-allowed");
      expect(await codeOf(who.query(queries.versions, {}))).toBe("not-allowed");
    }
    expect(await codeOf(sam.mutation(mutations.set, { hours: OFFICE, shownVersion: 0, reason }))).toBe(
      "step-up-required",
    );
    await sam.stepUp();
    expect(await codeOf(sam.mutation(mutations.set, { hours: OFFICE, shownVersion: 0, reason: " " }))).toBe(
      "reason-required",
    );
    expect(await world.rows("supportHoursVersions")).toEqual([]);
  });

  const day = OFFICE.week[0] ?? [];
  test.each<[string, string, Partial<SupportHours>]>([
    ["an empty zone", "timeZone", { timeZone: " " }],
    ["a zone nobody knows", "timeZone", { timeZone: "Mars/Olympus" }],
    ["a zone that is too long", "timeZone", { timeZone: "x".repeat(1e5) }],
    ["six days", "week", { week: OFFICE.week.slice(1) }],
    [
      "a day of five times",
      "week",
      { week: OFFICE.week.map(() => [0, 1, 2, 3, 4].map((n) => ({ from: n * 100, to: n * 100 + 50 }))) },
    ],
    ["a time that ends before it begins", "week", { week: [[{ from: 600, to: 600 }], ...OFFICE.week.slice(1)] }],
    [
      "times that touch",
      "week",
      {
        week: [
          [
            { from: 0, to: 60 },
            { from: 60, to: 120 },
          ],
          ...OFFICE.week.slice(1),
        ],
      },
    ],
    ["a day of more than a day", "week", { week: [[{ from: 0, to: 1441 }], ...OFFICE.week.slice(1)] }],
    ["half a minute", "week", { week: [[{ from: 0.5, to: 60 }], ...OFFICE.week.slice(1)] }],
    ["no work at all", "week", { week: OFFICE.week.map(() => []) }],
    ["four hours a week", "week", { week: [[{ from: 0, to: 240 }], [], [], [], [], [], []] }],
    ["a day that does not exist", "holidays", { holidays: ["2026-02-30"] }],
    ["a day twice", "holidays", { holidays: ["2026-12-25", "2026-12-25"] }],
    [
      "101 free days",
      "holidays",
      { holidays: Array.from({ length: 101 }, (_, n) => new Date(DAWN + n * DAY_MS).toISOString().slice(0, 10)) },
    ],
    ["an answer in no time", "targets", { targets: { ...OFFICE.targets, Low: { first: 0, solved: 60 } } }],
    ["an answer in a year", "targets", { targets: { ...OFFICE.targets, Low: { first: 60, solved: 1e6 } } }],
    ["an end before the answer", "targets", { targets: { ...OFFICE.targets, Low: { first: 120, solved: 60 } } }],
  ])("refuses %s, with the field", async (_, field, change) => {
    const { world, sam, set } = await aSupportWithHours();
    const error = await set(sam, { ...OFFICE, week: [day, ...OFFICE.week.slice(1)], ...change }).then(
      () => null,
      (refused: { data?: unknown }) => refused.data,
    );
    expect(error).toMatchObject({ code: "invalid-form", fields: { [field]: expect.any(String) as string } });
    expect(await world.rows("supportHoursVersions")).toEqual([]);
  });

  test("are not taken from a row that is no longer allowed", async () => {
    const { world, sam, ada } = await aSupportWithHours();
    const row = { version: 1, reason, setAt: world.now(), byId: sam.id };
    await world.run((ctx) =>
      ctx.db.insert("supportHoursVersions", { ...row, hours: { ...OFFICE, timeZone: "Mars/Olympus" } }),
    );
    expect(await ada.query(queries.current, {})).toEqual(USUAL_HOURS);
  });
});
