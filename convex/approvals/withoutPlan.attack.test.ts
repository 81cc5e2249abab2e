/** Attempts to approve what nobody knows the effect of, without saying so. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
/** Public data: of medium risk, and so decided together, too. */
const PUBLIC = { domain: "products", role: "PRODUCTS_READ" };

/** A request for a role in a portal that has no connection to Snowflake: no dry run can be made. */
async function anUnplanned() {
  const { world, ada, person, formOf } = await aCompany();
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: ACCESS,
    form: { ...formOf(ACCESS), ...PUBLIC },
    submitKey: aSubmitKey(),
  });
  await world.advance(0);
  const approvalId = (await world.rows("approvals")).find(
    ({ requestId, openedAt }) => requestId === id && openedAt !== undefined,
  )!._id;
  const decisions = async () =>
    (await world.rows("approvalDecisions")).map(({ verdict, withoutPlan }) => ({ verdict, withoutPlan }));
  return { world, mona: person("mona"), approvalId, decisions };
}

test("an approval without a dry run is refused until the approver says that it counts all the same; the decision and the audit trail keep that", async () => {
  const { world, mona, approvalId, decisions } = await anUnplanned();
  const decide = (more: { withoutPlan?: boolean }) =>
    mona.mutation(api.approvals.mutations.decide, { approvalId, verdict: "approve", comment: "", ...more });
  expect(await codeOf(decide({}))).toBe("plan-missing");
  expect(await codeOf(decide({ withoutPlan: false }))).toBe("plan-missing");
  expect(await decisions()).toEqual([]);
  await decide({ withoutPlan: true });
  expect(await decisions()).toEqual([{ verdict: "approve", withoutPlan: true }]);
  expect((await world.rows("auditEvents")).filter(({ context }) => context?.["withoutPlan"] === true)).toHaveLength(1);
});

test("in bulk, too", async () => {
  const { mona, approvalId, decisions } = await anUnplanned();
  const together = (more: { withoutPlan?: boolean }) =>
    mona.mutation(api.approvals.mutations.decideMany, {
      typeKey: ACCESS,
      items: [{ approvalId }],
      verdict: "approve",
      comment: "Fine",
      ...more,
    });
  expect(await together({})).toMatchObject([{ refusal: { code: "plan-missing" }, result: null }]);
  expect(await decisions()).toEqual([]);
  expect(await together({ withoutPlan: true })).toMatchObject([{ refusal: null }]);
  expect(await decisions()).toEqual([{ verdict: "approve", withoutPlan: true }]);
});

test("a tick where every dry run is there says nothing, and a rejection needs none", async () => {
  const { world, mona, approvalId, decisions } = await anUnplanned();
  await mona.mutation(api.approvals.mutations.decide, { approvalId, verdict: "reject", comment: "No" });
  expect(await decisions()).toEqual([{ verdict: "reject", withoutPlan: undefined }]);
  const other = await anUnplanned();
  for (const { _id, type } of await other.world.rows("requestTasks"))
    if (type === "grant_role") await other.world.run((ctx) => ctx.db.patch(_id, { plan: { steps: [] } }));
  await other.mona.mutation(api.approvals.mutations.decide, {
    approvalId: other.approvalId,
    verdict: "approve",
    comment: "",
    withoutPlan: true,
  });
  expect(await other.decisions()).toEqual([{ verdict: "approve", withoutPlan: undefined }]);
  expect(world.now()).toBe(other.world.now());
});
