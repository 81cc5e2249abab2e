/** People who are not here any more, and people who would be put away in numbers. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

const DAYS = { INACTIVE_AFTER_DAYS: "90" };

async function aQuietCompany(env: Record<string, string>) {
  const company = await aCompany(env);
  const { world, row } = company;
  const turn = async () => {
    await world.internal(internal.people.internal.turnInactive, {});
    await world.advance(0);
  };
  const seen = async ({ id }: TestPerson, daysAgo: number) =>
    await world.run((ctx) => ctx.db.patch(id, { lastSeenAt: world.now() - daysAgo * DAY_MS }));
  const statusOf = async (who: TestPerson) => (await row(who)).status;
  return { ...company, turn, seen, statusOf };
}

describe("somebody who has not been here for long [U9]", () => {
  test("hears of it a week before, with their manager, and is suspended if they do not come", async () => {
    const { world, ada, gina, adam, turn, seen, statusOf, noticesOf, events } = await aQuietCompany(DAYS);
    await world.run((ctx) => ctx.db.patch(ada.id, { managerId: gina.id }));
    for (const [who, days] of [
      [ada, 83],
      [gina, 0],
      [adam, 82],
    ] as const)
      await seen(who, days);
    await turn();
    await turn();
    expect(await noticesOf(ada)).toEqual(["Your account will be suspended on 09/03/2026"]);
    expect(await noticesOf(gina)).toEqual(["Ada Tester will be suspended on 09/03/2026"]);
    expect(await noticesOf(adam)).toEqual([]);
    await world.advance(7 * DAY_MS - 1);
    await turn();
    expect(await statusOf(ada)).toBe("active");
    await world.advance(1);
    await turn();
    expect(await statusOf(ada)).toBe("suspended");
    expect(await events("person.inactiveSuspended")).toMatchObject([{ targets: [{ id: ada.id }] }]);
    expect(await world.rows("shutOuts")).toMatchObject([{ personId: ada.id }]);
  });

  test("stays when they come, and is told anew when they are restored or stay away again", async () => {
    const { world, ada, adam, turn, seen, statusOf, restore, row } = await aQuietCompany(DAYS);
    await seen(ada, 100);
    await turn();
    await turn();
    expect(await statusOf(ada)).toBe("active");
    await world.advance(6 * DAY_MS);
    await seen(ada, 0);
    await world.advance(83 * DAY_MS);
    await turn();
    expect(await statusOf(ada)).toBe("active");
    expect(await row(ada)).toMatchObject({ inactiveNoticedAt: world.now() });
    await world.advance(7 * DAY_MS);
    await seen(adam, 0);
    await turn();
    expect(await statusOf(ada)).toBe("suspended");
    await restore(adam, ada);
    await turn();
    expect(await statusOf(ada)).toBe("active");
  });

  test("is left alone where the settings say so, exempt or protected in any spelling, and without the setting", async () => {
    const off = await aQuietCompany({});
    await off.seen(off.ada, 5000);
    await off.turn();
    expect(await off.row(off.ada)).not.toHaveProperty("inactiveNoticedAt");
    const exempt = { ...DAYS, INACTIVE_EXEMPT: "x@ao.com, ADA+box@ao.com", PROTECTED_ACCOUNTS: "fay@ao.com" };
    const { world, ada, fay, gina, turn, seen, statusOf } = await aQuietCompany(exempt);
    for (const who of [ada, fay, gina]) await seen(who, 500);
    await turn();
    await world.advance(8 * DAY_MS);
    await turn();
    expect([await statusOf(ada), await statusOf(fay), await statusOf(gina)]).toEqual(["active", "active", "suspended"]);
  });

  test("is never the last super admin [U2]", async () => {
    const { world, sam, una, kim, turn, seen, statusOf } = await aQuietCompany(DAYS);
    for (const who of [sam, una, kim]) await seen(who, 500);
    await turn();
    await world.advance(8 * DAY_MS);
    await turn();
    const statuses = [await statusOf(sam), await statusOf(una), await statusOf(kim)];
    expect(statuses.toSorted()).toEqual(["active", "suspended", "suspended"]);
  });
});

describe("suspensions in numbers [U9]", () => {
  test("an admin suspends or dates 20 people an hour, and no more", async () => {
    const { world, adam, suspend } = await aCompany();
    const people = await Promise.all(Array.from({ length: 22 }, (_, index) => world.person(`p${index}`)));
    for (const person of people.slice(0, 19)) await suspend(adam, person);
    const [dated, tooMany] = people.slice(19);
    if (!dated || !tooMany) throw new Error("Too few");
    const endsAt = (Math.floor(DAWN / DAY_MS) + 5) * DAY_MS;
    await adam.mutation(api.people.mutations.setDates, { personId: dated.id, startsAt: null, endsAt, reason: "x" });
    expect(await codeOf(suspend(adam, tooMany))).toBe("rate-limited");
    const args = { personId: tooMany.id, startsAt: null, endsAt, reason: "x" };
    expect(await codeOf(adam.mutation(api.people.mutations.setDates, args))).toBe("rate-limited");
    await world.advance(HOUR_MS);
    expect(await suspend(adam, tooMany)).toEqual({ state: "done" });
  });
});
