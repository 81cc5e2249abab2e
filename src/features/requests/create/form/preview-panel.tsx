import { Bot, Clock, Hand, TriangleAlert, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "../../../../../convex/site/links";
import { RoleCode } from "../../../../components/kinds/access-name";
import { formatDate } from "../../../../lib/dates";
import { Alert } from "../../../../ui/page/alert";
import { Disclosure } from "../../../../ui/page/disclosure";
import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";
import type { Preview } from "../api";
import { PageLinkTo } from "./page-link-to";
import { isOpenAlready, isThereAlready } from "./preview-obstacles";
import {
  deadlineText,
  decidersText,
  expectedTime,
  numberedTasks,
  shortPreview,
  startWords,
  workText,
} from "./preview-words";
import type { LivePreview } from "./use-preview";

/** Who decides and when, what happens by itself, and how long it takes; before anything is sent. */
export function PreviewPanel({ live, children }: { live: LivePreview; children?: ReactNode }) {
  const { preview, hasFailed } = live;
  return (
    <section aria-labelledby="preview-heading" className="flex flex-col gap-4">
      <h2 id="preview-heading" className="text-base font-semibold text-ink">
        What happens next
      </h2>
      {preview ? (
        <PreviewFacts preview={preview} />
      ) : hasFailed ? (
        <p className="text-sm text-muted">
          This cannot be shown right now. You can carry on; everything is checked when you send it.
        </p>
      ) : (
        <LoadingPreview />
      )}
      {children}
    </section>
  );
}

/** The same in one line that opens, where there is no room beside the form. */
export function PreviewFold({ live: { preview, hasFailed } }: { live: LivePreview }) {
  if (!preview)
    return hasFailed ? null : <Skeleton className="h-[42px] rounded-lg xl:hidden pointer-coarse:h-[46px]" />;
  return (
    <Disclosure look="card" className="xl:hidden" title={`What happens next: ${shortPreview(preview)}`}>
      <div className="flex flex-col gap-4 pt-1">
        <PreviewFacts preview={preview} />
      </div>
    </Disclosure>
  );
}

/** The facts alone: also part of the review. */
export function PreviewFacts({ preview }: { preview: Preview }) {
  return (
    <>
      <DecisionList preview={preview} />
      <Fact Icon={preview.tasks.some(({ by }) => by === "hand") ? Hand : Bot} title="The work">
        <p>{workText(preview.tasks)}</p>
        <TaskList tasks={preview.tasks} />
      </Fact>
      <Fact Icon={Clock} title="How long">
        {expectedTime(preview)}
      </Fact>
    </>
  );
}

function DecisionList({ preview: { steps, policies } }: { preview: Preview }) {
  if (steps.length + policies.length === 0)
    return (
      <Fact Icon={UserCheck} title="Who decides">
        Nobody has to: it starts at once.
      </Fact>
    );
  return (
    <Fact Icon={UserCheck} title="Who decides">
      <ol className="flex flex-col gap-3">
        {policies.map(({ task, policy }) => (
          <li key={task}>
            <p className="text-muted">{task}</p>
            <p className="wrap-anywhere text-ink">Approved at once by the policy {policy}, without a person</p>
          </li>
        ))}
        {steps.map((step) => (
          <li key={`${step.task} ${step.title}`}>
            <p className="text-muted">{step.title}</p>
            {step.problem ? (
              <StepProblem problem={step.problem} />
            ) : (
              <p className="wrap-anywhere text-ink">{decidersText(step)}</p>
            )}
            {step.problem || step.awaits !== null ? null : <p className="text-xs text-muted">{deadlineText(step)}</p>}
          </li>
        ))}
      </ol>
    </Fact>
  );
}

/** Why nobody could decide a step, with what helps. */
export function StepProblem({ problem }: { problem: { message: string; fix: string } }) {
  return (
    <p className="flex items-start gap-1.5 text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {problem.message} {problem.fix}
      </span>
    </p>
  );
}

const BY_WORDS = { people: "decided", policy: "by policy", portal: "portal", hand: "manual" } as const;

function TaskList({ tasks }: { tasks: Preview["tasks"] }) {
  return (
    <Disclosure title={`All ${tasks.length} steps`}>
      <ol className="flex flex-col gap-1">
        {numberedTasks(tasks).map((task) => (
          <li key={task.key} className="flex justify-between gap-3">
            <span className="min-w-0 text-ink">
              {task.number}. {task.title}
            </span>
            <span className="shrink-0 text-muted">{startWords(task) ?? BY_WORDS[task.by]}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

function Fact({ Icon, title, children }: { Icon: typeof Clock; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 text-muted" />
      <div className="min-w-0">
        <h3 className="font-medium text-ink">{title}</h3>
        <div className="text-ink-soft">{children}</div>
      </div>
    </div>
  );
}

/** What the request would repeat: shown instead of letting somebody wait for what they have. */
export function AlreadyThere({ preview }: { preview: Preview }) {
  const { duplicates, held, hasHiddenDuplicate, hasHiddenGrant } = preview;
  if (!isThereAlready(preview)) return null;
  return (
    <Alert
      meaning="warning"
      title={isOpenAlready(preview) ? "The same request is already open" : "This access is already held"}
    >
      <ul className="flex flex-col gap-0.5">
        {duplicates.map(({ key, title, status }) => (
          <li key={key}>
            <PageLinkTo to={pathTo("request", { id: key })}>{key}</PageLinkTo> {title}, {status.toLowerCase()}
          </li>
        ))}
        {held.map(({ requestKey, description, code, expiresAt }) => (
          <li key={requestKey}>
            <PageLinkTo to={pathTo("request", { id: requestKey })}>{description}</PageLinkTo>
            <RoleCode code={code} className="ml-1.5 text-inherit" />
            {expiresAt === null ? ", no end date" : `, until ${formatDate(expiresAt)}`}
          </li>
        ))}
        {hasHiddenDuplicate ? <li>It is open in a request that you cannot see</li> : null}
        {hasHiddenGrant ? <li>A request that you cannot see gave this access</li> : null}
      </ul>
    </Alert>
  );
}

function LoadingPreview() {
  return (
    <SkeletonGroup label="Looking up who decides" className="flex flex-col gap-3">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
    </SkeletonGroup>
  );
}
