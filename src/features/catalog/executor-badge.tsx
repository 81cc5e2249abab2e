import { TriangleAlert } from "lucide-react";
import type { TaskExecutor } from "../../../convex/core/tasks/rules";
import { EXECUTOR_ICONS } from "../../components/workflow/task-lanes";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import { EXECUTORS } from "./template-words";

const VARIANTS: Readonly<Record<TaskExecutor, BadgeVariant>> = {
  approval: "secondary",
  manual: "warning",
  connector: "neutral",
  portal: "neutral",
};

/** Who carries out a task. */
export function ExecutorBadge({ executor }: { executor: TaskExecutor | null }) {
  if (executor === null)
    return (
      <Badge variant="destructive" icon={<TriangleAlert aria-hidden />}>
        Unknown type
      </Badge>
    );
  return (
    <Badge variant={VARIANTS[executor]} icon={EXECUTOR_ICONS[executor]}>
      {EXECUTORS[executor]}
    </Badge>
  );
}
