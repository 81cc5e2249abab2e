/** How one task ended. Apart from the endings themselves, which every address of a list knows. */

import { isApproval } from "../rules";
import type { TaskEnding, TaskFields } from "../table";

/** How a task ended; null while it has not. */
export function endingOf({ type, outcome }: Pick<TaskFields, "type" | "outcome">): TaskEnding | null {
  switch (outcome) {
    case undefined:
      return null;
    case "resolved_manually":
      return "resolved";
    case "timed_out":
      return isApproval({ type }) ? "expired" : "timedOut";
    default:
      return outcome;
  }
}
