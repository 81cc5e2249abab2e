/** How a request's page says what it knows; pure, so that its tables of cases stand beside it. */

import { plural } from "../../../convex/lib/pure/text";
import { pathTo } from "../../../convex/site/links";
import type { ApprovalStep, DetailTask, RequestDetail } from "./api";

/** Tasks of one order: they run side by side. */
export interface TaskGroup {
  readonly order: number;
  readonly tasks: readonly DetailTask[];
}

/** The tasks in their order, parallel ones together. */
export function groupByOrder(tasks: readonly DetailTask[]): TaskGroup[] {
  const groups = new Map<number, DetailTask[]>();
  for (const task of tasks) groups.set(task.order, [...(groups.get(task.order) ?? []), task]);
  return [...groups].toSorted(([a], [b]) => a - b).map(([order, group]) => ({ order, tasks: group }));
}

/** "3 of 5 tasks complete": what the answers make needless is no task to be done. */
export function progressText(tasks: readonly DetailTask[]): string {
  if (tasks.length === 0) return "No tasks yet";
  const needed = tasks.filter(({ outcome }) => outcome !== "skipped");
  const complete = needed.filter(({ status }) => status === "Complete").length;
  return `${complete} of ${plural(needed.length, "task")} complete`;
}

const OUTCOMES: Record<Exclude<NonNullable<DetailTask["outcome"]>, "done" | "cancelled" | "error">, string> = {
  skipped: "Not needed",
  resolved_manually: "Done by hand",
  rejected: "Rejected",
  revoked: "Taken back",
  timed_out: "Out of time",
};

/** How a task ended, where the status alone does not say it. */
export function outcomeText({ outcome, status, kind }: Pick<DetailTask, "outcome" | "status" | "kind">): string | null {
  if (outcome === null) return null;
  if (outcome === "done") return kind === "approval" ? "Approved" : null;
  // "Failed" and "Not Started" say it already.
  if (outcome === "error" || status === "Not Started") return null;
  if (outcome === "cancelled") return "Stopped";
  return OUTCOMES[outcome];
}

/** Who has a task in hand. */
export function holderText({
  holder,
  candidates,
  waitingOn,
  system,
  kind,
  status,
  approval,
}: DetailTask): string | null {
  if (holder) return holder.name;
  if (kind === "manual" && candidates.length > 0)
    return `Open to ${candidates.slice(0, 3).join(", ")}${candidates.length > 3 ? ` and ${candidates.length - 3} more` : ""}`;
  if (kind === "approval" && approval) return null;
  if (system) return system;
  return status === "Running" ? (waitingOn?.text ?? "The portal") : null;
}

/** "Attempt 2 of 5", once there was more than one. */
export function attemptText({
  attempt,
  maxAttempts,
  status,
  retryAt,
}: Pick<DetailTask, "attempt" | "maxAttempts" | "status" | "retryAt">): string | null {
  if (status === "Failed" && retryAt !== null)
    return `Attempt ${attempt} of ${maxAttempts} failed, tried again by itself`;
  return attempt > 1 ? `Attempt ${attempt} of ${maxAttempts}` : null;
}

/** "1 of 2 approved": how far a step is. */
export function stepText(
  { state, required, approved }: Pick<ApprovalStep, "state" | "required" | "approved">,
  isTakenBack = false,
): string {
  switch (state) {
    case "Waiting":
      return "Comes later";
    case "Active":
      return `${approved} of ${required ?? 1} approved`;
    case "Approved":
      return isTakenBack ? "Taken back" : "Approved";
    case "Rejected":
      return "Rejected";
    case "Expired":
      return "Nobody decided in time";
    default:
      return state satisfies never;
  }
}

/** Whether the approval these steps are of was taken back: none of them counts any more. */
export function areTakenBack(steps: readonly Pick<ApprovalStep, "decisions">[]): boolean {
  return steps.some(({ decisions }) => decisions.some(({ verdict }) => verdict === "takeBack"));
}

export const VERDICT_WORDS: Record<ApprovalStep["decisions"][number]["verdict"], string> = {
  approve: "approved",
  reject: "rejected",
  askInfo: "asked for information",
  breakGlass: "approved by break-glass",
  takeBack: "took the approval back",
};

/** The one action the header offers, by what the viewer can do about the next step. */
export type PrimaryAction =
  | { readonly kind: "answer" }
  | { readonly kind: "decide"; readonly to: string }
  | { readonly kind: "work"; readonly to: string }
  | { readonly kind: "continue"; readonly to: string }
  | { readonly kind: "submitAgain" }
  | { readonly kind: "repair"; readonly to: string }
  | { readonly kind: "remind" };

/** Where a draft is written on. */
export function draftPage(typeKey: string, draftId: string): string {
  return pathTo("newRequest", { type: typeKey, draft: draftId });
}

/** What somebody would most likely do now, or null when it is not their turn. */
export function primaryAction(
  request: Pick<RequestDetail, "id" | "type" | "status" | "viewer" | "whyNot" | "tasks">,
  isAdminFrame: boolean,
): PrimaryAction | null {
  const { id, type, status, viewer, whyNot, tasks } = request;
  const taskPage = (id: string): string => pathTo(isAdminFrame ? "taskAsAdmin" : "task", { taskId: id });
  if (status === "Draft") return viewer.isRequester ? { kind: "continue", to: draftPage(type.key, id) } : null;
  if (whyNot.answer === null) return { kind: "answer" };
  if (viewer.seatIn !== null && status === "Pending approval")
    return { kind: "decide", to: pathTo("approval", { approvalId: viewer.seatIn }) };
  if (viewer.task !== null) return { kind: "work", to: taskPage(viewer.task) };
  const failed = tasks.find(({ whyNotRetry, status: at }) => at === "Failed" && whyNotRetry === null);
  if (failed) return { kind: "repair", to: taskPage(failed.id) };
  if (whyNot.submitAgain === null) return { kind: "submitAgain" };
  if (whyNot.remind === null && viewer.isRequester) return { kind: "remind" };
  return null;
}

/** A text cut into plain parts and mentioned names. */
export interface TextPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** Finds "@Name" of the people a comment mentions; the longest name wins where one begins another. */
export function mentionParts(body: string, names: readonly string[]): TextPart[] {
  const wanted = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let plain = "";
  for (let at = 0; at < body.length;) {
    const found = wanted.find((name) => body.startsWith(name, at));
    if (found === undefined) {
      plain += body[at];
      at += 1;
      continue;
    }
    if (plain !== "") parts.push({ text: plain, isMention: false });
    plain = "";
    parts.push({ text: found, isMention: true });
    at += found.length;
  }
  return plain === "" ? parts : [...parts, { text: plain, isMention: false }];
}

/** The name being typed after an "@", with its place, or null when the caret is somewhere else. */
export function mentionAt(text: string, caret: number): { readonly start: number; readonly query: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** "1.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
