/** Words about the steps of an approval. */

import type { SeatSource, StepState, Verdict } from "../../../convex/core/approvals/table";
import { listed } from "../../../convex/core/shared/rules/may";

/** A step of an approval, as far as people are shown it. */
export interface ApprovalStep {
  readonly id: string;
  readonly title: string;
  readonly state: StepState;
  readonly required: number | null;
  readonly approved: number;
  readonly seats: readonly {
    readonly person: { readonly name: string };
    readonly source: SeatSource;
    readonly fromName: string | null;
    readonly isPending: boolean;
  }[];
  /** Whom a step that comes later would ask. */
  readonly expected: readonly string[];
  readonly decisions: readonly {
    readonly id: string;
    readonly by: string;
    readonly onBehalfOf: string | null;
    readonly verdict: Verdict;
    readonly comment: string;
    readonly at: number;
    readonly isVoid: boolean;
  }[];
  readonly nudgedAt: number | null;
  /** Why nobody can decide, when that is so. */
  readonly problem: string | null;
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

const NAMED = 4;

/** "Ada Byron or Bob Fisher": whom a later step would ask; more than a few are counted. */
export function expectedText(names: readonly string[]): string {
  return listed(
    names.length <= NAMED ? names : [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} others`],
    "or",
  );
}

/** Whether the approval these steps are of was taken back: none of them counts any more. */
export function areTakenBack(steps: readonly Pick<ApprovalStep, "decisions">[]): boolean {
  return steps.some(({ decisions }) => decisions.some(({ verdict }) => verdict === "takeBack"));
}

export const VERDICT_WORDS: Record<Verdict, string> = {
  approve: "approved",
  reject: "rejected",
  askInfo: "asked for information",
  breakGlass: "approved by break-glass",
  takeBack: "took the approval back",
};
