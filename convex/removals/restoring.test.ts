/** A restored person's user in Snowflake comes back without its roles, by a task with proof (U4, U14). */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { aSandboxFor } from "../connectors/snowflake/harness.testing";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { stepNow, submitted } from "../process/requests.testing";
import { completeTask, startTask } from "../process/settling/model";
import { cancelRequest } from "../process/settling/requestMoves";
import { endWorld } from "../testing/world.testing";
import { aRemovingCompany } from "./removing.testing";

afterEach(endWorld);

/** Ada leaves: a request disables her user, which holds two roles, and would drop it 30 days later. */
async function aLeaving({ roles = ["ANALYST", "FINANCE"], begins = true } = {}) {
  const clock = { read: (): number => Date.now() };
  const seed = {
    users: [
      { name: "ADA", roles },
      { name: "BOB", roles: ["FINANCE"] },
    ],
    roles: ["ANALYST", "FINANCE"],
  };
  const { sandbox, env } = await aSandboxFor(() => clock.read(), seed);
  const company = await aRemovingCompany(env);
  const { world, ada, gina, fay } = company;
  clock.read = world.now;
  await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "ADA" }));
  const leaverId = await world.run(
    async (ctx) =>
      (
        await submitted(ctx, ada.id, [
          ...(begins ? [] : [{ type: "manual_check", order: 1 }]),
          { type: "disable_user", input: { user: "ADA" }, order: 2, isIrreversible: true },
          { type: "drop_user", input: { user: "ADA" }, order: 3, delayMs: 30 * DAY_MS, isIrreversible: true },
        ])
      )._id,
  );
  const turn = async () => {
    for (let round = 0; round < 3; round++) await company.settle();
  };
  await turn();
  await company.remove(gina, ada, fay);
  await world.advance(0);
  await turn();
  const user = (name = "ADA") => sandbox.account.users.get(name);
  return { ...company, sandbox, leaverId, turn, user };
}

