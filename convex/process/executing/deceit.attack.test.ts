/**
 * A system that says yes and does nothing, or whose answer comes after the world has changed: nothing counts but what
 * is read back.
 */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../../_generated/api";
import { DAY_MS } from "../../lib/pure/time";
import { DAWN, endWorld } from "../../testing/world.testing";
import { giveAccess } from "../ending/granting";
import { stepNow, tasksNow } from "../requests.testing";
import { cancelRequest, holdRequest } from "../settling/requestMoves";
import { aRequest, GRANT, GRANT_STATEMENT, MANUAL } from "./execution.testing";

afterEach(endWorld);

describe("a system that says yes and does nothing", () => {
  test("completes no task: the work is read back, and tried again", async () => {
    const { task, settle, sandbox, holders, status } = await aRequest(GRANT);
    sandbox.fail({ kind: "pretend", statement: /GRANT ROLE/ });
    await settle();
    expect(holders()).toEqual([]);
    expect(await task(0)).toMatchObject({
      status: "Failed",
      error: "Reading it back does not show what was done.",
      proof: { isProven: false },
    });
    expect((await task(0)).retryAt).toBeGreaterThan(DAWN);
    expect(await status()).not.toBe("Completed");
  });

  test("ends no access: it stands, is tried again, and its owners are told", async () => {
    const { world, request, settle, sandbox, holders, admin } = await aRequest(GRANT, MANUAL);
    await settle();
    await world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, request);
      await giveAccess(stepNow(ctx), request, tasks, {
        system: "snowflake",
        description: "Role ANALYST",
        taskId: tasks[0]!._id,
        durationDays: 1,
        serviceUser: null,
      });
    });
    sandbox.fail({ kind: "pretend", statement: /REVOKE ROLE/ });
    await world.advance(DAY_MS);
    await world.internal(internal.grants.internal.check, {});
    await settle();
    expect(holders()).toEqual(["ADA"]);
    expect(await world.rows("grants")).toMatchObject([
      {
        state: "Active",
        removalAttempts: 1,
        removalError: "The access was removed, but reading it back still shows it.",
      },
    ]);
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "grant.removalFailed")).toMatchObject([
      { recipientId: admin.id, isCritical: true },
    ]);
    await world.advance(DAY_MS);
    await world.internal(internal.grants.internal.check, {});
    await settle();
    expect(await world.rows("grants")).toMatchObject([{ state: "Expired", removalProof: { isProven: true } }]);
    expect(holders()).toEqual([]);
  });

  test("takes nothing back for a request that ended early, and people are told", async () => {
    const { world, task, settle, move, sandbox, holders, admin } = await aRequest(GRANT, MANUAL);
    await settle();
    sandbox.fail({ kind: "pretend", statement: /REVOKE ROLE/ });
    await move(1, (step, _task, request) => cancelRequest(step, request, "Postponed"));
    await settle();
    expect(holders()).toEqual(["ADA"]);
    expect(await task(0)).toMatchObject({
      compensationError: "It was removed, but reading it back still shows it.",
    });
    expect((await task(0)).compensatedAt).toBeUndefined();
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "task.compensationFailed")).toMatchObject([
      { recipientId: admin.id, isCritical: true },
    ]);
  });
});

describe("what comes up while a worker looks at the system", () => {
  /** A grant whose worker has begun, and is held up while it makes its plan. */
  async function aWorkerAtItsPlan() {
    const play = await aRequest(GRANT);
    let isLetGo = false;
    let isReached = false;
    play.sandbox.fail({
      kind: "wait",
      until: () => {
        isReached = true;
        return isLetGo;
      },
      statement: /SHOW ROLES/,
    });
    await play.move(
      0,
      async (step, task) => await step.ctx.db.patch(task._id, { plan: undefined, planError: undefined }),
    );
    const settled = play.settle();
    while (!isReached) await new Promise((resolve) => void setImmediate(resolve));
    return {
      ...play,
      goOn: async () => {
        isLetGo = true;
        await settled;
        await play.settle();
      },
    };
  }

  test("a kill switch pulled then stops it before it changes anything", async () => {
    const { snowflake, goOn, task, sandbox } = await aWorkerAtItsPlan();
    await snowflake("stopped");
    await goOn();
    expect(sandbox.changes()).toEqual([]);
    expect(await task(0)).toMatchObject({
      status: "Not Started",
      waitingOn: { text: "The kill switch of Snowflake is pulled; a super admin can release it" },
    });
  });

  test("a hold put on the request then stops it before it changes anything", async () => {
    const { move, goOn, task, sandbox, admin } = await aWorkerAtItsPlan();
    await move(0, (step, _task, request) =>
      holdRequest(step, request, { reason: "Change freeze", personId: admin.id }),
    );
    await goOn();
    expect(sandbox.changes()).toEqual([]);
    expect(await task(0)).toMatchObject({
      status: "Not Started",
      waitingOn: { text: "On hold: Change freeze; Aisha Tester can lift it" },
    });
  });

  test("nothing then lets it go on", async () => {
    const { goOn, sandbox } = await aWorkerAtItsPlan();
    await goOn();
    expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
  });
});
