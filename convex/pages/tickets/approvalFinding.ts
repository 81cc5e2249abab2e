/** What a ticket about an approval is told: whose decision it waits for, since when and until when; or how it ended. */

import type { Doc } from "../../_generated/dataModel";
import { listed } from "../../core/shared/rules/may";
import { addressOfTask } from "../../core/tasks/model";
import { dateUtc } from "../../lib/pure/time";
import type { LoadedApproval, Visible } from "../../process/steps/circle";
import { approvalByName } from "../../process/steps/named";
import { pathTo } from "../../site/links";
import { showApproval } from "../request/approvalView";
import type { ShownStep } from "../request/detailView";
import type { LinkedFinding, Look } from "./systemFindings";

/** How an approval ended, in words; one that is pending has not. */
const ENDED: Readonly<Record<Exclude<Doc<"approvals">["state"], "Pending">, string>> = {
  Approved: "was approved",
  Rejected: "was rejected",
  Expired: "expired without a decision",
  Cancelled: "was cancelled",
  Revoked: "was approved, and then taken back",
};

/** What is found about an approval, for somebody who may open it. */
export async function aboutApproval(look: Look, seen: Visible, name: string): Promise<LinkedFinding[]> {
  const approval = await approvalByName(look.ctx, name);
  const loaded = seen.approvals.find((one) => one.approval._id === approval?._id);
  if (!loaded) return [];
  const { steps } = await showApproval(look.ctx, loaded, seen.request, look.now);
  const open = steps.find(({ state }) => state === "Active");
  const task = seen.tasks.find(({ _id }) => _id === loaded.approval.taskId);
  const requestId = seen.request._id;
  const approvalId = await addressOfTask(look.ctx, loaded.approval.taskId);
  const link = { to: pathTo("approval", { approvalId }), label: "Open the approval" };
  return [{ ...wordsOf(task ? `“${task.title}”` : "The approval", loaded, open), requestId, link }];
}

function wordsOf(title: string, { approval, steps }: LoadedApproval, open: ShownStep | undefined) {
  const { state, endedAt } = approval;
  if (state !== "Pending") {
    const when = endedAt === undefined ? "" : ` on ${dateUtc(endedAt)}`;
    return {
      weight: state === "Approved" ? ("fine" as const) : ("problem" as const),
      text: `${title} ${ENDED[state]}${when}.`,
    };
  }
  if (!open) return { weight: "waiting" as const, text: `${title} has not been opened for a decision yet.` };
  if (open.problem !== null)
    return { weight: "problem" as const, text: `${title} waits for an admin to name an approver: ${open.problem}` };
  const { activatedAt, pausedAt } = steps.find(({ _id }) => _id === open.id) ?? {};
  const names = [...new Set(open.seats.filter(({ isPending }) => isPending).map(({ person }) => person.name))];
  const who = names.length === 0 ? "an approver" : listed(names, "or");
  const since = activatedAt === undefined ? "" : ` since ${dateUtc(activatedAt)}`;
  const end =
    pausedAt !== undefined
      ? " The deadline is on hold until the requester answers a question."
      : open.expiresAt === null
        ? ""
        : ` Without a decision it expires on ${dateUtc(open.expiresAt)}.`;
  return { weight: "waiting" as const, text: `${title} has been waiting for a decision by ${who}${since}.${end}` };
}
