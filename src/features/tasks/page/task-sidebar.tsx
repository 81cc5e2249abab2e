import { useId } from "react";
import { typeOf } from "../../../../convex/core/tasks/rules";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { SystemLabel } from "../../../components/kinds/system-icon";
import { TaskStatusBadge } from "../../../components/status/task-status-badge";
import { formatDuration } from "../../../lib/dates";
import { cn } from "../../../ui/cn";
import { Card } from "../../../ui/page/card";
import { SideFact } from "../../../ui/page/description-list";
import { RelativeTime } from "../../../ui/text/relative-time";
import type { TaskPageData } from "../api";
import { attemptWords, EXECUTOR_WORDS } from "./executor-words";
import { PageLink } from "./page-link";

/** Facts beside the timeline, and the task among the others of its request. */
export function TaskSidebar({
  task,
  isAdminFrame,
  className,
}: {
  task: TaskPageData;
  isAdminFrame: boolean;
  className?: string;
}) {
  const { executor, holder, candidates, request, startedAt, finishedAt, dueAt } = task;
  const attempts = attemptWords(task);
  const connector = typeOf(task.type)?.connector;
  return (
    <aside aria-label="Facts" className={cn("flex min-w-0 flex-col gap-4", className)}>
      <Card className="px-4 py-3">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm lg:grid-cols-1">
          <SideFact term="How">{executor ? EXECUTOR_WORDS[executor] : "A type this portal does not know"}</SideFact>
          {connector ? (
            <SideFact term="System">
              <SystemLabel system={connector} />
            </SideFact>
          ) : null}
          {holder ? <SideFact term="Held by">{holder.name}</SideFact> : null}
          {candidates.length > 0 ? <SideFact term="May be taken by">{candidates.join(", ")}</SideFact> : null}
          {attempts ? (
            <SideFact term="Attempt">
              <span className="tabular-nums">{attempts}</span>
            </SideFact>
          ) : null}
          {startedAt === null ? null : (
            <SideFact term="Started">
              <RelativeTime at={startedAt} />
            </SideFact>
          )}
          {finishedAt === null ? null : (
            <SideFact term="Ended">
              <RelativeTime at={finishedAt} />
            </SideFact>
          )}
          {startedAt !== null && finishedAt !== null ? (
            <SideFact term="Took">
              <span className="tabular-nums">{formatDuration(finishedAt - startedAt)}</span>
            </SideFact>
          ) : null}
          {dueAt !== null && executor !== "connector" ? (
            <SideFact term="Due">
              <RelativeTime at={dueAt} />
            </SideFact>
          ) : null}
          {task.isIrreversible ? (
            <SideFact term="Cannot be undone">Once it starts, the requester can no longer cancel</SideFact>
          ) : null}
          {task.runsAlways ? <SideFact term="Always runs">Even if an earlier task failed</SideFact> : null}
          <SideFact term="Requested by">{request.requestedBy}</SideFact>
          {request.beneficiary.id === request.requester.id ? null : (
            <SideFact term="For">{request.beneficiary.name}</SideFact>
          )}
        </dl>
      </Card>
      <OtherTasks task={task} isAdminFrame={isAdminFrame} className="hidden lg:block" />
      <GoLink
        to={pathTo("createTicket", { related: task.grant ? `grant:${task.grant.id}` : `task:${task.id}` })}
        className="self-start rounded-sm px-1 text-sm text-accent-text underline-offset-2 hover:underline pointer-coarse:py-3"
      >
        {task.grant ? "Ask support about this access" : "Ask support about this task"}
      </GoLink>
    </aside>
  );
}

/** Every task of the request, in order, with this one marked. */
export function OtherTasks({
  task,
  isAdminFrame,
  className,
}: {
  task: TaskPageData;
  isAdminFrame: boolean;
  className?: string;
}) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className={cn("px-4 py-3", className)}>
      <h2 id={titleId} className="pb-2 text-sm font-semibold text-ink">
        Tasks of {task.request.key}
      </h2>
      <ol className="flex flex-col gap-2 text-sm pointer-coarse:gap-6">
        {task.others.map(({ id, address, title, order, status, isSkipped }) => (
          <li key={id} className="flex items-start justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted tabular-nums">{order}. </span>
              {id === task.id ? (
                <span aria-current="page" className="font-medium text-ink">
                  {title}
                </span>
              ) : (
                <PageLink
                  to={pathTo(isAdminFrame ? "taskAsAdmin" : "task", { taskId: address })}
                  className="relative pointer-coarse:inline-block pointer-coarse:after:absolute pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-3"
                >
                  {title}
                </PageLink>
              )}
            </span>
            <TaskStatusBadge status={status} outcome={isSkipped ? "skipped" : null} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
