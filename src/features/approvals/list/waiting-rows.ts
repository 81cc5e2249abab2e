/** Which of the approvals that wait are shown, which may be decided together, and which comes next. */

import { MAX_BULK } from "../../../../convex/core/approvals/rules/limits";
import { whyOnItsPage } from "../../../../convex/core/catalog/rules/exposure";
import { holdsWords, wordsOf } from "../../../../convex/lib/pure/wordSearch";
import type { WaitingRow } from "../api";
import type { ApprovalsSearch } from "./search";

/** Rows that ask now, and rows put out of sight until later. */
export function splitBySnooze<Row extends Pick<WaitingRow, "snoozedUntil">>(
  rows: readonly Row[],
  now: number,
): { waiting: Row[]; snoozed: Row[] } {
  const isAsleep = ({ snoozedUntil }: Row) => snoozedUntil !== null && snoozedUntil > now;
  return { waiting: rows.filter((row) => !isAsleep(row)), snoozed: rows.filter(isAsleep) };
}

/** The rows a search leaves; every word has to begin a word of title, role, reason, key or a name, as it is marked. */
export function filtered<
  Row extends Pick<
    WaitingRow,
    "title" | "target" | "reason" | "requestKey" | "requester" | "beneficiary" | "type" | "risk"
  >,
>(rows: readonly Row[], { q, type, risk }: ApprovalsSearch): Row[] {
  const words = wordsOf(q ?? "");
  return rows.filter((row) => {
    const { title, target, reason, requestKey, requester, beneficiary } = row;
    const text = [title, target, reason, requestKey, requester, beneficiary, row.type.name].join(" ");
    return holdsWords(text, words) && (!type || row.type.key === type) && (!risk || row.risk === risk);
  });
}

/** The types among rows, by name. */
export function typesOf(rows: readonly Pick<WaitingRow, "type">[]): { value: string; label: string }[] {
  const names = new Map(rows.map(({ type }) => [type.key, type.name]));
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

/** Why a row cannot be decided together with others, or null. */
export function whyNotTogether(
  row: Pick<WaitingRow, "risk" | "isHighRisk" | "sensitivity" | "level" | "whyNotApprove">,
): string | null {
  return whyOnItsPage(row) ?? (row.whyNotApprove === null ? null : "You cannot decide this one.");
}

/** Why a selection cannot be decided together, or null. */
export function whyNotBulk(rows: readonly Pick<WaitingRow, "type">[]): string | null {
  const types = new Set(rows.map(({ type }) => type.key));
  if (types.size > 1) return "Select requests of one type: they get one decision and one comment";
  return rows.length > MAX_BULK ? `You can decide up to ${MAX_BULK} requests at once` : null;
}

/** The row to go on with after some are gone: the next that stays, else the one before. */
export function nextAfter<Row extends { readonly approvalId: string }>(
  rows: readonly Row[],
  goneIds: readonly string[],
): string | null {
  const isGone = ({ approvalId }: Row) => goneIds.includes(approvalId);
  const index = rows.findIndex(isGone);
  const stays = (row: Row) => !isGone(row);
  return (rows.slice(index + 1).find(stays) ?? rows.slice(0, Math.max(index, 0)).findLast(stays))?.approvalId ?? null;
}
