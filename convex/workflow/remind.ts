/** The requester's reminder of those who have to decide. */
import type { Doc } from "../_generated/dataModel";
import { recordEvent } from "../audit/model";
import { approvalsOf, stepsOf } from "../approvals/model";
import { deadlineText } from "../approvals/rules/words";
import { refuse } from "../lib/errors";
import { askAgain } from "./firing";
import { REMIND_EVERY_MS } from "./rules/may";
import { approvalTargets } from "./seating";
import type { Step } from "./step";

/** The requester's own reminder: once a day per open step. Answers when the next one is possible. */
export async function remindApprovers(step: Step, request: Doc<"requests">): Promise<{ reminded: number; againAt: number }> {
  let reminded = 0;
  let open = 0;
  let soonest = Number.POSITIVE_INFINITY;
  for (const approval of await approvalsOf(step.ctx, request._id)) {
    if (approval.state !== "Pending") continue;
    for (const row of (await stepsOf(step.ctx, approval._id)).filter(({ state }) => state === "Active")) {
      open += 1;
      const nextAt = (row.nudgedAt ?? Number.NEGATIVE_INFINITY) + REMIND_EVERY_MS;
      if (nextAt > step.at) {
        soonest = Math.min(soonest, nextAt);
        continue;
      }
      const bench = { approval, request, step: row };
      reminded += await askAgain(step, bench, `${request.key} waits for you: ${request.title}`);
      await step.ctx.db.patch(row._id, { nudgedAt: step.at });
      await recordEvent(step.ctx, { ...step.by, action: "approval.nudged", targets: approvalTargets(bench), occurredAt: step.at });
    }
  }
  if (open === 0) refuse({ code: "wrong-state", status: request.status });
  if (reminded === 0 && Number.isFinite(soonest)) {
    refuse({ code: "too-early", at: soonest, message: `They were reminded already. The next reminder is possible on ${deadlineText(soonest)}.` });
  }
  return { reminded, againAt: step.at + REMIND_EVERY_MS };
}