describe("whoever is restored within the cool-off", () => {
  test("has their Snowflake user enabled without roles, which is read back, and nobody else's is touched", async () => {
    const { una, ada, restore, turn, user, taskOf, requestOf, sandbox } = await aLeaving();
    expect(user()?.isDisabled).toBe(true);
    await restore(una, ada);
    await turn();
    expect(user()?.isDisabled).toBe(false);
    expect(await taskOf("enable_user")).toMatchObject({
      status: "Complete",
      proof: {
        isProven: true,
        facts: expect.arrayContaining([
          { subject: 'User "ADA"', expected: "active", actual: "active" },
          { subject: 'Roles of user "ADA"', expected: "none", actual: "none" },
        ]) as unknown,
      },
    });
    expect(await requestOf("portal-restore")).toMatchObject({ status: "Completed" });
    const sent = sandbox
      .changes()
      .map((change) => JSON.stringify(change))
      .join("\n");
    expect(sent).toContain("REVOKE ROLE");
    expect(sent).not.toContain("BOB");
  });

  test("is not dropped by what was left of their leaving", async () => {
    const { world, una, ada, restore, turn, user, leaverId } = await aLeaving();
    await restore(una, ada);
    await turn();
    await world.advance(31 * DAY_MS);
    await turn();
    expect(user()).toMatchObject({ isDisabled: false });
    expect((await world.rows("requests")).find(({ _id }) => _id === leaverId)).toMatchObject({ status: "Cancelled" });
  });

  test("nor is anything enabled with its roles by whoever only ends the request", async () => {
    const { world, leaverId, turn, user, sandbox } = await aLeaving();
    await world.run(async (ctx) => {
      const request = await ctx.db.get(leaverId);
      if (request) await cancelRequest(stepNow(ctx), request, "They stay after all");
    });
    await turn();
    expect(user()?.isDisabled).toBe(true);
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("gets nothing enabled that no request disabled", async () => {
    const { una, ada, restore, turn, taskOf, requestOf } = await aLeaving({ begins: false });
    await restore(una, ada);
    await turn();
    expect(await taskOf("enable_user")).toBeUndefined();
    expect(await requestOf("portal-restore")).toMatchObject({ status: "Completed" });
  });

  test("and removed again before it ran gets nothing back", async () => {
    const { world, una, ada, restore, turn, user, taskOf } = await aLeaving();
    await restore(una, ada);
    await world.advance(0);
    await world.run(async (ctx) => {
      await ctx.db.patch(ada.id, { status: "removed", removedAt: world.now() });
      // The sign-in was quicker than whoever removed them again.
      for (const task of await ctx.db.query("requestTasks").collect())
        if (task.type === "enable_sign_in") await completeTask(stepNow(ctx), task, {});
    });
    await turn();
    expect(user()?.isDisabled).toBe(true);
    expect(await taskOf("enable_user")).toMatchObject({ status: "Not Started" });
  });

  /** The worker that disables Ada's user has begun, and has not answered when she is restored. */
  async function aSlowWorker() {
    const company = await aLeaving({ begins: false });
    const { world, una, ada, restore, leaverId, sandbox, taskOf } = company;
    const started = await world.run(async (ctx) => {
      const task = (await ctx.db.query("requestTasks").collect()).find(
        ({ type, requestId }) => type === "disable_user" && requestId === leaverId,
      );
      const executor = { run: async () => undefined, retry: async () => undefined };
      return task && (await startTask({ ...stepNow(ctx), executor }, task, null));
    });
    if (!started) throw new Error("Nothing disables her");
    const attempt = { taskId: started._id, attempt: started.attempt };
    await world.internal(internal.workflow.internal.mayApply, attempt);
    await restore(una, ada);
    await world.advance(0);
    /** The clock for a minute. */
    const aMinute = async () => {
      await world.advance(MINUTE_MS);
      await world.internal(internal.removals.internal.send, {});
      await world.advance(0);
      await company.turn();
    };
    const answer = async () => {
      const user = sandbox.account.users.get("ADA");
      if (user) user.isDisabled = true;
      const proof = { isProven: true, facts: [], readAt: world.now() };
      await world.internal(internal.workflow.internal.finishAttempt, { ...attempt, ref: {}, proof });
    };
    return { ...company, aMinute, answer, taskOf };
  }

  test("while their user is being disabled has it enabled after that has answered, however late", async () => {
    const { turn, aMinute, answer, user, requestOf, taskOf } = await aSlowWorker();
    await turn();
    await aMinute();
    expect(await requestOf("portal-restore")).toBeUndefined();
    await answer();
    await aMinute();
    expect(user()?.isDisabled).toBe(false);
    expect(await taskOf("enable_user")).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(await requestOf("portal-restore")).toMatchObject({ status: "Completed" });
  });

  test("while their user is being disabled waits for a worker that died as long as its lease and grace last", async () => {
    const { aMinute, requestOf } = await aSlowWorker();
    for (let minute = 1; minute < 4; minute++) await aMinute();
    expect(await requestOf("portal-restore")).toBeUndefined();
    await aMinute();
    expect(await requestOf("portal-restore")).toMatchObject({ status: "Completed" });
  });

  test("is let in with nothing that was granted to their user without a role", async () => {
    const { una, ada, restore, turn, user, taskOf, sandbox } = await aLeaving();
    const grant = { privilege: "USAGE", on: "WAREHOUSE", name: ["PORTAL_WH"], grantedBy: "ACCOUNTADMIN", at: 0 };
    sandbox.account.userGrants.push({ ...grant, user: "ADA" });
    await restore(una, ada);
    await turn();
    expect(user()?.isDisabled).toBe(false);
    expect(sandbox.account.userGrants).toEqual([]);
    expect(await taskOf("enable_user")).toMatchObject({ status: "Complete", proof: { isProven: true } });
  });

  test("is not let in while their user holds a role that administers the account", async () => {
    const { una, ada, restore, turn, user, taskOf } = await aLeaving({ roles: ["ACCOUNTADMIN", "FINANCE"] });
    await restore(una, ada);
    await turn();
    expect(user()?.isDisabled).toBe(true);
    expect(await taskOf("enable_user")).toMatchObject({
      status: "Failed",
      error: expect.stringContaining('holds the role "ACCOUNTADMIN"') as string,
    });
  });
});
