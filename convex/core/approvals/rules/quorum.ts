/**
 * Quorum arithmetic. A human counts once per step whatever seats they hold, and a seat counts once
 * whoever decided from it: its holder, or the delegate who sat in for them (A2).
 */

import type { Quorum, StepState, Verdict } from "../table";

/** How many people have to approve when this many may decide. `all` means all who may decide, never nobody. */
export function requiredOf(quorum: Quorum, seats: number): number {
  switch (quorum.kind) {
    case "any":
      return 1;
    case "all":
      return Math.max(1, seats);
    case "count":
      return Math.max(1, Math.ceil(quorum.count));
    case "percent":
      return Math.max(1, Math.ceil((seats * quorum.percent) / 100));
    case "majority":
      return Math.floor(seats / 2) + 1;
    default:
      return quorum satisfies never;
  }
}

/** How many rejections end the step: one is a veto, except under a majority, which they have to make impossible. */
export function rejectionsOf(quorum: Quorum, seats: number): number {
  return quorum.kind === "majority" ? Math.max(1, seats - requiredOf(quorum, seats) + 1) : 1;
}

/** "any of them", "all of them", "2 of them", "half of them: 50 %". */
export function quorumText(quorum: Quorum): string {
  switch (quorum.kind) {
    case "any":
      return "any of them";
    case "all":
      return "all of them";
    case "count":
      return `${Math.max(1, Math.ceil(quorum.count))} of them`;
    case "percent":
      return `${quorum.percent} % of them`;
    case "majority":
      return "more than half of them";
    default:
      return quorum satisfies never;
  }
}

/** What counts about a decision. */
export interface CountedDecision {
  readonly decidedById?: string;
  readonly onBehalfOfId?: string;
  /** Who made it, whichever account they used; null for a policy. */
  readonly human: string | null;
  readonly verdict: Verdict;
  readonly formHash: string;
  readonly at: number;
}

/** Which decisions of a step count: those about this form, since it was opened. */
interface Counted {
  readonly formHash: string;
  readonly since: number;
}

/** The approvals of a step that count, each human and each seat once. */
export function countApprovals(decisions: readonly CountedDecision[], counted: Counted): number {
  return countVotes(decisions, "approve", counted);
}

/** The rejections of a step that count, in the same way. */
export function countRejections(decisions: readonly CountedDecision[], counted: Counted): number {
  return countVotes(decisions, "reject", counted);
}

function countVotes(decisions: readonly CountedDecision[], wanted: Verdict, { formHash, since }: Counted): number {
  const humans = new Set<string>();
  const seats = new Set<string>();
  for (const { decidedById, onBehalfOfId, human, verdict, formHash: decidedHash, at } of decisions) {
    if (verdict !== wanted || decidedById === undefined || human === null || decidedHash !== formHash || at < since)
      continue;
    const seat = onBehalfOfId ?? decidedById;
    if (humans.has(human) || seats.has(seat)) continue;
    humans.add(human);
    seats.add(seat);
  }
  return humans.size;
}

/** Where an open step stands after these decisions, by what it took of each when it was opened. */
export function stepStateAfter(
  decisions: readonly CountedDecision[],
  step: Counted & { readonly required: number; readonly rejections: number },
): Extract<StepState, "Active" | "Approved" | "Rejected"> {
  if (countRejections(decisions, step) >= step.rejections) return "Rejected";
  return countApprovals(decisions, step) >= step.required ? "Approved" : "Active";
}
