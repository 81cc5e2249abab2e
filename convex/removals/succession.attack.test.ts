/** Each kind of what somebody held goes to whoever was named for it, who has to be able to have it (U15, A1). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aCase, type Scene } from "../approvals/approvals.testing";
import { DAY_MS } from "../lib/pure/time";
import { seenOf } from "../process/confirming/proposing";
import { submitted } from "../process/requests.testing";
import { agreed } from "../proposals/proposals.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany, removalsIn } from "./removing.testing";

afterEach(endWorld);

const SAID = "What waits for them";
const MADE = "Schemas and warehouses made for them";

/** Ada is in charge of an area, a domain and a service user. */
async function aCompanyOfAda() {
  const company = await aRemovingCompany();
  const { world, ada, anAreaOf, aDomainOf } = company;
  await anAreaOf(ada);
  await aDomainOf(ada);
  await world.run((ctx) =>
    ctx.db.insert("serviceUsers", {
      name: "LOADER",
      system: "snowflake",
      ownerId: ada.id,
      state: "Active",
      updatedAt: 0,
    }),
  );
  const [bo, cy, di] = [await world.person("bo"), await world.person("cy"), await world.person("di")];
  return { ...company, bo, cy, di };
}

describe("what somebody owned", () => {
  test("goes to the successor of its kind, and the rest to the one of all; both see it before (U15)", async () => {
    const { world, gina, sam, ada, bo, cy, di, look, remove, confirm } = await aCompanyOfAda();
    const successors = { domains: cy.id, serviceUsers: di.id };
    expect((await look(gina, ada, bo, successors))?.lines).toEqual(
      expect.arrayContaining([
        { field: "Business areas", before: "Pricing", after: "Bo Tester" },
        { field: "Data domains", before: "Orders", after: "Cy Tester" },
        { field: "Service users", before: "LOADER", after: "Di Tester" },
      ]),
    );
    await remove(gina, ada, bo, { successors });
    expect((await world.rows("proposals"))[0]).toMatchObject({ partyIds: [ada.id, bo.id, cy.id, di.id] });
    await confirm(sam);
    expect((await world.rows("businessAreas"))[0]).toMatchObject({ ownerId: bo.id });
    expect((await world.rows("dataDomains"))[0]).toMatchObject({ ownerIds: [cy.id] });
    expect((await world.rows("serviceUsers"))[0]).toMatchObject({ ownerId: di.id });
    expect((await world.rows("removals"))[0]).toMatchObject({ successorId: bo.id, successors });
  });

  test("is confirmed for those who were shown, and for nobody else", async () => {
    const { gina, ada, bo, cy, look, remove } = await aCompanyOfAda();
    const shownHash = (await look(gina, ada, bo))?.shownHash ?? "";
    expect(await codeOf(remove(gina, ada, bo, { shownHash, successors: { domains: cy.id } }))).toBe(
      "changed-meanwhile",
    );
  });

  test("named for the one who takes over all the same is the same wish", async () => {
    const { gina, ada, bo, look } = await aCompanyOfAda();
    const plain = await look(gina, ada, bo);
    expect(await look(gina, ada, bo, { areas: bo.id, domains: bo.id })).toEqual(plain);
  });

  test("goes to nobody who is gone, or the same human, for whichever kind", async () => {
    const { world, gina, ada, bo, look, remove, row } = await aCompanyOfAda();
    const gone = await world.person("gone", { status: "suspended" });
    const twin = await world.person("ada+two", { email: "ada+two@ao.com" });
    for (const kind of ["areas", "domains", "serviceUsers", "approvals", "tasks"] as const)
      for (const successor of [gone, twin]) {
        const successors = { [kind]: successor.id };
        expect((await look(gina, ada, bo, successors))?.whyNot).toMatchObject({ code: "not-eligible" });
        expect(await codeOf(remove(gina, ada, bo, { successors }))).toBe("not-eligible");
      }
    expect(await row(ada)).toMatchObject({ status: "active" });
  });
});

