/** A policy that approves short times, and access that is held again and again. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { DAY_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";
import { giveAccess } from "../ending/granting";
import { stepNow, tasksNow } from "../requests.testing";

afterEach(endWorld);

const REASON = "The weekly stock meeting needs these numbers for a little longer.";

/** Ada may look for up to 30 days without anybody deciding. */
async function aLooker() {
  const { world, ada, formOf } = await aCompany();
  const formFor = (days: number) => ({
    ...formOf("bi-access"),
    tool: "sigma",
    license: "viewer",
    durationDays: days,
    reason: REASON,
  });
  const isByPolicy = async (id: string) => {
    const [decision] = (await world.rows("approvalDecisions")).filter(({ requestId }) => requestId === id);
    return decision?.decidedByPolicy !== undefined;
  };
  const carryOut = async (id: Awaited<ReturnType<typeof ask>>, days: number) =>
    await world.run(async (ctx) => {
      const request = (await ctx.db.get(id))!;
      const tasks = await tasksNow(ctx, request);
      const grant = await giveAccess(stepNow(ctx), request, tasks, {
        system: "BI",
        description: "viewer in sigma",
        taskId: tasks.find(({ key }) => key === "check")!._id,
        durationDays: days,
        serviceUser: null,
      });
      await ctx.db.patch(id, { status: "Completed", isOpen: false });
      return grant!._id;
    });
  const ask = async (days: number) =>
    (
      await ada.mutation(api.requests.mutations.submit, {
        typeKey: "bi-access",
        form: formFor(days),
        submitKey: aSubmitKey(),
        acceptsDuplicate: true,
      })
    ).id;
  const extend = async (grantId: Awaited<ReturnType<typeof carryOut>>, days: number) =>
    (await ada.mutation(api.grants.mutations.extend, { grantId, days, reason: REASON, submitKey: aSubmitKey() })).id;
  const preview = async (days: number) =>
    await ada.query(api.requests.queries.preview, { typeKey: "bi-access", form: formFor(days) });
  return { world, ask, extend, carryOut, isByPolicy, preview };
}

test("extensions are approved by the policy until the days since the first grant reach its limit; then a person decides", async () => {
  const { world, ask, extend, carryOut, isByPolicy } = await aLooker();
  const first = await ask(10);
  expect(await isByPolicy(first)).toBe(true);
  const second = await extend(await carryOut(first, 10), 20);
  expect(await isByPolicy(second)).toBe(true);
  const third = await extend(await carryOut(second, 20), 1);
  expect(await isByPolicy(third)).toBe(false);
  expect((await world.rows("approvalSeats")).filter(({ requestId }) => requestId === third)).toHaveLength(1);
});

test("asking again for what is held is no way around, and the preview says who decides then", async () => {
  const { world, ask, carryOut, isByPolicy, preview } = await aLooker();
  await carryOut(await ask(20), 20);
  await world.advance(14 * DAY_MS);
  const again = await ask(15);
  expect(await isByPolicy(again)).toBe(true);
  await carryOut(again, 15);
  await world.advance(14 * DAY_MS);
  expect(await preview(15)).toMatchObject({ policies: [], steps: [{ title: "Manager or business area" }] });
  expect(await isByPolicy(await ask(15))).toBe(false);
});

test("what ended before does not count", async () => {
  const { world, ask, carryOut, isByPolicy } = await aLooker();
  const grantId = await carryOut(await ask(30), 30);
  await world.run((ctx) => ctx.db.patch(grantId, { state: "Expired", endedAt: Date.now() }));
  expect(await isByPolicy(await ask(30))).toBe(true);
});
