/** Tasks and grants that one person may act on, for tests that call functions as many people. */

import type { Doc, Id } from "../_generated/dataModel";
import { SYSTEM } from "../core/audit/model";
import { createGrant } from "../core/grants/model";
import type { Scene } from "../lib/publicApi.scene.testing";
import { stepNow, submitted, taskAt } from "../process/requests.testing";
import { failTask } from "../process/settling/taskMoves";

/** A manual task the person holds, in the state the call needs. */
export async function aHeldTask(
  { world, personId }: Scene,
  state: "offered" | "running" | "failed",
): Promise<Id<"requestTasks">> {
  const holder = state === "offered" ? { candidateIds: [personId] } : { assigneeId: personId };
  const request = await world.run((ctx) => submitted(ctx, personId, [{ type: "manual_check", ...holder }]));
  const task = await world.run((ctx) => taskAt(ctx, request, 0));
  if (state === "failed")
    await world.run((ctx) => failTask(stepNow(ctx), task, { outcome: "error", error: "Broken", isFinal: true }));
  return task._id;
}

/** An access in a data domain that can be taken back only by hand; `isOver` when its time has come. */
export async function aGrant({ world, personId }: Scene, { isOver = false } = {}): Promise<Doc<"grants">> {
  const request = await world.run((ctx) => submitted(ctx, personId, [{ type: "manual_check" }]));
  const task = await world.run((ctx) => taskAt(ctx, request, 0));
  return await world.run(async (ctx) => {
    await ctx.db.patch(request._id, { domainKey: "orders" });
    const at = Date.now();
    const fields = {
      requestId: request._id,
      taskId: task._id,
      typeKey: "test",
      beneficiaryId: personId,
      system: "dbt",
      description: "Orders in dbt",
      accessKey: "dbt|orders",
    };
    return await createGrant(ctx, { ...fields, expiresAt: isOver ? at : undefined }, { ...SYSTEM, at });
  });
}

/** An open request of the holder for more time of an access. */
export async function anExtension(
  world: Scene["world"],
  { personId, grantId }: { readonly personId: Id<"people">; readonly grantId: Id<"grants"> },
): Promise<Id<"requests">> {
  return await world.run(async (ctx) => {
    const { _id } = await submitted(ctx, personId, [{ type: "manual_check" }]);
    await ctx.db.patch(_id, { extension: { grantId, heldSince: Date.now(), currentEnd: Date.now() } });
    return _id;
  });
}
