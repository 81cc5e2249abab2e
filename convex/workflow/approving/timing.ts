/** The clock of open approval steps: it stands still while the requester has to answer. */
import type { Doc } from "../../_generated/dataModel";
import { approvalsOf, stepsOf } from "../../approvals/model";
import { nextTimerAt } from "../../approvals/rules/timers";
import type { Step } from "../step";

/** Stops the clocks of a request's open steps. */
export async function pauseClocks(step: Step, request: Doc<"requests">): Promise<void> {
  for (const open of await openSteps(step, request)) {
    if (open.pausedAt === undefined) await step.ctx.db.patch(open._id, { pausedAt: step.at, nextTimerAt: undefined });
  }
}

/** Lets them go on; every timer is later by the time they stood still. */
export async function resumeClocks(step: Step, request: Doc<"requests">): Promise<void> {
  for (const open of await openSteps(step, request)) {
    if (open.pausedAt === undefined) continue;
    const running = { ...open, pausedAt: undefined, pausedMs: (open.pausedMs ?? 0) + Math.max(0, step.at - open.pausedAt) };
    await step.ctx.db.patch(open._id, { pausedAt: undefined, pausedMs: running.pausedMs, nextTimerAt: nextTimerAt(running) });
  }
}

async function openSteps(step: Step, request: Doc<"requests">): Promise<Doc<"approvalSteps">[]> {
  const found: Doc<"approvalSteps">[] = [];
  for (const { _id, state } of await approvalsOf(step.ctx, request._id)) {
    if (state === "Pending") found.push(...(await stepsOf(step.ctx, _id)).filter((row) => row.state === "Active"));
  }
  return found;
}