describe("by one person alone nothing goes", () => {
  const kinds = ["areas", "domains", "serviceUsers", "approvals", "tasks"] as const;

  test.each(kinds)("to the one who removes them, for %s", async (kind) => {
    const { gina, ada, fay, look } = await aRemovingCompany();
    expect(await look(gina, ada, fay)).toMatchObject({ takesTwo: false });
    expect(await look(gina, ada, fay, { [kind]: gina.id })).toMatchObject({ takesTwo: true });
  });

  test("to their deputy, whoever stands in for them, or whom they brought in lately", async () => {
    const { world, gina, ada, fay, look, anAreaOf } = await aRemovingCompany();
    const [deputy, delegate, guest] = [await world.person("de"), await world.person("dl"), await world.person("gu")];
    await anAreaOf(gina, deputy);
    await world.run(async (ctx) => {
      const at = Date.now();
      const away = { fromId: gina.id, toId: delegate.id, createdById: gina.id };
      await ctx.db.insert("delegations", { ...away, startsAt: at, endsAt: at + DAY_MS, phase: "inEffect", reason: "" });
      await ctx.db.insert("sponsors", { personId: guest.id, sponsorId: gina.id, why: "invited", at });
    });
    for (const successor of [deputy, delegate, guest]) {
      expect(await look(gina, ada, successor)).toMatchObject({ takesTwo: true });
      expect(await look(gina, ada, fay, { tasks: successor.id })).toMatchObject({ takesTwo: true });
    }
  });
});

/** Ada, Bob and Cleo of FinOps are asked; Ada is removed by Sue, who looks after the request. */
async function anApproval(scene: Scene = {}) {
  const play = await aCase(scene);
  const { look, remove } = removalsIn(play.world);
  const settle = async () => {
    await play.world.internal(internal.approvals.internal.runTimers, {});
    await play.world.advance(0);
  };
  const heldBy = async () =>
    (await play.world.rows("approvalSeats")).filter(({ isPending }) => isPending).map(({ personId }) => personId);
  /** Two super admins see to it: FinOps is more than staff. */
  const removeAda = async (successor: TestPerson) => {
    await remove(play.sue, play.ada, play.zoe, { successors: { approvals: successor.id } });
    const [proposal] = await play.world.rows("proposals");
    if (!proposal) throw new Error("Nothing was proposed");
    return proposal;
  };
  /** Somebody confirms what is shown of a proposal now. */
  const confirmed = async (by: TestPerson, { _id: proposalId, ...proposal }: Doc<"proposals">) => {
    await agreed(play.world, proposalId);
    const { shownHash } = await play.world.run((ctx) => seenOf(ctx, proposal.change, proposal));
    await by.stepUp();
    await by.mutation(api.proposals.mutations.confirm, { proposalId, shownHash });
  };
  return { ...play, lookAt: look, remove, settle, heldBy, removeAda, confirmed };
}

