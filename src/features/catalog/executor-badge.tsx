import { Bot, Hand, Plug, ThumbsUp, TriangleAlert } from "lucide-react";
import type { TaskExecutor } from "../../../convex/core/tasks/rules";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import { EXECUTORS } from "./template-words";

const looks: Readonly<Record<TaskExecutor, { variant: BadgeVariant; Icon: typeof Bot }>> = {
  approval: { variant: "secondary", Icon: ThumbsUp },
  manual: { variant: "warning", Icon: Hand },
  connector: { variant: "neutral", Icon: Plug },
  portal: { variant: "neutral", Icon: Bot },
};

/** Who carries out a task. */
export function ExecutorBadge({ executor }: { executor: TaskExecutor | null }) {
  if (executor === null)
    return (
      <Badge variant="destructive" icon={<TriangleAlert aria-hidden />}>
        Unknown type
      </Badge>
    );
  const { variant, Icon } = looks[executor];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {EXECUTORS[executor]}
    </Badge>
  );
}
