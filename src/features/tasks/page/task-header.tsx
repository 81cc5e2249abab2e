import { Hand, RotateCcw, UserRoundPlus, Wrench } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { pathTo } from "../../../../convex/site/links";
import { TaskStatusBadge } from "../../../components/status/task-status-badge";
import { Button } from "../../../ui/button";
import { PageHeader } from "../../../ui/page/page-header";
import type { TaskPageData } from "../api";
import { PageLink } from "./page-link";
import { stepWords } from "./step-words";
import type { TaskDialog } from "./task-dialogs";
import { useTaskCommand } from "./use-task-command";

interface ActionsProps {
  readonly task: TaskPageData;
  readonly onOpen: (dialog: TaskDialog) => void;
  /** Where the focus goes when a button is gone. */
  readonly next: RefObject<HTMLElement | null>;
}

/** Title, place in the request, status, and what the viewer can do. */
export function TaskHeader({
  task,
  isAdminFrame,
  alsoHere,
  onOpen,
  next,
}: ActionsProps & { isAdminFrame: boolean; alsoHere: ReactNode }) {
  const { request, title, status, outcome } = task;
  return (
    <PageHeader
      title={<span className="wrap-anywhere">{title}</span>}
      context={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TaskStatusBadge status={status} outcome={outcome} />
          <span>{stepWords(task)} of</span>
          <PageLink
            to={pathTo(isAdminFrame ? "requestAsAdmin" : "request", { id: request.key })}
            className="relative min-w-0 wrap-anywhere pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3"
          >
            <span className="font-mono text-sm">{request.key}</span> {request.title}
          </PageLink>
        </span>
      }
      actions={
        <>
          {alsoHere}
          <Actions task={task} onOpen={onOpen} next={next} />
        </>
      }
    />
  );
}

/** Only what could ever be done with such a task is offered; what cannot be done now says why. */
function Actions({ task, onOpen, next }: ActionsProps) {
  const { commands, act, isBusy } = useTaskCommand();
  const { whyNot, status, executor, id } = task;
  async function claim(): Promise<void> {
    if (await act("The task could not be taken", () => commands.claim({ taskId: id }))) next.current?.focus();
  }
  const isOpenManual = executor === "manual" && (status === "Running" || status === "Not Started");
  return (
    <>
      {isOpenManual && whyNot.claim === null ? (
        <Button
          variant={task.holder ? "outline" : "default"}
          busy={isBusy}
          busyLabel="Taking"
          onClick={() => void claim()}
        >
          <Hand aria-hidden />
          Take it
        </Button>
      ) : null}
      {isOpenManual && whyNot.assign === null ? (
        <Button variant="outline" onClick={() => onOpen("assign")}>
          <UserRoundPlus aria-hidden />
          Hand on
        </Button>
      ) : null}
      {status === "Failed" && whyNot.resolve === null ? (
        <Button variant="outline" onClick={() => onOpen("resolve")}>
          <Wrench aria-hidden />
          Resolve manually
        </Button>
      ) : null}
      {status === "Failed" && whyNot.retry === null ? (
        <Button onClick={() => onOpen("retry")}>
          <RotateCcw aria-hidden />
          Retry
        </Button>
      ) : null}
    </>
  );
}
