/** The tasks of a request as boxes of a drawing; pure, with its cases beside it. */

import { STUCK_HOLDER } from "../../../../../convex/core/shared/rules/queues";
import { executorOf } from "../../../../../convex/core/tasks/rules";
import { TASK_ENDINGS } from "../../../../../convex/core/tasks/rules/endings";
import { operationOf } from "../../../../../convex/core/tasks/rules/inputs";
import { laneOf } from "../../../../components/workflow/lane-of";
import { withReadersTimes } from "../../../../lib/dates";
import type { LaneTone } from "../../../../ui/chart/lane-box";
import type { DetailTask } from "../api";
import { attemptText, holderText, isStuck, outcomeText } from "./task-words";

/** What a box says about a task, before it has pictures. */
export interface TaskFacts {
  readonly task: DetailTask;
  readonly lane: ReturnType<typeof laneOf>;
  readonly tone: LaneTone;
  readonly state: string;
  readonly note: string;
  readonly condition: string | null;
  /** How its work is taken back, where it can be; null where nothing can. */
  readonly undo: string | null;
}

/** Everything a box says, in the order the tasks run. */
export function factsOf(tasks: readonly DetailTask[]): TaskFacts[] {
  return tasks
    .toSorted((a, b) => a.order - b.order)
    .map((task) => {
      const state = stateOf(task);
      const holder = isStuck(task) ? (task.holder?.name ?? STUCK_HOLDER) : holderText(task);
      const attempt = attemptText(task);
      return {
        task,
        lane: laneOf(executorOf(task)),
        tone: toneOf(task),
        state,
        note: [
          state,
          task.status === "Not Started" && task.obstacle !== null
            ? withReadersTimes(task.obstacle)
            : (attempt ?? (task.status === "Complete" ? null : holder)),
        ]
          .filter(Boolean)
          .join(" · "),
        // The state says "Skipped" already.
        condition: task.skippedBecause?.replace(/^Not needed: i/, "I") ?? null,
        undo: operationOf(task.type)?.compensation ?? null,
      };
    });
}

/** How a task stands: its status, and beside it how it ended where that says more. */
function stateOf(task: DetailTask): string {
  const ending = task.takenBackAt === null ? outcomeText(task) : TASK_ENDINGS.revoked.label;
  return ending === null ? task.status : `${task.status} · ${ending}`;
}

function toneOf({ status, outcome, obstacle, takenBackAt }: DetailTask): LaneTone {
  if (takenBackAt !== null) return "out";
  switch (status) {
    case "Complete":
      return outcome === "skipped" || outcome === "revoked" ? "out" : "done";
    case "Failed":
      return outcome === "cancelled" ? "out" : "failed";
    case "Running":
      return "running";
    case "Not Started":
      return outcome === "cancelled" ? "out" : obstacle === null ? "plain" : "waiting";
  }
}
