/** Words of the queues. */

import type { BulkOperation } from "../../../convex/core/shared/table";
import { endingOf } from "../../../convex/core/tasks/rules/ended";
import { TASK_ENDINGS } from "../../../convex/core/tasks/rules/endings";
import { count } from "../../lib/text";
import type { BulkJob, TaskRow } from "./api";

/** How a task ended, in the words of the filter, where its status does not say it. */
export function endingText({ type, outcome }: Pick<TaskRow, "type" | "outcome">): string | null {
  const ending = endingOf({ type, outcome: outcome ?? undefined });
  return ending === null || ending === "done" || ending === "error" ? null : TASK_ENDINGS[ending].label;
}

/** What each bulk operation is called, asks, and says when it is done, or where it applies to none of the chosen rows. */
export const OPERATIONS: Readonly<
  Record<
    BulkOperation,
    {
      readonly verb: string;
      readonly isDestructive: boolean;
      readonly explains: string;
      readonly appliesToNone: string;
    }
  >
> = {
  retryFailed: {
    verb: "Retry failed",
    isDestructive: false,
    explains: "Failed tasks start again; what succeeded before is kept.",
    appliesToNone: "Nothing selected has failed and can be retried",
  },
  assign: {
    verb: "Assign",
    isDestructive: false,
    explains: "They get the tasks and are notified. Tasks the portal runs itself are left alone.",
    appliesToNone: "None of the selected tasks is open manual work",
  },
  markFailed: {
    verb: "Mark failed",
    isDestructive: true,
    explains:
      "Running tasks end as failed and are not retried automatically. Results that still come are kept, never applied.",
    appliesToNone: "None of the selected tasks is running work",
  },
  cancel: {
    verb: "Cancel requests",
    isDestructive: true,
    explains:
      "Open requests end. Running tasks are stopped, the others never start, and the requesters are notified. A cancelled request is never reopened.",
    appliesToNone: "The selected requests have already ended",
  },
};

/** "Cancel 12 requests". */
export function operationText(operation: BulkOperation, n: number, noun: string): string {
  const what = count(n, noun);
  switch (operation) {
    case "retryFailed":
      return noun === "task" ? `Retry ${what}` : `Retry failed tasks of ${what}`;
    case "assign":
      return `Assign ${what}`;
    case "markFailed":
      return `Mark ${what} as failed`;
    case "cancel":
      return `Cancel ${what}`;
  }
}

/** "9 of 12 done, 3 refused". */
export function progressText({
  total,
  done,
  refused,
  failed,
  notRun,
}: Pick<BulkJob, "total" | "done" | "refused" | "failed" | "notRun">): string {
  const parts = [`${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} done`];
  if (refused > 0) parts.push(`${refused} refused`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (notRun > 0) parts.push(`${notRun} not run`);
  return parts.join(", ");
}
