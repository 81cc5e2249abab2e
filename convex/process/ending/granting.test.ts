/** From completed work to what it leaves behind, where a small slip would be seen late. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import type { ShippedTypeKey } from "../../core/catalog/types/index";
import { endWorld } from "../../testing/world.testing";
import { stepNow, submitted, tasksNow } from "../requests.testing";
import { forgetDroppedAccount, grantAccess } from "./granting";

afterEach(endWorld);

describe("a user in Snowflake that was dropped", () => {
  /** The user the portal knows ada by after a task like this. */
  async function knownAfter(changes: object, input = { user: "ADA_TESTER" }) {
    const { world, ada } = await aCompany();
    return await world.run(async (ctx) => {
      const request = await submitted(ctx, ada.id, [{ type: "drop_user", key: "drop", input }]);
      const [task] = await tasksNow(ctx, request);
      await ctx.db.patch(task!._id, changes);
      await forgetDroppedAccount(stepNow(ctx), request, await tasksNow(ctx, request));
      return (await ctx.db.get(ada.id))?.snowflakeUser;
    });
  }

  test("is forgotten once that is done", async () => {
    expect(await knownAfter({ status: "Complete", outcome: "done" })).toBeUndefined();
  });

  test.each([
    ["it only runs", { status: "Running" }, undefined],
    ["it failed", { status: "Failed", outcome: "error" }, undefined],
    ["it was skipped", { status: "Complete", outcome: "skipped" }, undefined],
    ["it was somebody else's", { status: "Complete", outcome: "done" }, { user: "BEA_TESTER" }],
  ])("stays known while %s", async (_what, changes, input) => {
    expect(await knownAfter(changes, input)).toBe("ADA_TESTER");
  });
});

describe("the access of a completed request", () => {
  async function givenBy(typeKey: ShippedTypeKey, answers: object, skipped: string) {
    const { world, ada, formOf } = await aCompany();
    const form = { ...formOf(typeKey), ...answers };
    const { id } = await ada.mutation(api.requests.mutations.submit, { typeKey, form, submitKey: aSubmitKey() });
    return await world.run(async (ctx) => {
      const task = (await tasksNow(ctx, { _id: id })).find(({ key }) => key === skipped);
      if (task) await ctx.db.patch(task._id, { outcome: "skipped" });
      const request = (await ctx.db.get(id))!;
      const grant = await grantAccess(stepNow(ctx), request, await tasksNow(ctx, request));
      return { grant, gaveIt: grant && (await ctx.db.get(grant.taskId))?.key, world };
    });
  }

  test("stands on the task that gave it: the other one where the first was not needed", async () => {
    expect((await givenBy("service-user", {}, "createByHand")).gaveIt).toBe("create");
    expect((await givenBy("service-user", { auth: "oauth" }, "create")).gaveIt).toBe("createByHand");
  });

  test("is none where the task that gives it was not needed", async () => {
    expect((await givenBy("snowflake-access", {}, "grant")).grant).toBeNull();
  });

  test("ends after the days that were asked for, and never by a number that is no length of time", async () => {
    const { world, ada, formOf } = await aCompany();
    const form = formOf("snowflake-access");
    const endFor = async (durationDays: unknown) => {
      const { id } = await ada.mutation(api.requests.mutations.submit, {
        typeKey: "snowflake-access",
        form: { ...form, durationDays: 30 },
        submitKey: aSubmitKey(),
        acceptsDuplicate: true,
      });
      return await world.run(async (ctx) => {
        await ctx.db.patch(id, { form: { ...form, durationDays }, status: "Completed", isOpen: false });
        const request = (await ctx.db.get(id))!;
        const grant = await grantAccess(stepNow(ctx), request, await tasksNow(ctx, request));
        return grant?.expiresAt === undefined ? null : grant.expiresAt - grant.startsAt;
      });
    };
    expect(await endFor(1)).toBe(86_400_000);
    expect(await endFor(0)).toBeNull();
    expect(await endFor("30")).toBeNull();
  });
});
