/** What ends with one request, while a grant of another stands for the same access. */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";
import { aRequest, GRANT, GRANT_STATEMENT, MANUAL, REVOKE_STATEMENT } from "../executing/execution.testing";
import { stepNow, submitted, tasksNow } from "../requests.testing";
import { cancelRequest } from "../settling/requestMoves";
import { giveAccess } from "./granting";

afterEach(endWorld);

/** REQ-1 gave a role and goes on; REQ-2 found it there, is done, and its grant stands for ten days. */
async function twoRequests({ firstHasGrant }: { readonly firstHasGrant: boolean }) {
  const play = await aRequest(GRANT, MANUAL);
  const { world, rita, request, settle, move } = play;
  const give = async (to: Doc<"requests">, durationDays: number) =>
    await world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, to);
      await giveAccess(stepNow(ctx), to, tasks, {
        system: "snowflake",
        description: "ANALYST in Snowflake",
        taskId: tasks[0]!._id,
        durationDays,
        serviceUser: null,
      });
    });
  await settle();
  if (firstHasGrant) await give(request, 5);
  const other = await world.run((ctx) => submitted(ctx, rita.id, [{ ...GRANT, key: "grant" }]));
  await settle();
  const giveOther = () => give(other, 10);
  const cancel = () => move(1, (step, _task, first) => cancelRequest(step, first, "Stuck"));
  const pass = async (days: number) => {
    await world.advance(days * DAY_MS);
    await world.internal(internal.grants.internal.check, {});
    await settle();
  };
  const inForce = async () => (await world.rows("grants")).filter(({ endedAt }) => endedAt === undefined);
  return { ...play, other, giveOther, cancel, pass, inForce };
}

describe.each([{ firstHasGrant: false }, { firstHasGrant: true }])(
  "a request that is cancelled while another's grant stands for what it did ($firstHasGrant: it had one before)",
  (which) => {
    test("leaves that access as it is, and the other grant's end takes it back", async () => {
      const { giveOther, cancel, settle, pass, inForce, holders, sandbox, other, task, world } =
        await twoRequests(which);
      await giveOther();
      await cancel();
      await settle();
      expect(holders()).toEqual(["ADA"]);
      expect(sandbox.changes()).toEqual([GRANT_STATEMENT]);
      const { _id: taskId } = await task(0);
      expect(await inForce()).toMatchObject([{ state: "Active", requestId: other._id, taskId }]);
      expect((await task(0)).compensatedAt).toBeUndefined();
      const events = (await world.rows("auditEvents")).map(({ action }) => action);
      expect(events).not.toContain("request.compensationPlanned");
      await pass(10);
      expect(holders()).toEqual([]);
      expect(await inForce()).toEqual([]);
      expect(sandbox.changes()).toEqual([GRANT_STATEMENT, REVOKE_STATEMENT]);
    });

    test("leaves it also where that grant came after the cancellation, before anything was taken back", async () => {
      const { giveOther, cancel, settle, inForce, holders, snowflake, world, sweep, other } = await twoRequests(which);
      await snowflake("stopped");
      await cancel();
      await settle();
      await giveOther();
      await snowflake("on");
      await world.advance(5 * MINUTE_MS);
      await sweep();
      await settle();
      expect(holders()).toEqual(["ADA"]);
      expect(await inForce()).toMatchObject([{ state: "Active", requestId: other._id }]);
    });
  },
);
