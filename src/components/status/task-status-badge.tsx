import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle, type LucideIcon, Undo2 } from "lucide-react";
import { TASK_ENDINGS } from "../../../convex/core/tasks/rules/endings";
import type { TaskOutcome, TaskStatus } from "../../../convex/core/tasks/table";
import { Badge, type BadgeVariant } from "../../ui/text/badge";

const looks: Record<TaskStatus, { variant: BadgeVariant; Icon: LucideIcon }> = {
  Complete: { variant: "default", Icon: CircleCheck },
  Running: { variant: "secondary", Icon: LoaderCircle },
  "Not Started": { variant: "outline", Icon: Circle },
  Failed: { variant: "destructive", Icon: CircleX },
};

/** Complete, and yet nothing was done, or it no longer counts: said beside the status, which stays what it is. */
const besides: Partial<Record<TaskOutcome, { label: string; Icon: LucideIcon }>> = {
  skipped: { label: TASK_ENDINGS.skipped.label, Icon: CircleMinus },
  revoked: { label: TASK_ENDINGS.revoked.label, Icon: Undo2 },
};

/**
 * A task's status, one of four, the same everywhere. With how it ended, a task that was left out or taken back says so
 * beside it.
 */
export function TaskStatusBadge({ status, outcome = null }: { status: TaskStatus; outcome?: TaskOutcome | null }) {
  const { variant, Icon } = looks[status];
  const beside = status === "Complete" && outcome !== null ? besides[outcome] : undefined;
  const badge = (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {status}
    </Badge>
  );
  if (!beside) return badge;
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 align-middle">
      {badge}
      <span className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted">
        <beside.Icon aria-hidden className="size-3 shrink-0" />
        {beside.label}
      </span>
    </span>
  );
}
