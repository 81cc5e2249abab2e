/**
 * Attacks in the gap between an end and the clock that notes it, as after a night in which the portal was down: what
 * ended by its date counts no longer for others either, whether or not any row says so (U7).
 */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { RoleName } from "../access/roles";
import { aCase, approve, type CastName, type Play } from "../approvals/approvals.testing";
import { anInvitingCompany } from "../invitations/inviting.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { aRequest, GRANT, MANUAL } from "../process/executing/execution.testing";
import { completeTask } from "../process/settling/model";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aCompany, type Company } from "./suspending.testing";

afterEach(endWorld);

type World = Company["world"];

/** Somebody's role ends in an hour. */
const endsSoon = (world: World, { id }: Pick<TestPerson, "id">, role: RoleName) =>
  world.run((ctx) => ctx.db.patch(id, { roleEnds: [{ role, since: 0, endsAt: world.now() + HOUR_MS }] }));
/** Somebody's last day ends in an hour. */
const leavesSoon = (world: World, { id }: Pick<TestPerson, "id">) =>
  world.run((ctx) => ctx.db.patch(id, { endsAt: world.now() + HOUR_MS }));

describe("a change that two people decide", () => {
  async function aChange(end: (company: Company) => Promise<unknown>) {
    const company = await aCompany();
    await end(company);
    expect(await company.give(company.sam, company.ada, "admin")).toMatchObject({ state: "proposed" });
    return company;
  }

  test("is done with the word of whoever has it still, to the last second", async () => {
    const company = await aChange(({ world, sam }) => endsSoon(world, sam, "superAdmin"));
    await company.world.advance(HOUR_MS - 1);
    await company.confirm(company.una);
    expect(await company.row(company.ada)).toMatchObject({ roles: ["staff", "admin"] });
  });

  test("is not done once the role of its proposer has ended", async () => {
    const company = await aChange(({ world, sam }) => endsSoon(world, sam, "superAdmin"));
    await company.world.advance(HOUR_MS);
    expect(await codeOf(company.confirm(company.una))).toBe("not-allowed");
  });

  test("is not done once the last day of its proposer is over, by the clock either", async () => {
    const company = await aChange(async ({ world, sam, kim }) => {
      await world.run((ctx) => ctx.db.patch(kim.id, { status: "removed" }));
      await leavesSoon(world, sam);
    });
    await company.world.advance(HOUR_MS);
    expect(await codeOf(company.confirm(company.una))).toBe("not-eligible");
    await company.world.advance(DAY_MS);
    await company.turn();
    expect(await company.world.rows("proposals")).toMatchObject([{ state: "overtaken" }]);
    expect(await company.row(company.ada)).toMatchObject({ roles: ["staff"] });
  });
});

describe("an invitation", () => {
  test("makes no account once the last day of whoever asked for it is over", async () => {
    const { world, gina, submit, settle, rowOf, task } = await anInvitingCompany();
    await submit(gina);
    await world.run((ctx) => ctx.db.patch(gina.id, { endsAt: world.now() }));
    await settle();
    expect(await task("open_account")).toMatchObject({ status: "Failed", error: expect.stringContaining("no longer") });
    expect(await rowOf()).toBeUndefined();
  });

  test("gives nothing that whoever invited may not give any more", async () => {
    const { world, sam, una, invite, signIn, confirm, accept } = await anInvitingCompany();
    await endsSoon(world, sam, "superAdmin");
    await invite(sam, { role: "admin" });
    await signIn();
    await confirm(una);
    await world.advance(HOUR_MS);
    expect(await accept()).toMatchObject({ status: "active", roles: ["staff"] });
  });
});

describe("whoever stands in for somebody absent", () => {
  const standIn = (play: Play, by: CastName, to: CastName) =>
    play.people[by].mutation(api.approvals.mutations.delegate, {
      ...(by === "ada" ? {} : { fromId: play.ada.id }),
      toId: play.people[to].id,
      startsAt: play.world.now(),
      endsAt: play.world.now() + DAY_MS,
      reason: "Ill",
    });

  test("decides no more once the last day of the absent person is over", async () => {
    const play = await aCase();
    await standIn(play, "ada", "zoe");
    await leavesSoon(play.world, play.ada);
    await play.world.advance(HOUR_MS);
    expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
  });

  test.each([
    ["role", (play: Play) => endsSoon(play.world, play.adam, "admin")],
    ["last day", (play: Play) => leavesSoon(play.world, play.adam)],
  ])("decides no more once the %s of whoever arranged it is over", async (_what, end) => {
    const play = await aCase({ steps: [{ fallback: { kind: "role", role: "governance" } }] });
    await standIn(play, "adam", "gwen");
    await end(play);
    await play.world.advance(HOUR_MS);
    expect(await codeOf(approve(play, "gwen"))).toBe("not-eligible");
  });
});

describe("access", () => {
  test.each<[string, (world: World, rita: TestPerson) => Promise<unknown>, string]>([
    ["whose last day is over", leavesSoon, "is suspended"],
    [
      "who was suspended",
      (world, { id }) => world.run((ctx) => ctx.db.patch(id, { status: "suspended" })),
      "is suspended",
    ],
    ["who was removed", (world, { id }) => world.run((ctx) => ctx.db.patch(id, { status: "removed" })), "has left"],
  ])("is not given to somebody %s, though the request was approved before", async (_who, end, status) => {
    const { world, rita, task, move, settle, sandbox } = await aRequest(MANUAL, GRANT);
    await end(world, rita);
    await world.advance(HOUR_MS);
    await move(0, (step, manual) => completeTask(step, manual, {}));
    await world.clockRun();
    await settle();
    expect((await task(1)).status).toBe("Not Started");
    expect((await world.rows("taskMonitorLogTasks")).at(-1)?.reason).toContain(`Rita Tester ${status}`);
    expect(sandbox.changes()).toEqual([]);
  });
});
