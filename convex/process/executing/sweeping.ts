/** What the sweeper sees to every minute: each task by itself, so that one that fails holds up no other. */

import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { LEASE_GRACE_MS } from "../../core/tasks/rules";
import { sweepCompensations } from "../ending/compensation";
import { apart, POSTPONE_MS } from "../steps/apart";
import { endHoldOf, failOverdue, heldTasks, overdueTasks, systemStep } from "./executor";
import { sweepPlans } from "./planning";

/** A piece of it that has a transaction of its own: one task, or what is only handed on. */
export const sweepPiece = v.union(
  v.object({ kind: v.union(v.literal("overdue"), v.literal("held")), taskId: v.id("requestTasks") }),
  v.object({ kind: v.literal("rest") }),
);
type SweepPiece = Infer<typeof sweepPiece>;

/** Fails what is overdue, lets go on what was held, hands on what is to be taken back or planned; says whether more waits. */
export async function sweepAll(ctx: MutationCtx, now: number): Promise<boolean> {
  const step = systemStep(ctx, now);
  const [overdue, held] = [await overdueTasks(step), await heldTasks(step)];
  const sweep = (piece: SweepPiece) => () => ctx.runMutation(internal.workflow.internal.sweepPiece, { piece, now });
  const named = (name: string, id: Id<"requestTasks">) => ({ name, targets: [{ type: "task", id }] });
  for (const taskId of overdue.ids)
    await apart(step, named("overdue tasks", taskId), sweep({ kind: "overdue", taskId }), () =>
      ctx.db.patch(taskId, { leaseUntil: now - LEASE_GRACE_MS + POSTPONE_MS }),
    );
  // The monitor sees to what goes on after a hold, if this cannot.
  for (const taskId of held.ids)
    await apart(step, named("ended holds", taskId), sweep({ kind: "held", taskId }), () =>
      ctx.db.patch(taskId, { holdUntil: undefined }),
    );
  const rest = await apart(step, { name: "work to take back, and dry runs" }, sweep({ kind: "rest" }));
  return overdue.hasMore || held.hasMore || rest === true;
}

/** Does one piece; says whether more of its kind may be waiting. */
export async function sweepOne(ctx: MutationCtx, piece: SweepPiece, now: number): Promise<boolean> {
  const step = systemStep(ctx, now);
  if (piece.kind === "rest") {
    await sweepCompensations(ctx, now);
    return await sweepPlans(ctx, now);
  }
  await (piece.kind === "overdue" ? failOverdue(step, piece.taskId) : endHoldOf(step, piece.taskId));
  return false;
}
