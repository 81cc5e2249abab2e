/** Dry runs that could not be made at once: they are made again, and nobody approves without one unknowingly. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { SYSTEM } from "../../core/audit/model";
import { switchConnector } from "../../core/services/model";
import { MAX_DRY_RUNS } from "../../core/tasks/rules";
import { HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { codeOf, endWorld } from "../../testing/world.testing";
import { completeApproved, submitted } from "../requests.testing";
import { APPROVAL, aRequest, GRANT } from "./execution.testing";

afterEach(endWorld);

/** A request whose grant could not be planned, because the system was in maintenance, or for what it answers. */
async function anUnplanned(grant: typeof GRANT = GRANT, { isInMaintenance = true } = {}) {
  const scene = await aRequest(APPROVAL);
  const { world, rita, sweep, settle } = scene;
  const until = world.now() + 10 * MINUTE_MS;
  // As the clock of a maintenance plan would, and not by the page of the services.
  if (isInMaintenance)
    await world.run((ctx) =>
      switchConnector(ctx, "snowflake", { state: "maintenance", until }, { ...SYSTEM, at: world.now() }),
    );
  const asked = await world.run((ctx) => submitted(ctx, rita.id, [APPROVAL, grant]));
  await settle();
  const task = async () =>
    (await world.rows("requestTasks")).find(({ requestId, type }) => requestId === asked._id && type === "grant_role")!;
  /** The clock goes on in minutes, as the cron sees it. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await world.advance(MINUTE_MS);
      await sweep();
      await settle();
    }
  };
  return { ...scene, asked, grantTask: task, pass };
}

test("a dry run that ends after its task was carried out does not stand for what was done (T4)", async () => {
  const { task, settle, move, sandbox, holders } = await aRequest(APPROVAL, GRANT);
  let [isLetGo, isReached] = [false, false];
  const until = (): boolean => {
    isReached = true;
    return isLetGo;
  };
  sandbox.fail({ kind: "wait", until, statement: /SHOW ROLES/ });
  const planned = settle();
  while (!isReached) await new Promise((resolve) => void setImmediate(resolve));
  await move(0, (step, approval) => completeApproved(step, approval));
  const worked = settle();
  while ((await task(1)).status !== "Complete") await new Promise((resolve) => void setImmediate(resolve));
  const { plan } = await task(1);
  expect(plan).toMatchObject({ diff: [{ before: "not granted", after: "granted" }] });
  isLetGo = true;
  await Promise.all([planned, worked]);
  await settle();
  expect(await task(1)).toMatchObject({ status: "Complete", plan });
  expect((await task(1)).planError).toBeUndefined();
  expect(holders()).toEqual(["ADA"]);
});

describe("a dry run that waits for its system", () => {
  test("is made when the maintenance has ended, though nobody switched anything, and says until then when it was last tried", async () => {
    const { world, grantTask, pass, sandbox } = await anUnplanned();
    expect((await grantTask()).planError).toContain("maintenance");
    await pass(5);
    expect(await grantTask()).toMatchObject({ plannedAt: world.now() });
    expect(sandbox.account.journal).toHaveLength(0);
    await pass(7);
    const planned = await grantTask();
    expect(planned.plan).toMatchObject({ operation: "grant-role" });
    expect([planned.planError, planned.planDueAt]).toEqual([undefined, undefined]);
    // Tried every minute, told once.
    expect(
      (await world.rows("auditEvents")).filter(
        ({ action, targets }) => action === "task.notPlanned" && targets.some(({ id }) => id === planned._id),
      ),
    ).toHaveLength(1);
  });

  test("is made when what was missing in the system is there, at growing pauses", async () => {
    const { grantTask, pass, sandbox } = await anUnplanned(
      { type: "grant_role", input: { user: "BEA", role: "LATER" } },
      { isInMaintenance: false },
    );
    expect((await grantTask()).planError).toContain("LATER");
    await pass(6);
    expect((await grantTask()).planTries).toBe(2);
    sandbox.account.roles.set("LATER", { ...sandbox.account.roles.get("ANALYST")!, name: "LATER" });
    await pass(11);
    expect((await grantTask()).plan).toMatchObject({ operation: "grant-role" });
  });

  test("is made at once for whoever sees the request and asks, and for nobody else", async () => {
    const { world, asked, rita, grantTask, settle } = await anUnplanned();
    await world.run((ctx) => switchConnector(ctx, "snowflake", { state: "on" }, { ...SYSTEM, at: world.now() }));
    const stranger = await world.person("stan");
    expect(await codeOf(stranger.mutation(api.tasks.mutations.planAgain, { requestId: asked._id }))).toBe("not-found");
    expect(await rita.mutation(api.tasks.mutations.planAgain, { requestId: asked._id })).toBe(1);
    await settle();
    expect((await grantTask()).plan).toBeDefined();
    expect(await rita.mutation(api.tasks.mutations.planAgain, { requestId: asked._id })).toBe(0);
    expect((await world.rows("auditEvents")).filter(({ action }) => action === "request.planAsked")).toHaveLength(1);
  });

  test("is asked for so often an hour by one person, of all requests together (T4)", async () => {
    const { world, asked, rita } = await anUnplanned();
    const until = world.now() + 3 * HOUR_MS;
    await world.run((ctx) =>
      switchConnector(ctx, "snowflake", { state: "maintenance", until }, { ...SYSTEM, at: world.now() }),
    );
    const ask = (by = rita) => by.mutation(api.tasks.mutations.planAgain, { requestId: asked._id });
    for (let count = 0; count < MAX_DRY_RUNS; count += 1) expect(await ask()).toBe(1);
    expect(await codeOf(ask())).toBe("rate-limited");
    const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
    expect(await ask(sue)).toBe(1);
    await world.advance(HOUR_MS + 1);
    expect(await ask()).toBe(1);
  });

  test("of a request that ended is forgotten", async () => {
    const { world, asked, grantTask, pass, sandbox } = await anUnplanned();
    await world.run((ctx) => ctx.db.patch(asked._id, { status: "Cancelled", isOpen: false }));
    await pass(15);
    expect((await grantTask()).planDueAt).toBeUndefined();
    expect(sandbox.account.journal).toHaveLength(0);
    await world.advance(HOUR_MS);
  });
});
