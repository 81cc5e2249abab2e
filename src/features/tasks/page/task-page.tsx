import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { Plan, Proof } from "../../../../convex/lib/pure/plan";
import { ApprovalSteps } from "../../../components/approval-steps/approval-steps";
import { UnsentTexts } from "../../../components/form/unsent";
import { HistoryPages } from "../../../components/history-pages";
import { useSaidAddress } from "../../../components/linked/readable-address";
import { WayBack } from "../../../components/not-there";
import { NoPlan } from "../../../components/plan/no-plan";
import { PlanView } from "../../../components/plan/plan-view";
import { ProofView } from "../../../components/plan/proof-view";
import { QueryBoundary } from "../../../components/query-boundary";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Tabs, type TabItem } from "../../../ui/page/tabs";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type TaskPageData, useGrantHistory, useTask, useTaskCommands, useTaskHistory } from "../api";
import type { TaskTab } from "../search";
import { GrantCard } from "./grant-card";
import { ManualCard } from "./manual-card";
import { NextStep } from "./next-step";
import { type TaskDialog, TaskDialogs } from "./task-dialogs";
import { TaskHeader } from "./task-header";
import { OtherTasks, TaskSidebar } from "./task-sidebar";
import { TechnicalDetails } from "./technical-details";

/** What the page of a task needs from its route. */
export interface TaskPageProps {
  readonly taskId: string;
  /** Learns how the page is named in addresses. */
  readonly onAddress: (address: string) => void;
  readonly isAdminFrame: boolean;
  readonly tab: TaskTab;
  readonly onTab: (tab: TaskTab) => void;
  /** Shows who else is on the pages about the task's request. */
  readonly alsoHere: (request: string) => ReactNode;
}

/** The page of one task, live: what it is to do, how far it is, and what it did. */
export function TaskPage(props: TaskPageProps) {
  const { taskId } = props;
  return (
    <QueryBoundary
      key={taskId}
      title="This task cannot be shown"
      page="Task Details"
      wayOn={<WayBack list="requests" />}
    >
      <UnsentTexts>
        <LoadedTask {...props} />
      </UnsentTexts>
    </QueryBoundary>
  );
}

function LoadedTask({ taskId, onAddress, isAdminFrame, tab, onTab, alsoHere }: TaskPageProps) {
  const task = useTask(taskId);
  useSaidAddress(task?.address, onAddress);
  const [dialog, setDialog] = useState<TaskDialog | null>(null);
  const next = useRef<HTMLDivElement>(null);
  if (task === undefined) return <LoadingTask />;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <TaskHeader
          task={task}
          isAdminFrame={isAdminFrame}
          alsoHere={alsoHere(task.request.id)}
          onOpen={setDialog}
          next={next}
        />
        <NextStep ref={next} task={task} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <TaskSidebar task={task} isAdminFrame={isAdminFrame} className="lg:col-start-2 lg:row-start-1" />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <Tabs
            label="About this task"
            items={panelsOf(task, <Work task={task} onOpen={setDialog} next={next} />)}
            value={tab === "access" && !task.grant ? "work" : tab}
            onValueChange={onTab}
          />
        </div>
        <OtherTasks task={task} isAdminFrame={isAdminFrame} className="lg:hidden" />
      </div>
      {dialog ? <TaskDialogs task={task} dialog={dialog} onClose={() => setDialog(null)} next={next} /> : null}
    </div>
  );
}

function panelsOf(task: TaskPageData, work: ReactNode): TabItem<TaskTab>[] {
  const { grant } = task;
  return [
    { value: "work", label: "Work", panel: work },
    { value: "history", label: "History", panel: <HistoryPages key={task.id} of={task} usePage={useTaskHistory} /> },
    ...(grant
      ? [
          {
            value: "access" as const,
            label: "Access history",
            panel: <HistoryPages key={grant.id} of={grant.id} usePage={useGrantHistory} />,
          },
        ]
      : []),
  ];
}

function Work({
  task,
  onOpen,
  next,
}: {
  task: TaskPageData;
  onOpen: (dialog: TaskDialog) => void;
  next: RefObject<HTMLDivElement | null>;
}) {
  const isNeverReached = task.status === "Not Started" && task.outcome === "cancelled";
  const steps = task.approval !== null && !isNeverReached ? task.approval.steps : [];
  const isEmpty =
    steps.length === 0 && task.executor !== "manual" && task.executor !== "connector" && !task.proof && !task.grant;
  return (
    <div className="flex flex-col gap-5">
      {task.executor === "manual" && task.skippedBecause === null ? (
        <ManualCard key={task.status} task={task} onOpen={onOpen} next={next} />
      ) : null}
      {steps.length > 0 ? (
        <Card aria-labelledby="task-approval">
          <CardHeader id="task-approval" title="Approval" description="Who decides, and what was decided" />
          <CardBody>
            <ApprovalSteps steps={steps} />
          </CardBody>
        </Card>
      ) : null}
      <PlanCard task={task} />
      <ProofCard task={task} />
      {task.grant ? <GrantCard grant={task.grant} onOpen={onOpen} /> : null}
      <TechnicalDetails task={task} />
      {isEmpty ? (
        <p className="text-muted">The portal does this task itself; there is nothing to show besides its history.</p>
      ) : null}
    </div>
  );
}

function PlanCard({ task }: { task: TaskPageData }) {
  const { planAgain } = useTaskCommands();
  const { plan, planError, plannedAt, status, isApplied } = task;
  const isOver =
    status === "Complete" || (status === "Failed" && task.retryAt === null) || task.outcome === "cancelled";
  if (task.executor !== "connector" || (isOver && !plan && !planError)) return null;
  const isDone = status === "Complete" || isApplied;
  return (
    <Card aria-labelledby="task-plan">
      <CardHeader
        id="task-plan"
        title={isDone ? "What was sent" : "What will be sent"}
        description={
          plannedAt === null || !plan ? undefined : (
            <>
              Compared with {task.system ?? "the system"} <RelativeTime at={plannedAt} />
            </>
          )
        }
      />
      <CardBody>
        {planError && !plan ? (
          <NoPlan
            why={planError}
            triedAt={plannedAt}
            onAgain={status === "Not Started" ? () => planAgain({ requestId: task.request.id }) : undefined}
          />
        ) : null}
        {plan ? <PlanView plan={plan as unknown as Plan} /> : null}
        {plan || planError ? null : <p className="text-muted">The dry run is being made.</p>}
      </CardBody>
    </Card>
  );
}

function ProofCard({ task: { proof } }: { task: TaskPageData }) {
  if (!proof) return null;
  return (
    <Card aria-labelledby="task-proof">
      <CardHeader
        id="task-proof"
        title="Proof"
        description="Read back from the system itself, not from what was sent to it"
      />
      <CardBody>
        <ProofView proof={proof as unknown as Proof} />
      </CardBody>
    </Card>
  );
}

function LoadingTask() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Task Details" />
      <SkeletonGroup label="Loading the task" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {[0, 1].map((card) => (
          <Card key={card} className="flex flex-col gap-4 p-4">
            <Skeleton className="w-48" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-3/5" />
          </Card>
        ))}
      </SkeletonGroup>
    </div>
  );
}
