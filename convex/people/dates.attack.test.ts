/** Roles and accounts that end: to the second, by nobody's single word, and never for the last super admin. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { personActor, recordEvent } from "../core/audit/model";
import { refuse } from "../lib/errors";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../lib/pure/time";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import { codeOf, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { aDatedCompany, dayEnd, reason } from "./dates.testing";

afterEach(endWorld);

const { changeRoles } = api.people.mutations;

describe("a role with an end [U7]", () => {
  test("takes two people, falls back in its second, and takes its seats and impersonations with it", async () => {
    const { world, sam, una, ada, gina, adam, give, confirm, until, row, noticesOf, events } = await aDatedCompany();
    await world.run((ctx) => ctx.db.patch(ada.id, { managerId: gina.id }));
    expect(await give(sam, ada, "finops", dayEnd(20))).toMatchObject({ state: "proposed" });
    await confirm(una);
    expect(await row(ada)).toMatchObject({ roles: ["staff", "finops"], dueAt: dayEnd(13) });
    await until(dayEnd(13));
    const announced = "Ada Tester is FinOps until 22/03/2026";
    expect(await noticesOf(ada)).toContain("You are FinOps until 22/03/2026");
    expect(await noticesOf(gina)).toContain(announced);
    expect(await noticesOf(adam)).toContain(announced);
    await world.advance(dayEnd(20) - MINUTE_MS - world.now());
    await world.run(async (ctx) => {
      const [approval] = await tasksNow(ctx, await submitted(ctx, gina.id, [{ type: "approve_access" }]));
      if (approval) await aPendingStep(ctx, approval, [ada.id], { rule: { kind: "role", role: "finops" } });
    });
    await world.internal(internal.people.internal.turnDates, {});
    await world.advance(MINUTE_MS - SECOND_MS);
    expect(await row(ada)).toMatchObject({ roles: ["staff", "finops"] });
    await world.advance(SECOND_MS);
    expect(await row(ada)).toMatchObject({ roles: ["staff"], roleEnds: [], isElevated: false });
    expect(await row(ada)).not.toHaveProperty("dueAt");
    expect(await events("person.roleEnded")).toMatchObject([{ actor: { kind: "system" }, targets: [{ id: ada.id }] }]);
    const held = (await world.rows("approvalSeats")).filter(({ personId }) => personId === ada.id);
    expect(held.map(({ isPending }) => isPending)).toEqual([false]);
    expect(await noticesOf(gina)).toContain("Ada Tester is no longer FinOps: the time is over");
  });

  test("is looked through at its end: what its holder did to others with it is said, and nothing from before it", async () => {
    const { world, sam, una, ada, adam, give, confirm } = await aDatedCompany();
    const [bo, cy, dan] = [await world.person("bo"), await world.person("cy"), await world.person("dan")];
    const note = (action: string, id: string) =>
      world.run(async (ctx) => {
        const actor = personActor((await ctx.db.get(ada.id)) ?? refuse({ code: "not-found" }));
        await recordEvent(ctx, { actor, action, targets: [{ type: "thing", id }], occurredAt: Date.now() });
      });
    await note("person.restored", dan.id);
    await world.advance(MINUTE_MS);
    await give(sam, ada, "admin", dayEnd(20));
    await confirm(una);
    await ada.stepUp();
    for (const { id } of [bo, cy])
      await ada.mutation(api.people.mutations.suspend, { personId: id, reason: "Left their laptop open" });
    await ada.mutation(api.people.mutations.correctName, { personId: dan.id, firstName: "Dan", lastName: "Test" });
    await note("request.submitted", "REQ-1");
    await ada.mutation(api.people.mutations.saveProfile, { firstName: "Ada", lastName: "Trier" });
    await world.advance(dayEnd(20) - world.now());
    await world.internal(internal.people.internal.turnDates, {});
    await world.advance(0);
    const said = (await world.rows("notifications")).filter(({ title }) => /no longer admin/i.test(title));
    const review =
      "Review what they did since 02/03/2026: Person suspended (2), Name corrected (1). Each one is in the history on their page.";
    const bodyOf = ({ id }: TestPerson) => said.find(({ recipientId }) => recipientId === id)?.body;
    expect([bodyOf(adam), bodyOf(sam), bodyOf(ada)]).toEqual([review, review, ""]);
  });

  test("counts no longer once its time is over, also where no job has noted it", async () => {
    const { world, sam, una, ada, give, confirm } = await aDatedCompany();
    await give(sam, ada, "admin", dayEnd(1));
    await confirm(una);
    expect(await ada.query(api.people.queries.list, { filter: {}, sort: "name", size: 25 })).toHaveProperty("rows");
    await world.advance(dayEnd(1) - world.now());
    expect(await codeOf(ada.query(api.people.queries.list, { filter: {}, sort: "name", size: 25 }))).toBe(
      "not-allowed",
    );
    expect(await ada.query(api.people.queries.me, {})).toMatchObject({ roles: ["staff"] });
  });

  test("is a day in the future, of a role they get, and moved no further than 180 days from its first", async () => {
    const { world, sam, una, ada, give, confirm } = await aDatedCompany();
    const wrong = [DAWN, dayEnd(-1), dayEnd(5) - 1, Number.MAX_SAFE_INTEGER, Number.NaN, dayEnd(181)];
    for (const endsAt of wrong) expect(await codeOf(give(sam, ada, "finops", endsAt))).toBe("invalid-input");
    const ends = [{ role: "admin" as const, endsAt: dayEnd(5) }];
    const args = { personId: ada.id, roles: ["finops" as const], ends, reason };
    expect(await codeOf(sam.mutation(changeRoles, args))).toBe("invalid-input");
    await give(sam, ada, "finops", dayEnd(170));
    await confirm(una);
    await world.advance(100 * DAY_MS);
    expect(await codeOf(give(sam, ada, "finops", dayEnd(200)))).toBe("invalid-input");
    expect(await give(sam, ada, "finops", dayEnd(178))).toMatchObject({ state: "proposed" });
  });

  test("nobody moves the end of their own", async () => {
    const { sam, una, adam, give, confirm } = await aDatedCompany();
    await give(sam, adam, "superAdmin", dayEnd(20));
    await confirm(una);
    expect(await codeOf(give(adam, adam, "superAdmin", dayEnd(30)))).toBe("not-eligible");
  });

  test("stays a day longer with the last super admin, who is told, and ends once there is another [U2]", async () => {
    const { world, sam, una, kim, give, confirm, until, row, noticesOf } = await aDatedCompany();
    await give(sam, una, "superAdmin", dayEnd(3));
    await confirm(kim);
    await world.run(async (ctx) => {
      for (const { id } of [sam, kim]) await ctx.db.patch(id, { roles: ["staff"], isSuperAdmin: false });
    });
    await until(dayEnd(3));
    expect(await row(una)).toMatchObject({ isSuperAdmin: true, roleEnds: [{ endsAt: dayEnd(4) }] });
    expect(await noticesOf(una)).toContain("You stay super admin for another day: nobody else is one");
    await world.run((ctx) => ctx.db.patch(sam.id, { roles: ["staff", "superAdmin"], isSuperAdmin: true }));
    await until(dayEnd(4));
    expect(await row(una)).toMatchObject({ isSuperAdmin: false, roles: ["staff"] });
  });
});

describe("somebody's last day [U7]", () => {
  test("is announced, and closes their account in its second: no call, no sign-in, sessions handed over", async () => {
    const { world, ada, adam, date, until, row, noticesOf, events } = await aDatedCompany();
    expect(await date(adam, ada, dayEnd(10))).toEqual({ state: "done" });
    expect(await noticesOf(ada)).toEqual(["Your last day is 12/03/2026"]);
    await until(dayEnd(3));
    expect(await noticesOf(ada)).toContain("Your last day here is 12/03/2026");
    await until(dayEnd(10));
    expect(await row(ada)).toMatchObject({ status: "suspended", sessionsEndedAt: dayEnd(10) });
    expect(await world.internalQuery(internal.people.internal.shutOuts, {})).toMatchObject([{ email: "ada@ao.com" }]);
    expect(await events("person.ended")).toMatchObject([{ targets: [{ id: ada.id }] }]);
    expect(await noticesOf(adam)).toContain("Ada Tester was suspended: their last day is over");
  });

  test("leads whoever hears of it where they may go: a manager who is staff opens the pages of nobody", async () => {
    const { world, ada, adam, date, until } = await aDatedCompany();
    const mo = await world.person("mo");
    await world.run((ctx) => ctx.db.patch(ada.id, { managerId: mo.id }));
    const links = async ({ id }: TestPerson) =>
      (await world.rows("notifications")).filter(({ recipientId }) => recipientId === id).map(({ to }) => to);
    await date(adam, ada, dayEnd(10));
    expect(await links(mo)).toEqual(["/"]);
    await until(dayEnd(3));
    await until(dayEnd(10));
    expect(await links(mo)).toEqual(["/", "/"]);
    expect(new Set(await links(adam))).toEqual(new Set([`/admin/users/${ada.id}`]));
  });

  test("counts where no job has noted it", async () => {
    const { world, ada, adam, date } = await aDatedCompany();
    await date(adam, ada, dayEnd(1));
    await world.advance(dayEnd(1) - world.now());
    expect(await codeOf(ada.query(api.people.queries.search, { text: "a" }))).toBe("not-active");
    const account = { tokenIdentifier: null, email: "ada@ao.com" };
    expect(await world.internalQuery(internal.people.internal.accountStateOf, account)).toBe("closed");
  });

  test("needs whom suspending needs: two people above staff, nobody for themselves, no last super admin", async () => {
    const { world, ada, adam, fay, gina, sam, una, kim, date } = await aDatedCompany();
    expect(await codeOf(date(adam, adam, dayEnd(5)))).toBe("not-eligible");
    expect(await codeOf(date(adam, fay, dayEnd(5)))).toBe("not-eligible");
    expect(await date(gina, fay, dayEnd(5))).toMatchObject({ state: "proposed" });
    await world.run(async (ctx) => {
      for (const { id } of [una, kim]) await ctx.db.patch(id, { roles: ["staff"], isSuperAdmin: false });
      const [approval] = await tasksNow(ctx, await submitted(ctx, adam.id, [{ type: "approve_access" }]));
      if (approval) await aPendingStep(ctx, approval, [ada.id]);
    });
    expect(await codeOf(date(gina, sam, dayEnd(5)))).toBe("not-eligible");
    expect(await codeOf(date(adam, ada, dayEnd(5)))).toBe("not-eligible");
  });

  test("does not come back with somebody who is restored", async () => {
    const { ada, adam, date, until, restore, row } = await aDatedCompany();
    await date(adam, ada, dayEnd(1));
    await until(dayEnd(1));
    await restore(adam, ada);
    expect(await row(ada)).toMatchObject({ status: "active" });
    expect(await row(ada)).not.toHaveProperty("endsAt");
  });
});

test("whoever begins later uses nothing before their first day [U7]", async () => {
  const { world, adam, date, until } = await aDatedCompany();
  const nora = await world.person("nora", { status: "invited" });
  await date(adam, nora, null, dayEnd(4));
  await world.run((ctx) => ctx.db.patch(nora.id, { status: "active" }));
  expect(await codeOf(nora.query(api.people.queries.search, { text: "a" }))).toBe("too-early");
  await until(dayEnd(4));
  expect(await nora.query(api.people.queries.search, { text: "a" })).toBeInstanceOf(Array);
});

describe("times of a role with an end that follow each other [U7]", () => {
  /** Ada was FinOps for so many days, and is not any more. */
  async function afterATime(days: number) {
    const company = await aDatedCompany();
    const { sam, una, ada, give, confirm, until } = company;
    await give(sam, ada, "finops", dayEnd(days));
    await confirm(una);
    await until(dayEnd(days));
    return company;
  }

  test("add up to 180 days, however often the role is given again, taken early or left to end", async () => {
    const { world, sam, una, ada, give, confirm, until, row } = await afterATime(99);
    expect(await row(ada)).toMatchObject({ roles: ["staff"], roleEnds: [] });
    // Held for 100 days less the hours of the first one.
    expect(await codeOf(give(sam, ada, "finops", dayEnd(181)))).toBe("invalid-input");
    await give(sam, ada, "finops", dayEnd(139));
    await confirm(una);
    await until(dayEnd(119));
    await ada.stepUp();
    await sam.stepUp();
    await sam.mutation(changeRoles, { personId: ada.id, roles: [], reason });
    await confirm(una);
    expect(await row(ada)).toMatchObject({ roles: ["staff"], roleTerms: [{ role: "finops" }] });
    await world.advance(30 * DAY_MS);
    expect(await codeOf(give(sam, ada, "finops", dayEnd(211)))).toBe("invalid-input");
    await give(sam, ada, "finops", dayEnd(209));
    await confirm(una);
    await until(dayEnd(209));
    expect(await codeOf(give(sam, ada, "finops", dayEnd(211)))).toBe("invalid-input");
  });

  test("add up where somebody was suspended in between", async () => {
    const { world, sam, una, ada, give, confirm, restore, until, row } = await afterATime(19);
    await give(sam, ada, "finops", dayEnd(100));
    await confirm(una);
    await until(dayEnd(99));
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    await restore(sam, ada);
    await confirm(una);
    expect(await row(ada)).toMatchObject({ status: "active", roles: ["staff"], roleEnds: [] });
    expect(await codeOf(give(sam, ada, "finops", dayEnd(190)))).toBe("invalid-input");
  });

  test("are forgotten by a role given without an end, which two people decide about like any", async () => {
    const { world, sam, una, ada, give, confirm, row } = await afterATime(170);
    await sam.stepUp();
    await sam.mutation(changeRoles, { personId: ada.id, roles: ["finops"], reason });
    await confirm(una);
    expect(await row(ada)).toMatchObject({ roleTerms: [] });
    await give(sam, ada, "finops", dayEnd(340));
    await confirm(una);
    expect((await row(ada)).roleEnds).toMatchObject([{ role: "finops", since: world.now(), endsAt: dayEnd(340) }]);
  });

  test("are forgotten 180 days after, and not a day before", async () => {
    const { world, sam, ada, give } = await afterATime(170);
    await world.advance(180 * DAY_MS - MINUTE_MS);
    expect(await codeOf(give(sam, ada, "finops", dayEnd(370)))).toBe("invalid-input");
    await world.advance(MINUTE_MS);
    expect(await give(sam, ada, "finops", dayEnd(520))).toMatchObject({ state: "proposed" });
  });

  test("that came to 180 days in one go are said to be used up, not to end in the past", async () => {
    const { world, sam, una, ada, give, confirm, until } = await aDatedCompany();
    await world.advance(dayEnd(0) - world.now());
    await give(sam, ada, "finops", dayEnd(180));
    await confirm(una);
    await until(dayEnd(180));
    await expect(give(sam, ada, "finops", dayEnd(182))).rejects.toThrow(/was held for 180 days/);
  });

  test("of one role are not those of another", async () => {
    const { sam, ada, give } = await afterATime(170);
    expect(await give(sam, ada, "governance", dayEnd(300))).toMatchObject({ state: "proposed" });
  });

  test("are read by whoever would give it again, before they ask", async () => {
    const { sam, ada } = await afterATime(170);
    const page = await sam.query(api.people.queries.get, { personId: ada.id });
    expect(page).toMatchObject({ roleTerms: [{ role: "finops", endedAt: dayEnd(170) }] });
  });
});
