import { Printer } from "lucide-react";
import type { Plan, Proof } from "../../../../../convex/lib/pure/plan";
import { pathTo } from "../../../../../convex/site/links";
import { EditList } from "../../../../components/changes/answer-changes";
import { TypeTitle } from "../../../../components/kinds/type-icon";
import { WayBack } from "../../../../components/not-there";
import { Imprint } from "../../../../components/paper/imprint";
import { PlanView } from "../../../../components/plan/plan-view";
import { ProofView } from "../../../../components/plan/proof-view";
import { QueryBoundary } from "../../../../components/query-boundary";
import { QuestionsAndAnswers } from "../../../../components/questions-and-answers";
import { Target } from "../../../../components/target";
import { formatDateTime, withReadersTimes } from "../../../../lib/dates";
import { useViewer } from "../../../../shell/session";
import { Button } from "../../../../ui/button";
import { buttonClasses } from "../../../../ui/button-classes";
import { Spans } from "../../../../ui/chart/spans";
import { cn } from "../../../../ui/cn";
import { PageHeader } from "../../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";
import { useNow } from "../../../../ui/text/use-now";
import { type DetailTask, type RequestDetail, useLastEvent, useQuestions, useRequest } from "../api";
import { FormAnswers } from "../form-answers";
import { PageLink } from "../page-link";
import { Chapter } from "./chapter";
import { RemovalChapter, useRemovalOf } from "./removal";
import { tellDecision, tellGrant, tellRequest, tellTask } from "./story";
import { storySpans } from "./story-spans";

/** One request from the form to the end of the access, on one page that can be printed. */
export function StoryPage({ name }: { name: string }) {
  return (
    <QueryBoundary key={name} title="This request cannot be shown" page="Story" wayOn={<WayBack list="requests" />}>
      <Story name={name} />
    </QueryBoundary>
  );
}

function Story({ name }: { name: string }) {
  const request = useRequest(name);
  const said = useQuestions(name);
  if (request === undefined || said === undefined) return <Loading />;
  return <StoryOf name={name} request={request} said={said} />;
}

type Said = NonNullable<ReturnType<typeof useQuestions>>;

function StoryOf({ name, request, said }: { name: string; request: RequestDetail; said: Said }) {
  const removal = useRemovalOf(request);
  const last = useLastEvent(name);
  const viewer = useViewer();
  if (removal === undefined) return <Loading />;
  const approvals = request.tasks.filter(({ kind }) => kind === "approval");
  const work = request.tasks.filter(({ kind }) => kind !== "approval");
  return (
    <article className="mx-auto flex max-w-[55rem] flex-col gap-6">
      <PageHeader
        title={
          <TypeTitle typeKey={request.type.key}>
            <span className="wrap-anywhere">
              {request.key} {request.title}
            </span>
          </TypeTitle>
        }
        context={
          <span className="flex flex-wrap items-baseline gap-x-2">
            {request.target === null ? null : <Target name={request.target} />}
            <span>{`${request.type.name}, version ${request.type.version}. ${withReadersTimes(request.nextStep.text)}.`}</span>
          </span>
        }
        actions={
          <div className="flex gap-2 print:hidden">
            <PageLink to={pathTo("request", { id: request.key })} className={cn(buttonClasses({ variant: "outline" }))}>
              Back to the request
            </PageLink>
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </div>
        }
      />
      {removal ? (
        <RemovalChapter removal={removal}>
          <Conversation request={request} said={said} />
        </RemovalChapter>
      ) : (
        <Wanted request={request} said={said} />
      )}
      <Times request={request} />
      {removal ? null : (
        <Chapter title="Who decided">
          {approvals.length === 0 ? (
            <p>Nobody had to decide.</p>
          ) : (
            approvals.map((task) => <Decisions key={task.id} task={task} />)
          )}
        </Chapter>
      )}
      <Chapter title="What was done, and how it was proven">
        {work.length === 0 ? <p>There was nothing to do.</p> : work.map((task) => <Work key={task.id} task={task} />)}
      </Chapter>
      <Chapter title="Outcome">
        <Ending request={request} />
      </Chapter>
      <Imprint viewer={viewer} last={last} />
    </article>
  );
}

