/** How far a step is, and how many of its people it takes. */

import type { ApprovalStep } from "./api";

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
  // Whoever stands in for somebody shares their seat.
  const people = seats.filter(({ isOver, source }) => !isOver && source !== "delegation").length;
  const whom =
    people <= 1
      ? null
      : required < people
        ? required === 1
          ? "any of them"
          : `any ${required} of ${people}`
        : people === 2
          ? "both needed"
          : "all of them needed";
  const votes = rejections === 1 ? "" : ` ${rejected} of ${rejections} rejections that end it.`;
  return `${approved} of ${required} approved${whom === null ? "" : ` (${whom})`}.${votes}`;
}
