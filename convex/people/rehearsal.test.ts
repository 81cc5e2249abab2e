/** What would be if somebody left: the same resolution as the live one, and nothing is written. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCatalogFor } from "../lib/publicApi.scene.testing";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import { DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

const { rehearsal } = api.people.queries;

/** Ada owns an area in which Gina asked for something; one approval waits for Ada as its owner. */
async function aCompanyWithAda() {
  const company = await aCompany();
  const { world, ada, gina, fay } = company;
  await world.run(async (ctx) => {
    const areaId = await ctx.db.insert("businessAreas", {
      name: "Logistics",
      code: "LOG",
      costCentre: "4711",
      ownerId: ada.id,
    });
    await ctx.db.patch(gina.id, { businessAreaId: areaId });
    await ctx.db.patch(fay.id, { managerId: ada.id });
    const request = await submitted(ctx, gina.id, [{ type: "approve_access" }]);
    await ctx.db.patch(request._id, { businessAreaId: areaId });
    const [approval] = await tasksNow(ctx, request);
    if (approval) await aPendingStep(ctx, approval, [ada.id]);
  });
  const rehearse = async (successorId?: string) =>
    await company.sam.query(rehearsal, { personId: ada.id, ...(successorId !== undefined && { successorId }) });
  return { ...company, rehearse };
}

describe("a leave rehearsal [U8]", () => {
  test("names the steps nobody could decide, what is owned and who reports to them", async () => {
    const { rehearse } = await aCompanyWithAda();
    expect(await rehearse()).toMatchObject({
      name: "Ada Tester",
      steps: [{ title: "Access to the orders", wouldDecide: [], problem: expect.stringContaining("Owner") }],
      areas: [{ name: "Logistics", note: "nobody else decides for it" }],
      reports: ["Fay Tester"],
      serviceUsers: [],
    });
  });

  test("tries a successor: who would get each step, and why one must not", async () => {
    const { rehearse, fay, gina } = await aCompanyWithAda();
    expect(await rehearse(fay.id)).toMatchObject({
      steps: [{ wouldDecide: ["Fay Tester"], problem: null }],
      areas: [{ name: "Logistics", note: "goes to Fay Tester" }],
    });
    const [step] = (await rehearse(gina.id))?.steps ?? [];
    expect(step).toMatchObject({ wouldDecide: [], excluded: [{ name: "Gina Tester", reason: "Made the request" }] });
  });

  test("agrees with what removing does", async () => {
    const { world, ada, fay, sam, una, rehearse, confirm } = await aCompanyWithAda();
    const before = await rehearse(fay.id);
    const sent = { userEmail: "ada@ao.com", successorId: fay.id };
    const impact = await sam.query(api.removals.queries.impact, sent);
    await sam.stepUp();
    const form = { ...sent, reason: "Left", typed: "ada@ao.com", shownHash: impact?.shownHash ?? "" };
    await sam.mutation(api.removals.mutations.remove, form);
    await confirm(una);
    await world.advance(0);
    const held = (await world.rows("approvalSeats")).filter(({ isPending }) => isPending);
    expect(before?.steps[0]?.wouldDecide).toEqual(["Fay Tester"]);
    expect(held.map(({ personId }) => personId)).toEqual([fay.id]);
    expect(held.some(({ personId }) => personId === ada.id)).toBe(false);
  });

  test("names the steps of request types that too few could decide without them, until somebody else can, too", async () => {
    const { world, sam, una, kim, fay, gina } = await aCompanyWithAda();
    await aCatalogFor({ world });
    // Personal data takes two of data governance; where they are too few, super admins, of whom there is one.
    for (const { id } of [una, kim]) await world.run((ctx) => ctx.db.patch(id, { status: "suspended" }));
    const last = async ({ id }: TestPerson) =>
      (await sam.query(rehearsal, { personId: id }))?.lastApprover.map(({ step }) => step) ?? [];
    expect(new Set(await last(gina))).toEqual(new Set(["Data governance"]));
    expect(await last(fay)).toEqual([]);
    await world.person("gus", { roles: ["staff", "governance"] });
    expect(await last(gina)).toEqual([]);
  });

  test("names the tasks they hold and the service users they answer for, with who would stay or take over", async () => {
    const { world, ada, gina, fay, rehearse } = await aCompanyWithAda();
    await world.run(async (ctx) => {
      await submitted(ctx, gina.id, [{ type: "manual_check", assigneeId: ada.id, candidateIds: [ada.id] }], "Check it");
      await submitted(ctx, gina.id, [{ type: "manual_check", assigneeId: fay.id, candidateIds: [fay.id] }]);
      const user = { system: "snowflake" as const, state: "Active" as const, updatedAt: 0 };
      await ctx.db.insert("serviceUsers", { ...user, name: "ALONE", ownerId: ada.id });
      await ctx.db.insert("serviceUsers", { ...user, name: "SHARED", ownerId: ada.id, deputyId: gina.id });
      await ctx.db.insert("serviceUsers", { ...user, name: "DEPUTISED", ownerId: gina.id, deputyId: ada.id });
      await ctx.db.insert("serviceUsers", { ...user, name: "OTHERS", ownerId: gina.id });
    });
    const found = await rehearse();
    expect(found?.tasks).toEqual([{ name: expect.any(String), note: "Running" }]);
    expect(found?.hasMoreTasks).toBe(false);
    expect(found?.serviceUsers).toEqual([
      { name: "ALONE", note: "nobody else answers for it" },
      { name: "SHARED", note: "one other stays" },
      { name: "DEPUTISED", note: "one other stays" },
    ]);
    expect((await rehearse(fay.id))?.serviceUsers.map(({ note }) => note)).toEqual(
      Array.from({ length: 3 }, () => "goes to Fay Tester"),
    );
  });

  test("changes nothing", async () => {
    const { world, ada, fay, rehearse } = await aCompanyWithAda();
    const before = [await world.rows("businessAreas"), await world.rows("people"), await world.rows("approvalSeats")];
    await rehearse(fay.id);
    await rehearse(ada.id);
    expect([await world.rows("businessAreas"), await world.rows("people"), await world.rows("approvalSeats")]).toEqual(
      before,
    );
    expect(world.now()).toBe(DAWN);
  });

  test("tells whoever oversees less nothing of what they do not oversee", async () => {
    const { world, ada, rehearse } = await aCompanyWithAda();
    const gov = await world.person("grace", { roles: ["staff", "governance"] });
    expect((await rehearse())?.steps).toHaveLength(1);
    expect((await gov.query(rehearsal, { personId: ada.id }))?.steps).toEqual([]);
  });
});
