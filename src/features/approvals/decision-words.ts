/** What somebody reads who decides, and who has just decided. */

import { plural } from "../../../convex/lib/pure/text";
import type { ApprovalStep, BulkResult, Decided, StepAhead } from "./api";
import { ACTION_WORDS } from "./seat-actions";

/** "Your decision as manager": what the panel is headed by; the step's own title for who has no seat in it. */
export function panelTitle(capacity: string | null, stepTitle: string): string {
  return capacity === null ? stepTitle : `Your decision ${capacity}`;
}

/** What somebody is told who has just decided; `left` are the approvals their step takes after theirs. */
export function decidedText(
  key: string,
  verdict: "approve" | "reject",
  { state, ahead = [] }: Pick<Decided, "state"> & Partial<Pick<Decided, "ahead">>,
  left: number,
): string {
  const others = ahead.find(({ isDecided }) => !isDecided);
  if (others) return `You approved ${key}; ${others.title} still needs approval from others`;
  const steps = plural(ahead.length + 1, "step");
  if (ahead.length > 0) return state === "Pending" ? `You approved ${steps} of ${key}` : `${key} approved in ${steps}`;
  if (verdict === "reject" && state === "Pending") return `You rejected ${key}; others still decide`;
  if (verdict === "reject" || state !== "Pending") return `${key} ${ACTION_WORDS[verdict].done}`;
  if (left <= 0) return `You approved ${key}; its next step is open`;
  return left === 1
    ? `You approved ${key}; one more person has to approve`
    : `You approved ${key}; ${left} more people have to approve`;
}

/** "Also as owner of Orders": what else an approval counts for. */
export function aheadWords(ahead: readonly Pick<StepAhead, "capacity">[]): string {
  return `Also approve ${ahead.map(({ capacity }) => capacity).join(" and ")}`;
}

/** "Also asks you as owner of Orders": the request comes back to whoever decides it now. */
export function alsoAsksWords(capacities: readonly string[]): string {
  return `Also asks you ${capacities.join(" and ")}`;
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
    return `You rejected ${all}; ${pending === results.length ? "others still decide" : `others still decide on ${pending} of them`}`;
  if (pending === 0) return `${all} ${ACTION_WORDS[verdict].done}`;
  return `You approved ${all}; ${pending === results.length ? "others still have" : `for ${pending} of them others still have`} to approve`;
}
