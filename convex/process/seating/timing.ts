/** The clock of open approval steps: it stands still while the requester has to answer. */

import type { Doc } from "../../_generated/dataModel";
import { approvalsOf, decisionsOf, stepsOf } from "../../core/approvals/model";
import { countApprovals } from "../../core/approvals/rules/quorum";
import { nextTimerAt } from "../../core/approvals/rules/timers";
import type { Step } from "../steps/step";
import { type Bench, refreshWaiting } from "./seating";

/** Stops the clocks of a request's open steps. */
export async function pauseClocks(step: Step, request: Doc<"requests">): Promise<void> {
  for (const bench of await openBenches(step, request)) {
    if (bench.step.pausedAt !== undefined) continue;
    await step.ctx.db.patch(bench.step._id, { pausedAt: step.at, nextTimerAt: undefined });
    await tellDeadline(step, bench);
  }
}

/** Lets them go on; every timer is later by the time they stood still. */
export async function resumeClocks(step: Step, request: Doc<"requests">): Promise<void> {
  for (const bench of await openBenches(step, request)) {
    const open = bench.step;
    if (open.pausedAt === undefined) continue;
    const running = {
      ...open,
      pausedAt: undefined,
      pausedMs: (open.pausedMs ?? 0) + Math.max(0, step.at - open.pausedAt),
    };
    await step.ctx.db.patch(open._id, {
      pausedAt: undefined,
      pausedMs: running.pausedMs,
      nextTimerAt: nextTimerAt(running),
    });
    await tellDeadline(step, bench);
  }
}

/** Writes down again whom the task waits for and until when. */
async function tellDeadline(step: Step, bench: Bench): Promise<void> {
  const own = (await decisionsOf(step.ctx, bench.approval._id)).filter(({ stepId }) => stepId === bench.step._id);
  await refreshWaiting(
    step,
    bench,
    countApprovals(own, { formHash: bench.approval.formHash, since: bench.step.activatedAt ?? 0 }),
  );
}

async function openBenches(step: Step, request: Doc<"requests">): Promise<Bench[]> {
  const found: Bench[] = [];
  for (const approval of await approvalsOf(step.ctx, request._id)) {
    if (approval.state !== "Pending") continue;
    for (const row of await stepsOf(step.ctx, approval._id))
      if (row.state === "Active") found.push({ approval, request, step: row });
  }
  return found;
}
