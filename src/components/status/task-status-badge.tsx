import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle, Undo2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { TaskOutcome, TaskStatus } from "../../../convex/core/tasks/table";
import { Badge, type BadgeVariant } from "../../ui/text/badge";

const looks: Record<TaskStatus, { variant: BadgeVariant; Icon: LucideIcon }> = {
  Complete: { variant: "default", Icon: CircleCheck },
  Running: { variant: "secondary", Icon: LoaderCircle },
  "Not Started": { variant: "outline", Icon: Circle },
  Failed: { variant: "destructive", Icon: CircleX },
};

/** Complete, and yet nothing was done, or it no longer counts: neither is a success. */
const empty: Partial<Record<TaskOutcome, { label: string; Icon: LucideIcon }>> = {
  skipped: { label: "Skipped", Icon: CircleMinus },
  revoked: { label: "Taken back", Icon: Undo2 },
};

/** A task's status, the same everywhere; with how it ended, a task that was left out or taken back says so. */
export function TaskStatusBadge({ status, outcome = null }: { status: TaskStatus; outcome?: TaskOutcome | null }) {
  const { variant, Icon } = looks[status];
  const left = status === "Complete" && outcome !== null ? empty[outcome] : undefined;
  if (left)
    return (
      <Badge variant="neutral" icon={<left.Icon aria-hidden />}>
        {left.label}
      </Badge>
    );
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {status}
    </Badge>
  );
}
