import { Circle, CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { TaskStatus } from "../../convex/tasks/table";
import { Badge, type BadgeVariant } from "../ui/badge";

const looks: Record<TaskStatus, { variant: BadgeVariant; Icon: LucideIcon }> = {
  Complete: { variant: "default", Icon: CircleCheck },
  Running: { variant: "secondary", Icon: LoaderCircle },
  "Not Started": { variant: "outline", Icon: Circle },
  Failed: { variant: "destructive", Icon: CircleX },
};

/** A task's status, the same everywhere. */
export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  const { variant, Icon } = looks[status];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {status}
    </Badge>
  );
}
