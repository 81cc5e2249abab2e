import { List, Workflow } from "lucide-react";
import { Suspense } from "react";
import { localFlag } from "../../../../components/local-flag";
import { lazyPart } from "../../../../ui/lazy-part";
import { Card, CardHeader } from "../../../../ui/page/card";
import { EmptyState } from "../../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";
import { type View, ViewSwitch } from "../../../../ui/page/view-switch";
import { type DetailTask, type RequestDetail, useRequestCommands } from "../api";
import { TaskItem } from "./task-item";
import { groupByOrder, progressText, whyNotAsk } from "./task-words";

const TaskDrawing = lazyPart(() => import("./task-drawing").then((part) => part.TaskDrawing));

const VIEWS: readonly View<"drawing" | "list">[] = [
  { value: "list", label: "List", icon: <List aria-hidden /> },
  { value: "drawing", label: "Drawing", icon: <Workflow aria-hidden /> },
];

/** How somebody likes to see the tasks of any request. */
const drawsTasks = localFlag("portal-tasks-drawn", false);

/** The tasks from top to bottom in the order they run; those that run side by side stand together. */
export function TaskTimeline({
  request,
  isAdminFrame,
  onAsk,
}: {
  request: RequestDetail;
  isAdminFrame: boolean;
  /** Begins a comment about a task. */
  onAsk: (task: DetailTask) => void;
}) {
  const groups = groupByOrder(request.tasks);
  const { planAgain } = useRequestCommands(request.id);
  const isDrawn = drawsTasks.useFlag();
  const item = (task: DetailTask) => (
    <TaskItem
      task={task}
      request={request}
      isAdminFrame={isAdminFrame}
      onPlanAgain={planAgain}
      onAsk={whyNotAsk(request, task) === null ? () => onAsk(task) : undefined}
    />
  );
  return (
    <Card aria-labelledby="progress">
      <CardHeader
        id="progress"
        title="Progress"
        description={groups.length === 0 ? undefined : progressText(request.tasks)}
        actions={
          groups.length === 0 ? null : (
            <ViewSwitch
              label="How tasks are shown"
              views={VIEWS}
              value={isDrawn ? "drawing" : "list"}
              onValueChange={(view) => drawsTasks.write(view === "drawing")}
            />
          )
        }
      />
      {groups.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No tasks yet" className="pt-0">
          They appear here when the request is sent.
        </EmptyState>
      ) : isDrawn ? (
        <Suspense fallback={<LoadingDrawing />}>
          <TaskDrawing tasks={request.tasks} isAdminFrame={isAdminFrame} />
        </Suspense>
      ) : (
        <ol className="flex flex-col px-4 pb-2">
          {groups.map(({ order, tasks }, index) => (
            <li key={order} className="relative">
              {index < groups.length - 1 ? (
                <span aria-hidden className="absolute top-6 bottom-0 left-2 w-px bg-line-strong" />
              ) : null}
              {tasks.length > 1 ? (
                <p className="pb-1 pl-7 text-xs text-muted">{tasks.length} tasks side by side</p>
              ) : null}
              {tasks.length === 1 && tasks[0] ? (
                item(tasks[0])
              ) : (
                <ul>
                  {tasks.map((task) => (
                    <li key={task.id}>{item(task)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function LoadingDrawing() {
  return (
    <SkeletonGroup label="Loading the drawing" className="px-4 pb-4">
      <Skeleton className="h-96" />
    </SkeletonGroup>
  );
}
