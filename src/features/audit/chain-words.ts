import { breakWords, isStalled } from "../../../convex/core/audit/rules/chain";
import type { Verification } from "./api";

/** What the last check of the chain means. */
export function chainWords(
  verification: Verification,
  now: number,
): {
  readonly state: "unchecked" | "checking" | "stalled" | "whole" | "broken";
  readonly sentence: string;
} {
  if (verification === null) return { state: "unchecked", sentence: "Nobody has verified it yet." };
  const { broken, finishedAt, checkedSequence, untilSequence, checked, removed = 0 } = verification;
  if (broken) return { state: "broken", sentence: breakWords(broken) };
  if (isStalled(verification, now))
    return {
      state: "stalled",
      sentence: `It stopped at ${figure(checkedSequence)} of ${figure(untilSequence)} events. Verify continues from there.`,
    };
  if (finishedAt === undefined)
    return { state: "checking", sentence: `${figure(checkedSequence)} of ${figure(untilSequence)} events checked.` };
  return { state: "whole", sentence: `${figure(checked + removed)} events verified.` };
}

function figure(count: number): string {
  return count.toLocaleString("en-GB");
}
