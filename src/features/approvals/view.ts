/** Pure view logic of approvals: which rows are shown, which may be decided together, and what a key means. */

import { plural } from "../../../convex/lib/pure/text";
import { refusalText } from "../../components/refusal-words";
import { formatDateTime, formatRelative } from "../../lib/dates";
import type { ShownApproval, ApprovalStep, BulkResult, Decided, Delegation, WaitingRow } from "./api";
import type { ApprovalsSearch } from "./list/search";
import { ACTION_WORDS } from "./words";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Rows that ask now, and rows put out of sight until later. */
export function splitBySnooze<Row extends Pick<WaitingRow, "snoozedUntil">>(
  rows: readonly Row[],
  now: number,
): { waiting: Row[]; snoozed: Row[] } {
  const isAsleep = ({ snoozedUntil }: Row) => snoozedUntil !== null && snoozedUntil > now;
  return { waiting: rows.filter((row) => !isAsleep(row)), snoozed: rows.filter(isAsleep) };
}

/** The rows a search leaves; every word has to occur in title, key or a name. */
export function filtered<
  Row extends Pick<WaitingRow, "title" | "requestKey" | "requester" | "beneficiary" | "type" | "risk">,
>(rows: readonly Row[], { q, type, risk }: ApprovalsSearch): Row[] {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = [row.title, row.requestKey, row.requester, row.beneficiary, row.type.name].join(" ").toLowerCase();
    return (
      words.every((word) => text.includes(word)) && (!type || row.type.key === type) && (!risk || row.risk === risk)
    );
  });
}

