import type { TaskStatus } from "../../../../convex/core/tasks/table";
import { cn } from "../../../ui/cn";
import type { RequestProgress } from "./api";
import { stripLabel } from "./progress-words";

// Height tells what colour tells: the step in work is taller, one to come is an empty outline.
const segmentLooks: Record<TaskStatus, string> = {
  Complete: "h-1 bg-success-solid",
  Running: "h-2 bg-info-solid",
  "Not Started": "h-1.5 border border-line-strong bg-transparent",
  Failed: "h-2 bg-danger-solid",
};

/** One segment per task, in order. The words beside it say the same. */
export function ProgressStrip({ steps }: { steps: RequestProgress["steps"] }) {
  return (
    <div role="img" aria-label={stripLabel(steps)} className="flex h-2 items-center gap-1">
      {steps.map((step) => (
        <span key={step.id} className={cn("min-w-2 flex-1 rounded-full", segmentLooks[step.status])} />
      ))}
    </div>
  );
}
