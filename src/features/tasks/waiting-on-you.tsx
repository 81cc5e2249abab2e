import { CalendarClock, TriangleAlert } from "lucide-react";
import { QueryBoundary } from "../../components/query-boundary";
import { TaskStatusBadge } from "../../components/task-status-badge";
import { formatDateTime } from "../../lib/dates";
import { useViewer } from "../../shell/session";
import { Card, CardHeader } from "../../ui/card";
import { cn } from "../../ui/cn";
import { EmptyState } from "../../ui/empty-state";
import { RelativeTime } from "../../ui/relative-time";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton";
import { Tooltip } from "../../ui/tooltip";
import { TruncatedText } from "../../ui/truncated-text";
import { useNow } from "../../ui/use-now";
import { type HeldTask, useHeldTasks } from "./api";
import { attemptText, dueText, groupTasks, summary, urgency, waitingText } from "./view";

/** The tasks the viewer holds: those somebody waits for, then those to come. Live. */
export function WaitingOnYou() {
  return (
    <Card aria-labelledby="waiting-on-you">
      <CardHeader id="waiting-on-you" title="Waiting on you" />
      <QueryBoundary title="Your tasks did not load">
        <HeldTasks />
      </QueryBoundary>
    </Card>
  );
}

/** "3 tasks are waiting on you, 1 overdue.": the line under the greeting. */
export function WaitingSummary() {
  const tasks = useHeldTasks();
  const now = useNow();
  // The line keeps its height while it waits, so that nothing below it moves.
  return <span className="inline-block min-h-5">{tasks ? summary(tasks, now) : null}</span>;
}

function HeldTasks() {
  const tasks = useHeldTasks();
  if (tasks === undefined) return <LoadingTasks />;
  const { waiting, comingUp } = groupTasks(tasks);
  if (waiting.length + comingUp.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="Nothing is waiting on you" className="pt-0">
        Tasks assigned to you appear here as soon as it is their turn.
      </EmptyState>
    );
  }
  return (
    <>
      {waiting.length > 0 ? <TaskList label="Now" tasks={waiting} /> : null}
      {comingUp.length > 0 ? <TaskList label="Coming up" tasks={comingUp} /> : null}
    </>
  );
}

function TaskList({ label, tasks }: { label: string; tasks: readonly HeldTask[] }) {
  return (
    <section aria-label={label}>
      <h3 className="border-y border-line bg-sunken px-4 py-1.5 text-xs font-medium text-muted">
        {label} <span className="ml-1 font-normal tabular-nums">{tasks.length}</span>
      </h3>
      <ul>
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskItem({ task }: { task: HeldTask }) {
  const viewer = useViewer();
  const waiting = waitingText(task, `${viewer?.firstName} ${viewer?.lastName}`);
  const attempt = attemptText(task);
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium text-ink">{task.title}</p>
        <p className="flex min-w-0 items-baseline gap-1.5 text-sm text-muted">
          <span className="shrink-0 font-mono text-xs">{task.requestKey}</span>
          <TruncatedText text={task.requestTitle} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 sm:row-span-2 sm:flex-col sm:items-end sm:justify-start sm:gap-1.5">
        <TaskStatusBadge status={task.status} />
        {task.status === "Not Started" ? null : <Due dueAt={task.dueAt} />}
      </div>
      <p className="text-sm text-ink-soft">
        {task.startedAt === null ? "Starts when the earlier tasks are complete" : <>Since <RelativeTime at={task.startedAt} /></>}
        {waiting ? <> · {waiting}</> : null}
        {attempt ? <> · {attempt}</> : null}
      </p>
    </li>
  );
}

const dueLooks = {
  overdue: "font-medium text-danger",
  soon: "font-medium text-warning",
  later: "text-muted",
  none: "text-muted",
} as const;

function Due({ dueAt }: { dueAt: number | null }) {
  const now = useNow();
  const level = urgency(dueAt, now);
  if (dueAt === null) return <span className="text-sm text-muted">{dueText(dueAt, now)}</span>;
  const Icon = level === "overdue" ? TriangleAlert : CalendarClock;
  return (
    <Tooltip text={formatDateTime(dueAt)}>
      <time
        dateTime={new Date(dueAt).toISOString()}
        tabIndex={0}
        className={cn("inline-flex items-center gap-1.5 rounded-sm text-sm whitespace-nowrap", dueLooks[level])}
      >
        <Icon aria-hidden className="size-3.5" />
        {dueText(dueAt, now)}
        <span className="sr-only">, {formatDateTime(dueAt)}</span>
      </time>
    </Tooltip>
  );
}

function LoadingTasks() {
  return (
    <SkeletonGroup label="Loading your tasks" className="flex flex-col gap-5 px-4 pt-1 pb-5">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="w-48" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