describe("an approval that waited", () => {
  /** FinOps decides, and where too few of them are there, admins. */
  const asked = () => anApproval({ steps: [{ fallback: { kind: "role", role: "admin" } }] });

  test("is said to go to whoever is named where they may, else by its own rule", async () => {
    const { sue, ada, zoe, bob, lookAt } = await asked();
    expect((await lookAt(sue, ada, zoe))?.lines.map(({ field }) => field)).not.toContain("Approvals");
    expect((await lookAt(sue, ada, zoe, { approvals: bob.id }))?.lines).toContainEqual({
      field: "Approvals",
      before: SAID,
      after: "Bob Tester where they may, otherwise whoever the step asks",
    });
  });

  test("is counted beside what else hangs on them, and what came since they looked is looked at first", async () => {
    const { world, sue, ada, zoe, requestId, lookAt, remove } = await asked();
    const hanging = async () => (await lookAt(sue, ada, zoe))?.lines.filter(({ before }) => before === "") ?? [];
    const said = async () => Object.fromEntries((await hanging()).map(({ field, after }) => [field, after]));
    const nothing = { Budgets: "None", "Open tasks": "None", "Access held": "None", [MADE]: "None" };
    expect(await said()).toMatchObject({ ...nothing, "Open approvals": "1", "Snowflake user": "None" });
    const { shownHash = "" } = (await lookAt(sue, ada, zoe)) ?? {};
    await world.run(async (ctx) => {
      await ctx.db.patch(ada.id, { snowflakeUser: "ADA" });
      const [task] = await ctx.db.query("requestTasks").collect();
      if (!task) throw new Error("The case has a task");
      const held = {
        requestId,
        taskId: task._id,
        beneficiaryId: ada.id,
        system: "snowflake",
        state: "Active" as const,
      };
      const counts = { startsAt: 0, updatedAt: 0, version: 0, removalAttempts: 0 };
      const rest = { ...counts, noticesGiven: [], accessKey: "", description: "" };
      const { _id, _creationTime, ...other } = task;
      const done = { ...other, status: "Complete" as const, outcome: "done" as const };
      const made = await ctx.db.insert("requestTasks", { ...done, type: "create_schema" });
      const resized = await ctx.db.insert("requestTasks", { ...done, type: "resize_warehouse" });
      await ctx.db.insert("grants", { ...held, ...rest, taskId: made, typeKey: "sandbox" });
      await ctx.db.insert("grants", { ...held, ...rest, taskId: resized, typeKey: "warehouse" });
      await ctx.db.insert("grants", { ...held, ...rest, typeKey: "snowflake-access", account: "snowflake" });
      const area = { name: "Pricing", code: "PRC", costCentre: "47", ownerId: ada.id };
      await ctx.db.insert("businessAreas", { ...area, budget: 1200 });
    });
    expect(await said()).toEqual({
      Budgets: "Pricing ($1,200.00 a month)",
      "Open approvals": "1",
      "Open tasks": "None",
      "Access held": "3",
      "Snowflake user": "ADA",
      [MADE]: "1",
    });
    expect(await codeOf(remove(sue, ada, zoe, { shownHash }))).toBe("changed-meanwhile");
  });

  test("cannot be named for somebody the step does not ask, nor for a party to the request (A1)", async () => {
    const { sue, ada, zoe, rita, gwen, adam, lookAt, world } = await asked();
    for (const successor of [rita, gwen])
      expect((await lookAt(sue, ada, zoe, { approvals: successor.id }))?.whyNot).toMatchObject({
        code: "not-eligible",
      });
    expect((await lookAt(sue, ada, zoe, { approvals: adam.id }))?.whyNot).toBeNull();
    await world.run((ctx) => ctx.db.patch(rita.id, { roles: ["staff", "finops"], isElevated: true }));
    expect((await lookAt(sue, ada, zoe, { approvals: rita.id }))?.whyNot).toMatchObject({ code: "not-eligible" });
  });

  test("cannot be named for anybody by who does not look after the request (A1)", async () => {
    const { world, sue, gwen, ada, zoe, bob, lookAt } = await asked();
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff"] }));
    expect((await lookAt(gwen, ada, zoe, { approvals: bob.id }))?.whyNot).toMatchObject({ code: "not-eligible" });
    expect((await lookAt(gwen, ada, zoe))?.whyNot).toBeNull();
    expect((await lookAt(sue, ada, zoe, { approvals: bob.id }))?.whyNot).toBeNull();
  });

  test("is not asked of them twice where they are asked as it is", async () => {
    const { sam, bob, removeAda, confirmed, heldBy, settle } = await asked();
    await confirmed(sam, await removeAda(bob));
    await settle();
    expect((await heldBy()).filter((id) => id === bob.id)).toHaveLength(1);
  });

  test("goes to whoever is named, once, with where it came from", async () => {
    const { world, sam, adam, ada, removeAda, confirmed, heldBy, settle } = await asked();
    await confirmed(sam, await removeAda(adam));
    await settle();
    await settle();
    expect((await heldBy()).filter((id) => id === adam.id)).toHaveLength(1);
    expect(await heldBy()).not.toContain(ada.id);
    expect((await world.rows("approvalSeats")).find(({ personId }) => personId === adam.id)).toMatchObject({
      source: "manual",
      fromPersonId: ada.id,
      reason: "Takes over from Ada Tester",
    });
  });

  test("goes to nobody on the word of a party to the request, though they confirmed the removal (A1)", async () => {
    const { world, sam, adam, removeAda, confirmed, heldBy, settle, requestId } = await asked();
    await confirmed(sam, await removeAda(adam));
    await world.run((ctx) => ctx.db.patch(requestId, { beneficiaryId: sam.id }));
    await settle();
    expect(await heldBy()).not.toContain(adam.id);
  });
});

