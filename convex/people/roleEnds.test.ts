/** What somebody did with a role is said at its end, to those who look it through (U7). */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { personActor, recordEvent } from "../core/audit/model";
import { refuse } from "../lib/errors";
import { DAY_MS } from "../lib/pure/time";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aDatedCompany, dayEnd, reason } from "./dates.testing";

afterEach(endWorld);

const { changeRoles } = api.people.mutations;

/** What Adam, an admin, and Gina, the manager, hear at the end of Ada's time as an admin. */
async function heardAt(company: Awaited<ReturnType<typeof aDatedCompany>>, end: number) {
  const { world, adam, gina, ada } = company;
  await world.run((ctx) => ctx.db.patch(ada.id, { managerId: gina.id }));
  await world.advance(end - world.now());
  await world.internal(internal.people.internal.turnDates, {});
  await world.advance(0);
  const said = (await world.rows("notifications")).filter(({ title }) => /no longer admin/i.test(title));
  const bodyOf = ({ id }: TestPerson) => said.findLast(({ recipientId }) => recipientId === id)?.body;
  return { admin: bodyOf(adam), manager: bodyOf(gina) };
}

/** Events as if somebody had done them, or somebody as them. */
async function done(
  { world }: Awaited<ReturnType<typeof aDatedCompany>>,
  action: string,
  { by, as = by, times = 1 }: { by: TestPerson; as?: TestPerson; times?: number },
) {
  await world.run(async (ctx) => {
    const actorOf = async ({ id }: TestPerson) => personActor((await ctx.db.get(id)) ?? refuse({ code: "not-found" }));
    const actor = await actorOf(as);
    const impersonator = as === by ? undefined : await actorOf(by);
    for (let n = 0; n < times; n += 1)
      await recordEvent(ctx, { actor, impersonator, action, targets: [{ type: "thing", id: "1" }] });
  });
}

test("a role that ends [U7] counts what was done since it was last granted, and nothing of a time before", async () => {
  const company = await aDatedCompany();
  const { world, sam, una, ada, give, confirm } = company;
  await give(sam, ada, "admin", dayEnd(5));
  await confirm(una);
  await heardAt(company, dayEnd(5));
  await done(company, "person.suspended", { by: ada });
  await world.advance(DAY_MS);
  await give(sam, ada, "admin", dayEnd(20));
  await confirm(una);
  await done(company, "template.published", { by: ada });
  expect((await heardAt(company, dayEnd(20))).admin).toContain("since 09/03/2026: Template published (1).");
});

test("a role that ends [U7] counts since it was granted without an end, as far as that is in the audit trail", async () => {
  const company = await aDatedCompany();
  const { world, sam, una, ada, adam, give, confirm } = company;
  await sam.stepUp();
  await sam.mutation(changeRoles, { personId: ada.id, roles: ["admin"], reason });
  await confirm(una);
  await done(company, "person.suspended", { by: ada });
  await done(company, "person.suspended", { by: adam });
  await world.advance(DAY_MS);
  await sam.stepUp();
  await sam.mutation(changeRoles, { personId: ada.id, roles: ["admin", "finops"], reason });
  await confirm(una);
  await world.advance(3 * DAY_MS);
  for (const end of [dayEnd(9), dayEnd(10)]) {
    await give(sam, ada, "admin", end);
    await confirm(una);
  }
  expect((await heardAt(company, dayEnd(10))).admin).toContain("since 02/03/2026: Person suspended (1).");
});

test("a role that ends [U7] keeps when it was granted where its end is moved", async () => {
  const { world, sam, una, ada, give, confirm, row } = await aDatedCompany();
  const [role, grantedAt] = ["admin" as const, world.now() - DAY_MS];
  const roleEnds = [{ role, since: grantedAt - DAY_MS, grantedAt, endsAt: dayEnd(5) }];
  await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", role], isElevated: true, roleEnds }));
  await give(sam, ada, role, dayEnd(10));
  await confirm(una);
  expect((await row(ada)).roleEnds).toEqual([{ role, since: grantedAt - DAY_MS, grantedAt, endsAt: dayEnd(10) }]);
});

test("a role that ends [U7] counts since its end was set where nobody knows when it was granted", async () => {
  const company = await aDatedCompany();
  const { world, sam, una, ada, give, confirm } = company;
  await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", "admin"], isElevated: true }));
  await done(company, "person.suspended", { by: ada, times: 3 });
  await world.advance(DAY_MS);
  await give(sam, ada, "admin", dayEnd(10));
  await confirm(una);
  await done(company, "person.suspended", { by: ada });
  expect((await heardAt(company, dayEnd(10))).admin).toContain("since 03/03/2026: Person suspended (1).");
});

test("a role that ends [U7] counts what they did as somebody else, and not what somebody did as them", async () => {
  const company = await aDatedCompany();
  const { sam, una, ada, fay, give, confirm } = company;
  await give(sam, ada, "admin", dayEnd(10));
  await confirm(una);
  await done(company, "approval.glassBroken", { by: ada, as: fay });
  await done(company, "area.changed", { by: sam, as: ada });
  for (const action of [
    "supportTeams.set",
    "supportHours.set",
    "connector.switched",
    "grant.shortened",
    "serviceUser.retired",
  ])
    await done(company, action, { by: ada });
  const { admin } = await heardAt(company, dayEnd(10));
  expect(admin?.match(/\(1\)/g)).toHaveLength(6);
  expect(admin).toContain("Approved by break-glass (1)");
  expect(admin).not.toContain("Business area");
});

test("a role that ends [U7] says so where more was done than is counted, and sends to their history only those who can open it", async () => {
  const company = await aDatedCompany();
  const { sam, una, ada, give, confirm } = company;
  await give(sam, ada, "admin", dayEnd(10));
  await confirm(una);
  await done(company, "person.suspended", { by: ada, times: 2_001 });
  const { admin, manager } = await heardAt(company, dayEnd(10));
  expect(manager).toBe("Review what they did since 02/03/2026: Person suspended (at least 2000).");
  expect(admin).toBe(`${manager} Each one is in the history on their page.`);
});
