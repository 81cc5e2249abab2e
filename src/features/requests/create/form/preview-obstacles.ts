/** What of a preview speaks against sending: it repeats something, or nobody could decide. */

import type { Preview } from "../api";

/** What of a preview says that the request would repeat something. */
type Repeated = Pick<Preview, "duplicates" | "held" | "hasHiddenDuplicate" | "hasHiddenGrant">;

/** Whether the same is open already. */
export function isOpenAlready({
  duplicates,
  hasHiddenDuplicate,
}: Pick<Repeated, "duplicates" | "hasHiddenDuplicate">): boolean {
  return duplicates.length > 0 || hasHiddenDuplicate;
}

/** Whether what is asked for is open or held already. */
export function isThereAlready(preview: Repeated | null): boolean {
  return preview !== null && (isOpenAlready(preview) || preview.held.length > 0 || preview.hasHiddenGrant);
}

/** Why the request could not be decided, with the fix; null when nothing stands in the way. */
export function whyBlocked(preview: Pick<Preview, "steps"> | null): string | null {
  const problem = preview?.steps.find((step) => step.problem)?.problem;
  return problem ? `${problem.message} ${problem.fix}` : null;
}
