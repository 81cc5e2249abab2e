/** The story of a request in whole sentences; pure, with its cases beside it. `when` writes a time. */

import { OTHER_AREA_REASON } from "../../../../../convex/core/catalog/rules/otherArea";
import { VERDICT_WORDS } from "../../../../components/approval-steps/step-words";
import type { ApprovalStep, DetailTask, RequestDetail } from "../api";

type When = (at: number) => string;

/** Who asked for what, for whom. */
export function tellRequest({ requester, beneficiary, businessArea, domain, risk, form }: RequestDetail): string[] {
  const whom = beneficiary.id === requester.id ? "for themselves" : `for ${beneficiary.name}`;
  const where = [
    businessArea === null ? null : `in the business area ${businessArea}`,
    domain === null ? null : `about the data domain ${domain}`,
  ].filter((part) => part !== null);
  const why = form.find(({ name }) => name === OTHER_AREA_REASON)?.value;
  const elsewhere = why === undefined ? [] : [`That is not the area of ${beneficiary.name}, because: “${why}”`];
  return [
    `${requester.name} asked ${whom}${where.length > 0 ? `, ${where.join(", ")}` : ""}.`,
    ...elsewhere,
    `Its risk is ${risk}.`,
  ];
}

/** What became of a task, with names and times. */
export function tellTask(task: DetailTask, when: When): string {
  const { outcome, status, holder, system, startedAt, finishedAt, attempt, skippedBecause, problem } = task;
  const who = holder?.name ?? system ?? "The portal";
  if (outcome === "skipped") return `${skippedBecause ?? "Skipped"}.`;
  if (status === "Not Started")
    return outcome === "cancelled" ? "Never started, because the request ended first." : "Not started yet.";
  const began = startedAt === null ? "" : ` since ${when(startedAt)}`;
  if (status === "Running")
    return task.kind === "approval"
      ? `Waiting for ${holder?.name ?? "its approvers"}${began}.`
      : `${who} ${began === "" ? "is" : "has been"} working on it${began}.`;
  const tries = attempt > 1 ? `, on attempt ${attempt}` : "";
  const ended = finishedAt === null ? "" : ` on ${when(finishedAt)}`;
  if (status === "Failed") return `${problem ?? "It failed."}${ended === "" ? "" : ` Ended${ended}${tries}.`}`;
  if (outcome === "resolved_manually") return `Resolved manually${ended}.`;
  if (task.kind === "approval") {
    const approved = `Approved${holder === null ? "" : ` by ${holder.name}`}${ended}`;
    return outcome === "revoked" ? `${approved}, then taken back.` : `${approved}.`;
  }
  return `${who} completed it${ended}${tries}.`;
}

/** One decision. */
export function tellDecision(
  { title }: Pick<ApprovalStep, "title">,
  { by, onBehalfOf, verdict, at, isVoid }: ApprovalStep["decisions"][number],
  when: When,
): string {
  return `${by}${onBehalfOf === null ? "" : ` for ${onBehalfOf}`} ${VERDICT_WORDS[verdict]} on ${when(at)} (${title}${isVoid ? ", about earlier answers" : ""}).`;
}

/** The access that came of it, and its end. */
export function tellGrant(
  { description, code, startsAt, expiresAt, endedAt, state }: RequestDetail["grants"][number],
  when: When,
): string {
  const end =
    endedAt !== null
      ? `It ended on ${when(endedAt)} (${state}).`
      : expiresAt === null
        ? "It has no end date."
        : `It ends automatically on ${when(expiresAt)}.`;
  return `${description}${code === null ? "" : ` (${code})`}, granted on ${when(startsAt)}. ${end}`;
}
