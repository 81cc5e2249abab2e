import type { TaskPageData } from "../api";

/** "Attempt 2 of 5"; null while there is nothing to say. */
export function attemptWords({
  attempt,
  maxAttempts,
  executor,
}: Pick<TaskPageData, "attempt" | "maxAttempts" | "executor">): string | null {
  if (attempt === 0 || executor === "approval" || executor === "manual") return null;
  return `${attempt} of ${maxAttempts}`;
}

/** Who does a task of this kind. */
export const EXECUTOR_WORDS: Readonly<Record<NonNullable<TaskPageData["executor"]>, string>> = {
  approval: "Decided by approvers",
  manual: "Done by a person",
  connector: "Done by the portal in the system",
  portal: "Done by the portal",
};
