import { MessageCircleQuestion } from "lucide-react";
import { pathTo } from "../../../../../convex/site/links";
import { ApprovalSteps } from "../../../../components/approval-steps/approval-steps";
import { TaskStatusBadge } from "../../../../components/status/task-status-badge";
import { formatDeadline, formatDuration, withReadersTimes } from "../../../../lib/dates";
import { Button } from "../../../../ui/button";
import { cn } from "../../../../ui/cn";
import { MetaLine } from "../../../../ui/text/meta-line";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { useNow } from "../../../../ui/text/use-now";
import type { DetailTask, RequestDetail } from "../api";
import { PageLink } from "../page-link";
import { TaskFolds } from "./task-folds";
import { TaskMark } from "./task-mark";
import { attemptText, holderText, isStuck, mendText, outcomeText } from "./task-words";

/** What somebody, or the portal, wrote down at the end. */
const EVIDENCE = { approval: "Note", manual: "Evidence", automatic: "Result" } as const;

/** One task: what, how it stands, who has it, since when, and what there is to look into. */
export function TaskItem({
  task,
  request,
  isAdminFrame,
  onPlanAgain,
  onAsk,
}: {
  task: DetailTask;
  request: RequestDetail;
  isAdminFrame: boolean;
  onPlanAgain: () => Promise<number>;
  /** Absent where there is nothing to ask. */
  onAsk: (() => void) | undefined;
}) {
  const { address, title, kind, status, problem, obstacle, skippedBecause, evidence, approval, waitingOn } = task;
  const holder = holderText(task);
  const outcome = outcomeText(task);
  const attempt = attemptText(task);
  // The request ended before it: nobody will ever be asked.
  const isNeverReached = status === "Not Started" && task.outcome === "cancelled";
  return (
    <article aria-label={title} className="relative flex gap-3 pb-4">
      <span className="relative z-10 mt-0.5 flex size-4 shrink-0 items-center justify-center bg-surface">
        <TaskMark task={task} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start justify-between gap-x-3">
          <PageLink
            to={pathTo(isAdminFrame ? "taskAsAdmin" : "task", { taskId: address })}
            className="relative min-w-0 font-medium break-words text-ink underline-offset-2 hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-3"
          >
            {title}
          </PageLink>
          <TaskStatusBadge status={status} outcome={task.outcome} />
        </div>
        <MetaLine>
          {holder ? <span className="text-ink-soft">{holder}</span> : null}
          {outcome && task.outcome !== "skipped" && task.outcome !== "revoked" ? <span>{outcome}</span> : null}
          <Times task={task} />
          {attempt ? <span className={cn(status !== "Complete" && "text-warning")}>{attempt}</span> : null}
        </MetaLine>
        {problem && status === "Failed" && kind !== "approval" ? (
          <p className="text-sm text-danger">
            {problem} {isStuck(task) ? <span className="text-ink-soft">{mendText(task, request)}</span> : null}
          </p>
        ) : null}
        {onAsk ? (
          <Button size="sm" variant="outline" className="self-start" onClick={onAsk}>
            <MessageCircleQuestion aria-hidden /> Ask about it
          </Button>
        ) : null}
        {obstacle ? <p className="text-sm text-warning">{withReadersTimes(obstacle)}</p> : null}
        {status === "Running" && waitingOn?.to ? (
          <PageLink
            to={waitingOn.to}
            className="self-start text-sm text-accent-text underline-offset-2 hover:underline"
          >
            {withReadersTimes(waitingOn.text)}
          </PageLink>
        ) : null}
        {skippedBecause ? <p className="text-sm text-muted">{skippedBecause}</p> : null}
        {evidence ? (
          <p className="text-sm wrap-anywhere text-ink-soft">
            <span className="text-muted">{EVIDENCE[kind]}: </span>
            {kind === "automatic" ? withReadersTimes(evidence) : evidence}
          </p>
        ) : null}
        {approval && !isNeverReached ? <ApprovalSteps steps={approval.steps} /> : null}
        <TaskFolds task={task} onPlanAgain={onPlanAgain} />
      </div>
    </article>
  );
}

function Times({ task: { startedAt, finishedAt, dueAt, status, outcome } }: { task: DetailTask }) {
  const now = useNow();
  if (startedAt === null || outcome === "skipped") return null;
  return (
    <>
      <span>
        Started <RelativeTime at={startedAt} />
      </span>
      <span className="tabular-nums" suppressHydrationWarning>
        {finishedAt === null ? "Running for" : "Took"} {formatDuration(Math.max(0, (finishedAt ?? now) - startedAt))}
      </span>
      {status === "Running" && dueAt !== null ? (
        <span suppressHydrationWarning>Due {formatDeadline(dueAt)}</span>
      ) : null}
    </>
  );
}
