import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { SHIPPED_TYPES } from "../../core/catalog/types/index";
import { SECOND_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";
import { stepNow } from "../requests.testing";
import * as deciding from "./decide";

afterEach(endWorld);

const { decide, takeBack } = api.approvals.mutations;
const RESIZE = {
  change: "resize",
  warehouse: "DEV_WH",
  size: "SMALL",
  durationDays: 14,
  workload: "Nightly load",
  hoursPerMonth: 10,
  reason: "The nightly load has to be through before the stores open.",
};

/** Another size for a warehouse, which olga alone decides about. */
async function aResize() {
  const { world, ada, person, areaId } = await aCompany();
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: "warehouse",
    form: { ...RESIZE, businessArea: areaId },
    submitKey: aSubmitKey(),
  });
  const tasks = async () => (await world.rows("requestTasks")).filter(({ requestId }) => requestId === id);
  const [approval] = await world.rows("approvals");
  const sentence = async () => (await ada.query(api.requests.queries.get, { request: id })).nextStep.text;
  const resize = async () => (await tasks()).find(({ key }) => key === "resize")?.status;
  const approvalId =
    (await world.rows("approvals")).find(({ state, openedAt }) => state === "Pending" && openedAt !== undefined)?._id ??
    approval!._id;
  return { world, ada, olga: person("olga"), id, approvalId, tasks, resize, sentence };
}

describe("an approval that a mistake would cost most", () => {
  test("is held for 60 seconds in the shipped types of money and sensitive data, and in no other", () => {
    const held = Object.entries(SHIPPED_TYPES).flatMap(([key, { tasks }]) =>
      tasks.flatMap(({ key: task, policy }) => (policy?.holdSeconds ? [`${key} ${task} ${policy.holdSeconds}`] : [])),
    );
    expect(held).toEqual(["snowflake-access governance 60", "warehouse area 60"]);
  });

  test("says until when it can be taken back, and ends the request when it is", async () => {
    const { world, olga, approvalId, resize, sentence } = await aResize();
    expect(
      await olga.mutation(decide, { approvalId, verdict: "approve", comment: "", withoutPlan: true }),
    ).toMatchObject({ state: "Approved", holdUntil: world.now() + 60 * SECOND_MS });
    expect(await sentence()).toBe("Change the size starts 09:01 UTC; until then the approval can be taken back");
    await world.advance(59 * SECOND_MS);
    expect(await resize()).toBe("Not Started");
    expect(await olga.query(api.approvals.queries.get, { approvalId })).toMatchObject({
      holdUntil: world.now() + SECOND_MS,
      me: { whyNotTakeBack: null },
    });
    await olga.mutation(takeBack, { approvalId, reason: "The wrong warehouse" });
    await world.advance(60 * SECOND_MS);
    await world.internal(internal.workflow.internal.sweep, {});
    expect(await resize()).toBe("Not Started");
    expect(await sentence()).toContain("The wrong warehouse");
  });

  test("lets the next task start on the second, without anybody", async () => {
    const { world, olga, approvalId, resize } = await aResize();
    await olga.mutation(decide, { approvalId, verdict: "approve", comment: "", withoutPlan: true });
    await world.advance(60 * SECOND_MS);
    expect(await resize()).not.toBe("Not Started");
    expect(await olga.query(api.approvals.queries.get, { approvalId })).toMatchObject({
      me: { whyNotTakeBack: { code: expect.any(String) as string } },
    });
  });

  test("lets it start by the sweeper when the job that should have done it is lost, not a second early", async () => {
    const { world, olga, approvalId, resize, tasks } = await aResize();
    // Decided without the job: what a restart or an error of that job would leave behind.
    await world.run(async (ctx) => {
      const person = await ctx.db.get(olga.id);
      if (person)
        await deciding.decide(stepNow(ctx), {
          approvalId,
          verdict: "approve",
          comment: "",
          decider: { person, isImpersonating: false },
        });
    });
    await world.advance(59 * SECOND_MS);
    await world.internal(internal.workflow.internal.sweep, {});
    expect(await resize()).toBe("Not Started");
    await world.advance(SECOND_MS);
    expect(await resize()).toBe("Not Started");
    await world.internal(internal.workflow.internal.sweep, {});
    expect(await resize()).not.toBe("Not Started");
    expect((await tasks()).every(({ holdUntil }) => holdUntil === undefined)).toBe(true);
  });

  test("is not held when the glass was broken: whoever breaks it cannot wait", async () => {
    const { world, approvalId, resize } = await aResize();
    const root = await world.person("root", { roles: ["staff", "superAdmin"] });
    await root.stepUp();
    expect(
      await root.mutation(api.approvals.mutations.breakGlass, { approvalId, reason: "The sale begins in an hour" }),
    ).toMatchObject({ state: "Approved", holdUntil: null });
    expect(await resize()).not.toBe("Not Started");
  });
});
