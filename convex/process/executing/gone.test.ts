/** What is left to do for somebody who is no longer there. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { PersonStatus } from "../../access/roles";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { SYSTEM } from "../../core/audit/model";
import { updatePerson } from "../../core/people/model";
import { type aWorld, endWorld } from "../../testing/world.testing";
import { tasksNow } from "../requests.testing";
import { completeTask } from "../settling/model";
import { aRequest, GRANT, GRANT_STATEMENT, MANUAL } from "./execution.testing";

afterEach(endWorld);

async function become(
  world: Awaited<ReturnType<typeof aWorld>>,
  personId: Id<"people">,
  status: PersonStatus,
): Promise<void> {
  await world.run(async (ctx) => {
    const person = await ctx.db.get(personId);
    if (person) await updatePerson(ctx, person, { status }, { ...SYSTEM, action: `person.${status}`, at: Date.now() });
  });
}

test("access is not given to somebody who left meanwhile, and the reason names who can end the request", async () => {
  const { world, rita, move, task, settle, sandbox } = await aRequest(MANUAL, GRANT);
  await become(world, rita.id, "removed");
  await move(0, (step, manual) => completeTask(step, manual, {}));
  await world.clockRun();
  await settle();
  expect((await task(1)).status).toBe("Not Started");
  expect((await world.rows("taskMonitorLogTasks")).at(-1)).toMatchObject({
    action: "Ignored",
    reason: "Rita Tester has left; an admin can cancel the request",
  });
  expect(sandbox.changes()).toEqual([]);
});

test("somebody who is suspended after the start gets nothing, and gets it when they are back", async () => {
  const { world, rita, task, settle, sandbox } = await aRequest(GRANT);
  await become(world, rita.id, "suspended");
  await settle();
  expect(await task(0)).toMatchObject({
    status: "Not Started",
    waitingOn: {
      text: "Rita Tester is suspended; the request continues when they are back, or an admin can cancel it",
    },
  });
  expect(sandbox.changes()).toEqual([]);
  await become(world, rita.id, "active");
  await world.clockRun();
  await settle();
  expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
});

test("what takes something from somebody who left goes on", async () => {
  const { world, rita, move, settle, sandbox, status } = await aRequest(MANUAL, {
    type: "disable_user",
    input: { user: "BEA" },
  });
  await become(world, rita.id, "removed");
  await move(0, (step, manual) => completeTask(step, manual, {}));
  await settle();
  expect(sandbox.changes()).toEqual(['ALTER USER "BEA" SET DISABLED = TRUE']);
  expect(await status()).toBe("Completed");
});

test("nobody is asked to give access manually to somebody who left", async () => {
  const { world, ada, person, formOf } = await aCompany();
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: "bi-access",
    form: formOf("bi-access"),
    submitKey: aSubmitKey(),
  });
  await become(world, ada.id, "removed");
  for (const type of ["approve_cost", "approve_access"]) {
    const open = (await world.run((ctx) => tasksNow(ctx, { _id: id }))).find(
      (task) => task.type === type && task.status === "Running",
    );
    const approval = open && (await world.rows("approvals")).find(({ taskId }) => taskId === open._id);
    if (approval)
      await person(type === "approve_cost" ? "fay" : "mona").mutation(api.approvals.mutations.decide, {
        approvalId: approval._id,
        verdict: "approve",
        comment: "",
        withoutPlan: true,
      });
  }
  const tasks = await world.run((ctx) => tasksNow(ctx, { _id: id }));
  expect(tasks.filter(({ type }) => type.startsWith("approve_")).map(({ status }) => status)).not.toContain("Running");
  expect(tasks.find(({ key }) => key === "sigma")).toMatchObject({ status: "Not Started" });
});
