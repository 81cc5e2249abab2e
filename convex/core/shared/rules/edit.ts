/** When the answers of a request under way may be changed, and what that leads to. */

import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { isTerminal } from "../../requests/rules";
import type { Access } from "../../requests/rules/access";
import type { AnswerChange } from "../../requests/table";
import { isApproval } from "../../tasks/rules";
import { listed, type WorkedRequest, type WorkedTask } from "./may";

/** Edits one request may gather: whoever needs more asks for something else by now. */
export const MAX_EDITS = 10;
/** Names an edit call; a longer one is no name. */
export const MAX_EDIT_KEY = 100;

/** Somebody who decided about the answers as they are. */
export interface Decided {
  readonly byName: string;
  readonly at: number;
}

/** What the rule looks at. */
export interface EditFacts extends WorkedRequest {
  readonly tasks: readonly WorkedTask[];
  /** Decisions that count now, oldest first. */
  readonly decided: readonly Decided[];
  readonly edits: number;
  /** It asks for more time for access that is held. */
  readonly isExtension?: boolean;
  /** It asks back what an access review took: what one approval decides about does not grow. */
  readonly isReturn?: boolean;
}

/**
 * Why somebody cannot change the answers, or null. Only the requester may: whoever else wrote in the form could decide
 * what they asked for themselves. They may as long as nobody has decided, and again while somebody's question is open,
 * when decisions made so far are asked for again (R5). Once work has begun the answers are what is worked on.
 */
export function whyNotEdit(
  access: Pick<Access, "isRequester">,
  { status, isExtension, isReturn, hasOpenQuestion, tasks, decided, edits }: EditFacts,
): Refusal | null {
  if (!access.isRequester) return { code: "not-eligible", message: "Only the requester can change the answers." };
  if (isReturn)
    return {
      code: "not-eligible",
      message: "It asks for exactly the access a review removed. Cancel it and ask again.",
    };
  if (isExtension)
    return {
      code: "not-eligible",
      message: "An extension is for the access you hold, as it is. Cancel it and extend again.",
    };
  if (status === "Draft") return { code: "not-eligible", message: "Change a draft by editing it." };
  if (isTerminal(status))
    return { code: "too-late", message: `The request is ${status.toLowerCase()}; submit it again with other answers.` };
  const begun = tasks.find((task) => !isApproval(task) && hasBegun(task));
  if (begun)
    return {
      code: "too-late",
      message: `“${begun.title}” has begun, so the answers stay as they are. Cancel the request and submit it again to change them.`,
    };
  const last = decided.at(-1);
  if (last && !hasOpenQuestion) {
    return {
      code: "already-decided",
      by: last.byName,
      at: last.at,
      message: `${last.byName} has decided about these answers, so they stay as they are unless somebody asks you about them.`,
    };
  }
  return edits >= MAX_EDITS
    ? {
        code: "too-many",
        max: MAX_EDITS,
        message: `The answers have already been changed ${MAX_EDITS} times. Cancel the request and submit it again.`,
      }
    : null;
}

function hasBegun({ status, outcome, attempt }: WorkedTask): boolean {
  return (status !== "Not Started" || attempt > 0) && outcome !== "skipped";
}

/** What an edit leads to, said before it is made. */
export function editConsequence(decided: readonly Decided[], pending: readonly string[], asker: string | null): string {
  const names = [...new Set(decided.map(({ byName }) => byName))];
  const answers = asker === null ? null : `Your edit answers ${asker}'s question, and the request continues.`;
  const notified = [...new Set([...pending, ...names])];
  const again =
    names.length > 0
      ? `What ${listed(names)} decided no longer counts: every approval starts again.`
      : "When you save, approvals start again.";
  const notice =
    notified.length > 0
      ? `${listed(named(notified))} ${notified.length === 1 ? "is" : "are"} notified of what you changed.`
      : null;
  return [answers, again, notice].filter((part) => part !== null).join(" ");
}

const NAMED = 4;

function named(names: readonly string[]): string[] {
  return names.length <= NAMED ? [...names] : [...names.slice(0, NAMED - 1), plural(names.length - NAMED + 1, "other")];
}

/** A line of a form in words. */
export interface AnswerLine {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** The answers that differ, in the order of the form as it is afterwards; removed ones last. */
export function answerChanges(before: readonly AnswerLine[], after: readonly AnswerLine[]): AnswerChange[] {
  const old = new Map(before.map((line) => [line.name, line]));
  const kept = new Set(after.map(({ name }) => name));
  const changed = after.flatMap(({ name, label, value }) => {
    const was = old.get(name)?.value ?? "";
    return was === value ? [] : [{ name, label, before: was, after: value }];
  });
  const removed = before
    .filter(({ name }) => !kept.has(name))
    .map(({ name, label, value }) => ({ name, label, before: value, after: "" }));
  return [...changed, ...removed];
}

/** Whether a change fits into a line: long answers are named there, not repeated. */
export function isShortChange({ before, after }: Pick<AnswerChange, "before" | "after">): boolean {
  return before.length + after.length <= SHORT && !`${before}${after}`.includes("\n");
}

const SHORT = 80;

/** Changes in one line: "Duration: 90 days → 14 days; Reason". */
export function changesText(changes: readonly AnswerChange[]): string {
  return changes
    .map((change) =>
      isShortChange(change) ? `${change.label}: ${change.before || "none"} → ${change.after || "none"}` : change.label,
    )
    .join("; ");
}