/** The types among rows, by name. */
export function typesOf(rows: readonly Pick<WaitingRow, "type">[]): { value: string; label: string }[] {
  const names = new Map(rows.map(({ type }) => [type.key, type.name]));
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

/** How soon a step ends undecided. */
export type Urgency = "over" | "soon" | "later" | "none";

/** Over at the very moment, soon within a day. */
export function urgencyOf(expireAt: number | null, now: number): Urgency {
  if (expireAt === null) return "none";
  if (expireAt <= now) return "over";
  return expireAt - now <= DAY_MS ? "soon" : "later";
}

/** "Expires in 2 days", "Clock stopped". */
export function deadlineWords({ expireAt, isPaused }: Pick<WaitingRow, "expireAt" | "isPaused">, now: number): string {
  if (isPaused) return "Clock stopped";
  if (expireAt === null) return "No deadline";
  return expireAt <= now ? "Expires now" : `Expires ${formatRelative(expireAt, now)}`;
}

/** Why a row cannot be decided together with others, or null. */
export function whyNotTogether(row: Pick<WaitingRow, "isHighRisk" | "whyNotApprove">): string | null {
  if (row.isHighRisk) return "High risk: decide it on its own page";
  return row.whyNotApprove === null ? null : "You cannot decide this one";
}

/** Why a selection cannot be decided together, or null. */
export function whyNotBulk(rows: readonly Pick<WaitingRow, "type">[]): string | null {
  const types = new Set(rows.map(({ type }) => type.key));
  return types.size > 1 ? "Select requests of one type: they get one decision and one comment" : null;
}

/** The row to go on with after one is gone: the next, else the one before. */
export function nextAfter<Row extends { readonly approvalId: string }>(
  rows: readonly Row[],
  goneId: string,
): string | null {
  const index = rows.findIndex(({ approvalId }) => approvalId === goneId);
  return (rows[index + 1] ?? rows[index - 1])?.approvalId ?? null;
}

/** What a key asks for in the list. */
export type TriageKey = "next" | "previous" | "approve" | "reject" | "askInfo" | "snooze" | "select" | "open";

const KEYS: Readonly<Record<string, TriageKey>> = {
  j: "next",
  k: "previous",
  a: "approve",
  r: "reject",
  i: "askInfo",
  h: "snooze",
  x: "select",
  o: "open",
};

/** What a plain key press means, or null. The letter after `g` belongs to the page keys. */
export function triageKey(key: string, sinceGMs: number): TriageKey | null {
  if (sinceGMs <= 1200) return null;
  return Object.hasOwn(KEYS, key) ? (KEYS[key] ?? null) : null;
}

/** When a snoozed approval comes back. */
export interface SnoozeChoice {
  readonly label: string;
  readonly until: number;
}

/** In an hour, this afternoon or tomorrow morning, on Monday; all in the reader's own time. */
export function snoozeChoices(now: number): SnoozeChoice[] {
  const at = (days: number, hour: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    day.setHours(hour, 0, 0, 0);
    return day.getTime();
  };
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7;
  const choices = [
    { label: "In an hour", until: now + HOUR_MS },
    { label: "Tomorrow morning", until: at(1, 9) },
    { label: "On Monday", until: at(toMonday, 9) },
  ];
  return choices.map(({ label, until }) => ({ label: `${label} (${formatDateTime(until)})`, until }));
}

/** "1 of 2", or nothing when one is enough. */
export function progressWords({
  approved,
  required,
}: {
  readonly approved: number;
  readonly required: number | null;
}): string | null {
  return required !== null && required > 1 ? `${approved} of ${required}` : null;
}

/** What came of an approval, in one sentence; one that was given is told by where its request is now. */
export function endingText({
  state,
  request: { status },
}: {
  readonly state: Exclude<ShownApproval["state"], "Pending">;
  readonly request: Pick<ShownApproval["request"], "status">;
}): string {
  switch (state) {
    case "Approved":
      return AFTER_APPROVAL[status] ?? "The request goes on with its next task.";
    case "Rejected":
      return "The request has ended. It can be submitted again.";
    case "Expired":
      return "Nobody decided in time, which counts as denied.";
    case "Cancelled":
      return "The request ended before anybody had to decide.";
    case "Revoked":
      return "The approval was taken back before anything had begun.";
    default:
      return state satisfies never;
  }
}

const AFTER_APPROVAL: Partial<Record<ShownApproval["request"]["status"], string>> = {
  Blocked: "The request is blocked: somebody has to look at one of its tasks.",
  Completed: "The request is completed.",
  Rejected: "The request was rejected afterwards.",
  Expired: "The request expired afterwards.",
  Cancelled: "The request was cancelled afterwards.",
};

/** Why an approval can no longer be taken back, or null; `left` are the seconds until the next task starts. */
export function whyTooLate(
  {
    state,
    me: { whyNotTakeBack },
  }: { readonly state: ShownApproval["state"]; readonly me: Pick<ShownApproval["me"], "whyNotTakeBack"> },
  left: number | null,
): string | null {
  if (state === "Revoked") return "It was taken back already.";
  if (whyNotTakeBack === null) return left === 0 ? "The time to take it back is over." : null;
  return whyNotTakeBack.code === "wrong-state" ? "The next task has begun." : refusalText(whyNotTakeBack);
}

/** "1 of 2 approved (both needed)": how far a step is, and whom of how many it takes where that is not plain. */
export function quorumText({
  required,
  approved,
  rejected,
  rejections,
  quorum,
  seats,
}: Pick<ApprovalStep, "required" | "approved" | "rejected" | "rejections" | "quorum"> & {
  readonly seats: readonly Pick<ApprovalStep["seats"][number], "isOver" | "source">[];
}): string {
  if (required === null) return `Approved by ${quorum}.`;
  // Whoever sits in for somebody shares their seat.
  const people = seats.filter(({ isOver, source }) => !isOver && source !== "delegation").length;
  const whom =
    people <= 1
      ? null
      : required < people
        ? required === 1
          ? "any one of them"
          : `any ${required} of ${people}`
        : people === 2
          ? "both needed"
          : "all of them needed";
  const votes = rejections === 1 ? "" : ` ${rejected} of ${rejections} rejections that end it.`;
  return `${approved} of ${required} approved${whom === null ? "" : ` (${whom})`}.${votes}`;
}

/** What somebody is told who has just decided; `left` are the approvals their step takes after theirs. */
export function decidedText(
  key: string,
  verdict: "approve" | "reject",
  { state }: Pick<Decided, "state">,
  left: number,
): string {
  if (verdict === "reject" && state === "Pending") return `You rejected ${key}; others still decide`;
  if (verdict === "reject" || state !== "Pending") return `${key} ${ACTION_WORDS[verdict].done}`;
  if (left <= 0) return `You approved ${key}; its next step is open`;
  return left === 1
    ? `You approved ${key}; one more person has to approve`
    : `You approved ${key}; ${left} more people have to approve`;
}

/** The approvals a step takes after the one that is given now. */
export function leftAfterMine({ required, approved }: Pick<ApprovalStep, "required" | "approved">): number {
  return Math.max(0, (required ?? 1) - approved - 1);
}

/** What somebody is told who has just decided about several at once. */
export function decidedTogetherText(
  verdict: "approve" | "reject",
  results: readonly Pick<BulkResult, "result">[],
): string {
  const pending = results.filter(({ result }) => result?.state === "Pending").length;
  const all = plural(results.length, "request");
  if (verdict === "reject" && pending > 0)
    return `You rejected ${all}; ${pending === results.length ? "others still decide" : `about ${pending} of them others still decide`}`;
  if (pending === 0) return `${all} ${ACTION_WORDS[verdict].done}`;
  return `You approved ${all}; ${pending === results.length ? "others still have" : `for ${pending} of them others still have`} to approve`;
}

/** Who sits in for whom, as the viewer reads it. */
export function delegationText(
  { from, to, isOwn, isArranged, startsAt }: Pick<Delegation, "from" | "to" | "isOwn" | "isArranged" | "startsAt">,
  now: number,
): string {
  const [others, you] = startsAt > now ? ["will sit in", "will sit in"] : ["sits in", "sit in"];
  if (isArranged) return `${to} ${others} for ${from}`;
  return isOwn ? `${to} ${others} for you` : `You ${you} for ${from}`;
}
