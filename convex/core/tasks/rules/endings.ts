/** How tasks end as people speak of it: with work done, with somebody's decision, or with a fault of a system. */

import type { TaskEnding, TaskStatus } from "../table";

/** Every ending: its name, what kind it is, and the statuses a task that ended so can have. */
export const TASK_ENDINGS: Readonly<
  Record<TaskEnding, { readonly label: string; readonly kind: EndingKind; readonly statuses: readonly TaskStatus[] }>
> = {
  done: { label: "Done", kind: "work", statuses: ["Complete"] },
  resolved: { label: "Resolved manually", kind: "work", statuses: ["Complete"] },
  skipped: { label: "Skipped", kind: "work", statuses: ["Complete"] },
  rejected: { label: "Rejected", kind: "decision", statuses: ["Failed"] },
  expired: { label: "Nobody decided in time", kind: "decision", statuses: ["Failed"] },
  revoked: { label: "Taken back", kind: "decision", statuses: ["Complete"] },
  cancelled: { label: "Cancelled", kind: "decision", statuses: ["Not Started", "Running", "Failed", "Complete"] },
  error: { label: "Error", kind: "fault", statuses: ["Failed"] },
  timedOut: { label: "No answer in time", kind: "fault", statuses: ["Failed"] },
};
export type EndingKind = "work" | "decision" | "fault";