/** What somebody asked for, in the words of the form. */
function Wanted({ request, said }: { request: RequestDetail; said: Said }) {
  return (
    <Chapter title="What was asked">
      {tellRequest(request).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FormAnswers form={request.form} />
      <Conversation request={request} said={said} />
    </Chapter>
  );
}

/** What was changed after it was sent, and what was asked and answered. */
function Conversation({ request, said }: { request: RequestDetail; said: Said }) {
  return (
    <>
      {request.edits.length === 0 ? null : <EditList edits={request.edits} />}
      {said.length === 0 ? null : <QuestionsAndAnswers said={said} requestKey={request.key} />}
    </>
  );
}

/** When each task ran; nothing until one has begun. */
function Times({ request }: { request: RequestDetail }) {
  const now = useNow();
  const course = storySpans(request, now);
  if (course === null) return null;
  return (
    <Chapter title="How long it took">
      <Spans
        label="When each task ran"
        {...course}
        ends={{
          from: formatDateTime(course.from),
          to: request.endedAt === null ? `${formatDateTime(course.to)}, not over yet` : formatDateTime(course.to),
        }}
      />
    </Chapter>
  );
}

function Decisions({ task }: { task: DetailTask }) {
  const decisions =
    task.approval?.steps.flatMap((step) => step.decisions.map((decision) => ({ step, decision }))) ?? [];
  return (
    <div className="flex break-inside-avoid flex-col gap-1.5">
      <h3 className="font-medium text-ink">{task.title}</h3>
      <p className="text-ink-soft" suppressHydrationWarning>
        {tellTask(task, formatDateTime)}
      </p>
      {decisions.map(({ step, decision }) => (
        <blockquote key={decision.id} className="border-l-2 border-line-strong pl-3">
          <p suppressHydrationWarning>{tellDecision(step, decision, formatDateTime)}</p>
          {decision.comment === "" ? null : (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-ink-soft">
              “{decision.comment}”
            </p>
          )}
        </blockquote>
      ))}
    </div>
  );
}

function Work({ task }: { task: DetailTask }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-ink">{task.title}</h3>
      <p className="text-ink-soft" suppressHydrationWarning>
        {tellTask(task, formatDateTime)}
      </p>
      {task.evidence ? (
        <p className="wrap-anywhere">
          {task.kind === "manual" ? `Evidence: ${task.evidence}` : `Result: ${withReadersTimes(task.evidence)}`}
        </p>
      ) : null}
      {task.plan && task.status === "Complete" ? <PlanView plan={task.plan as unknown as Plan} /> : null}
      {task.proof ? <ProofView proof={task.proof as unknown as Proof} /> : null}
    </div>
  );
}

function Ending({ request }: { request: RequestDetail }) {
  const { endedAt, status, cancelReason, grants } = request;
  return (
    <>
      <p suppressHydrationWarning>
        {endedAt === null
          ? `It has not ended: ${withReadersTimes(request.nextStep.text)}.`
          : `It ended on ${formatDateTime(endedAt)} as ${status}.`}
      </p>
      {cancelReason ? <p>Reason: {cancelReason}</p> : null}
      {grants.map((grant) => (
        <p key={grant.id} suppressHydrationWarning>
          {tellGrant(grant, formatDateTime)}
        </p>
      ))}
    </>
  );
}

function Loading() {
  return (
    <div className="mx-auto flex max-w-[55rem] flex-col gap-6">
      <PageHeader title="Story" />
      <SkeletonGroup label="Loading the story" className="flex flex-col gap-4">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="w-4/5" />
        ))}
      </SkeletonGroup>
    </div>
  );
}
