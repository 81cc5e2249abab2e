/** What the portal does itself: reading back, telling people, waiting. */

import { afterEach, describe, expect, test } from "vitest";
import type { User } from "../../../sandbox/snowflake/account/model";
import { internal } from "../../_generated/api";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { DAWN, endWorld } from "../../testing/world.testing";
import { completeTask } from "../settling/model";
import { failTask, resolveTask, retryTask } from "../settling/taskMoves";
import { aRequest, GRANT, MANUAL, VERIFY } from "./execution.testing";

afterEach(endWorld);

const NOTIFY = { type: "notify", runsAlways: true };

describe("tasks of the portal's own", () => {
  test("verify fails when the account is not as the request left it, and says what differs (R6)", async () => {
    const { world, task, settle, move, sandbox, status } = await aRequest(GRANT, MANUAL, VERIFY);
    await settle();
    sandbox.account.memberships = sandbox.account.memberships.filter(({ holder }) => holder !== "ADA");
    await move(1, (step, manual) => completeTask(step, manual, {}));
    await settle();
    expect(await task(2)).toMatchObject({
      status: "Failed",
      proof: { isProven: false },
      error: expect.stringContaining('should be "granted" and is "not granted"') as string,
    });
    for (let turn = 0; turn < 3; turn++) await world.advance(MINUTE_MS);
    expect(await task(2)).toMatchObject({ status: "Failed", attempt: 3 });
    expect(await status()).toBe("Blocked");
  });

  test("verify does not call proven what no system shows, such as work an admin did instead (R6)", async () => {
    const { task, settle, move, sandbox, status } = await aRequest(GRANT, VERIFY);
    sandbox.account.roles.delete("ANALYST");
    await settle();
    await move(0, (step, grant) => resolveTask(step, grant, "Done by hand", "Ticket 42"));
    await settle();
    expect(await status()).toBe("Completed");
    const verified = await task(1);
    expect(verified).toMatchObject({ status: "Complete", output: { note: "There was nothing to read back" } });
    expect(verified.proof).toBeUndefined();
  });

  test("what was read back for a task that is there no more changes nothing", async () => {
    const { world, task } = await aRequest(MANUAL, VERIFY);
    const { _id: taskId, attempt } = await task(1);
    await world.run((ctx) => ctx.db.delete(taskId));
    const events = (await world.rows("auditEvents")).length;
    const { beginVerification, finishVerification } = internal.workflow.internal;
    expect(await world.internal(beginVerification, { taskId, attempt })).toBeNull();
    await world.internal(finishVerification, { taskId, attempt, found: [] });
    expect((await world.rows("auditEvents")).length).toBe(events);
  });

  test("notify tells requester and beneficiary, also after a failure when it runs always (R8)", async () => {
    const broken = { type: "grant_role", input: { user: "NOBODY", role: "ANALYST" } };
    const { world, rita, task, settle, status } = await aRequest(broken, NOTIFY);
    await settle();
    expect(await status()).toBe("Blocked");
    expect(await task(1)).toMatchObject({ status: "Complete", output: { told: ["Rita Tester"] } });
    expect((await world.rows("notifications")).find(({ recipientId }) => recipientId === rita.id)).toMatchObject({
      kind: "request.progress",
      title: expect.stringContaining("is held up") as string,
    });
  });

  test("after a failure that was repaired, or resolved manually, they are told that it is done", async () => {
    for (const repair of ["retry", "resolve"] as const) {
      const { world, rita, task, move, sandbox, settle, status } = await aRequest(
        { type: "grant_role", input: { user: "CYD", role: "ANALYST" } },
        NOTIFY,
      );
      await settle();
      expect(await status()).toBe("Blocked");
      sandbox.account.users.set("CYD", { ...(sandbox.account.users.get("ADA") as User), name: "CYD" });
      await move(0, (step, broken) =>
        repair === "retry"
          ? retryTask(step, broken, "person", "The user is there now")
          : resolveTask(step, broken, "Given manually", "Seen in Snowflake"),
      );
      await settle();
      expect([repair, await status()]).toEqual([repair, "Completed"]);
      expect(await task(1)).toMatchObject({ status: "Complete", attempt: 1 });
      const heard = (await world.rows("notifications"))
        .filter(({ recipientId }) => recipientId === rita.id)
        .map(({ kind }) => kind);
      expect(heard).toEqual(["request.progress", "request.completed"]);
    }
  });

  test("a planned review behind them does not keep it back that the work is done after all, and it is said once", async () => {
    const { world, rita, task, move, settle, status } = await aRequest(MANUAL, NOTIFY, {
      ...MANUAL,
      delayMs: 180 * DAY_MS,
    });
    const heard = async () =>
      (await world.rows("notifications"))
        .filter(({ recipientId }) => recipientId === rita.id)
        .map(({ kind, count }) => [kind, count]);
    await move(0, (step, manual) => failTask(step, manual, { outcome: "error", error: "No key", isFinal: true }));
    await settle();
    expect(await heard()).toEqual([["request.progress", 1]]);
    await move(0, (step, manual) => resolveTask(step, manual, "Done manually", "Seen"));
    expect([await status(), await heard()]).toEqual([
      "In progress",
      [
        ["request.progress", 1],
        ["request.completed", 1],
      ],
    ]);
    expect(await task(1)).toMatchObject({ output: { failed: "Check manually", correctedAt: DAWN } });
    await world.advance(180 * DAY_MS);
    await world.clockRun();
    await move(2, (step, review) => completeTask(step, review, {}));
    expect([await status(), await heard()]).toEqual([
      "Completed",
      [
        ["request.progress", 1],
        ["request.completed", 1],
      ],
    ]);
  });

  test("nobody hears that it is done while a task before it is tried again", async () => {
    const { world, rita, task, move, settle } = await aRequest(MANUAL, NOTIFY);
    const heard = async () =>
      (await world.rows("notifications")).filter(({ recipientId }) => recipientId === rita.id).map(({ kind }) => kind);
    await move(0, (step, manual) => failTask(step, manual, { outcome: "error", error: "No key", isFinal: true }));
    await move(0, (step, manual) => retryTask(step, manual, "person", "The key is there now"));
    await settle();
    expect(await heard()).toEqual([]);
    expect(await task(1)).toMatchObject({ status: "Not Started", attempt: 0 });
    await move(0, (step, manual) => completeTask(step, manual, {}));
    await settle();
    expect(await heard()).toEqual(["request.completed"]);
  });

  test("who was told once that it is done is not told again", async () => {
    const { world, rita, settle, status } = await aRequest(GRANT, NOTIFY);
    await settle();
    expect(await status()).toBe("Completed");
    const heard = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === rita.id);
    expect(heard.map(({ kind, count }) => [kind, count])).toEqual([["request.completed", 1]]);
  });

  test("a task with a delay waits for it, and the monitor says until when", async () => {
    const { world, task, settle, move, sandbox } = await aRequest(MANUAL, {
      type: "disable_user",
      input: { user: "BEA" },
      delayMs: 5 * MINUTE_MS,
    });
    await settle();
    await move(0, (step, manual) => completeTask(step, manual, {}));
    await world.clockRun();
    expect((await world.rows("taskMonitorLogTasks")).at(-1)).toMatchObject({
      action: "No Change",
      reason: "Waits until 02/03/2026 09:05 UTC",
    });
    await world.advance(5 * MINUTE_MS);
    await world.clockRun();
    await settle();
    expect(sandbox.changes()).toEqual(['ALTER USER "BEA" SET DISABLED = TRUE']);
    expect((await task(1)).status).toBe("Complete");
  });
});
