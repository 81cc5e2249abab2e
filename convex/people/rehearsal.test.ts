/** What would be if somebody left: the same resolution as the live one, and nothing is written. */

import { afterEach, describe, expect, test } from "vitest";
import { DAWN, endWorld } from "../../e2e/support/functions-world";
import { api } from "../_generated/api";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
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
