/** Work that hands did for a request that ends before all of it is done. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { endWorld } from "../../testing/world.testing";
import { giveAccess } from "../ending/granting";
import { stepNow, tasksNow } from "../requests.testing";
import { completeTask } from "../settling/model";
import { cancelRequest } from "../settling/requestMoves";
import { aRequest, MANUAL } from "./execution.testing";

afterEach(endWorld);

const { completeManual } = api.tasks.mutations;

/** Access to Sigma that a policy approved and an admin gave by hand; it was not checked yet. */
async function aGivenSeat() {
  const company = await aCompany();
  const { world, ada, person, formOf } = company;
  const admin = person("admin");
  const give = async () => {
    const form = { ...formOf("bi-access"), license: "viewer", durationDays: 1 };
    const { id } = await ada.mutation(api.requests.mutations.submit, {
      typeKey: "bi-access",
      form,
      submitKey: aSubmitKey(),
      acceptsDuplicate: true,
    });
    const task = async (key: string) =>
      (await world.run((ctx) => tasksNow(ctx, { _id: id }))).find((one) => one.key === key)!;
    await admin.mutation(completeManual, { taskId: (await task("sigma"))._id, evidence: "Added to the team" });
    return { id, task };
  };
  const check = async () => {
    await world.internal(internal.grants.internal.check, {});
    await world.advance(0);
  };
  const told = async (kind: string) => (await world.rows("notifications")).filter((row) => row.kind === kind);
  return { world, ada, admin, give, check, told, grants: () => world.rows("grants") };
}

describe("access given manually for a request that ends early", () => {
  test("is held until an admin has taken it back manually, and the owners are told", async () => {
    const { ada, admin, give, check, told, grants } = await aGivenSeat();
    const { id, task } = await give();
    await ada.mutation(api.requests.mutations.cancel, { requestId: id });
    await check();
    const { _id: taskId } = await task("sigma");
    expect(await grants()).toMatchObject([
      { requestId: id, taskId, state: "Active", removalAskedAt: expect.any(Number) as number },
    ]);
    expect(await told("grant.removalFailed")).toMatchObject([
      {
        recipientId: admin.id,
        isCritical: true,
        to: expect.stringMatching(/^\/admin\/requests\/tasks\/REQ-101-\d$/) as string,
      },
    ]);
    expect(await told("access.granted")).toEqual([]);
    const { grant } = await admin.query(api.tasks.queries.get, { taskId });
    expect(grant).toMatchObject({ isToEnd: true, removalError: expect.stringContaining("manually") as string });
    await admin.mutation(api.grants.mutations.confirmRemoved, {
      grantId: grant!.id,
      evidence: "No longer in the team",
    });
    expect(await grants()).toMatchObject([{ state: "Revoked", endReason: "Removed manually: No longer in the team" }]);
    expect(await told("access.revoked")).toMatchObject([{ recipientId: ada.id }]);
  });

  test("stays when an earlier request gave the same: it ends with that one's grant", async () => {
    const { ada, admin, give, check, grants } = await aGivenSeat();
    const first = await give();
    await admin.mutation(completeManual, { taskId: (await first.task("check"))._id, evidence: "Seen" });
    await check();
    const extension = await give();
    await ada.mutation(api.requests.mutations.cancel, { requestId: extension.id });
    await check();
    const held = await grants();
    expect(held).toMatchObject([{ requestId: first.id, state: "Active" }]);
    expect(held[0]?.removalAskedAt).toBeUndefined();
  });

  test("ends only when somebody has taken it back, also when it has its grant already", async () => {
    const { world, request, move } = await aRequest(MANUAL, MANUAL);
    await move(0, (step, task) => completeTask(step, task, {}));
    await world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, request);
      await giveAccess(stepNow(ctx), request, tasks, {
        system: "sigma",
        description: "Sigma",
        taskId: tasks[0]!._id,
        durationDays: 10,
        serviceUser: null,
      });
    });
    await move(1, (step, _task, open) => cancelRequest(step, open, "Postponed"));
    expect(await world.rows("grants")).toMatchObject([
      { state: "Active", removalAskedAt: world.now(), nextCheckAt: world.now() },
    ]);
  });
});

test("other work done manually for a request that ends early is named to the owners", async () => {
  const { world, admin, request, move } = await aRequest(
    { ...MANUAL, title: "Create the service user manually" },
    MANUAL,
  );
  await move(0, (step, task) => completeTask(step, task, {}));
  await move(1, (step, _task, open) => cancelRequest(step, open, "Postponed"));
  const told = (await world.rows("notifications")).filter(({ kind }) => kind === "task.compensationFailed");
  expect(told).toMatchObject([
    {
      recipientId: admin.id,
      isCritical: true,
      to: `/requests/${request.key}`,
      body: expect.stringContaining("“Create the service user manually”") as string,
    },
  ]);
});