describe("a task that waited", () => {
  async function aTaskOfAda() {
    const company = await aRemovingCompany();
    const { world, ada, sam, kim } = company;
    const bo = await world.person("bo");
    await world.run((ctx) =>
      submitted(ctx, sam.id, [{ type: "manual_check", assigneeId: ada.id, candidateIds: [ada.id, bo.id, sam.id] }]),
    );
    const holder = async () => (await world.rows("requestTasks"))[0]?.assigneeId;
    return { ...company, kim, bo, holder };
  }

  test("goes to whoever is named among those who could take it, and they are told", async () => {
    const { world, gina, ada, fay, bo, remove, holder, noticesOf } = await aTaskOfAda();
    expect(await remove(gina, ada, fay, { successors: { tasks: bo.id } })).toEqual({ state: "done" });
    await world.advance(0);
    expect(await holder()).toBe(bo.id);
    expect((await noticesOf(bo)).join()).toContain("is yours to");
  });

  test("waits for all of them where nobody is named", async () => {
    const { world, gina, ada, fay, remove, holder } = await aTaskOfAda();
    await remove(gina, ada, fay);
    await world.advance(0);
    expect(await holder()).toBeUndefined();
  });

  test("is not given to somebody who could not take it, nor to whom it is for", async () => {
    const { gina, ada, fay, sam, look } = await aTaskOfAda();
    for (const successor of [fay, sam])
      expect((await look(gina, ada, fay, { tasks: successor.id }))?.whyNot).toMatchObject({ code: "not-eligible" });
  });

  test("waits for all of them where whoever was named is gone by then", async () => {
    const { world, gina, ada, fay, bo, remove, holder } = await aTaskOfAda();
    await remove(gina, ada, fay, { successors: { tasks: bo.id } });
    await world.run((ctx) => ctx.db.patch(bo.id, { status: "suspended" }));
    await world.advance(0);
    expect(await holder()).toBeUndefined();
  });

  test.each([
    ["restored", true],
    ["invited again", false],
  ])(
    "of somebody who was %s and is only suspended goes to nobody an earlier removal named",
    async (_how, isRestored) => {
      const { world, gina, una, ada, fay, bo, remove, restore, suspend, holder } = await aTaskOfAda();
      await remove(gina, ada, fay, { successors: { tasks: bo.id } });
      await world.advance(0);
      if (isRestored) await restore(una, ada);
      await world.run(async (ctx) => {
        await ctx.db.patch(ada.id, { status: "active" });
        const task = await ctx.db.query("requestTasks").first();
        if (task) await ctx.db.patch(task._id, { assigneeId: ada.id });
      });
      await suspend(una, ada);
      await world.internal(internal.approvals.internal.runTimers, {});
      await world.advance(0);
      expect(await holder()).toBeUndefined();
    },
  );
});
