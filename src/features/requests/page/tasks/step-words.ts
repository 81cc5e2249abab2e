import type { ApprovalStep } from "../api";

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
