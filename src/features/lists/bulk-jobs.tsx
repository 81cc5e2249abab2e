import { Ban, CircleCheck, CircleDashed, CircleX, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { RowLink } from "../../components/row-link";
import { count } from "../../lib/text";
import { useLast } from "../../lib/use-query";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { EmptyState } from "../../ui/page/empty-state";
import { ProgressBar } from "../../ui/page/progress-bar";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { type BulkItem, type BulkJob, useBulkCommands, useBulkItems, useBulkJobs } from "./api";
import { OPERATIONS, progressText } from "./queue-words";

/** The latest bulk jobs with what became of each row, and what can still be done about them. */
export function BulkJobs({ onClose }: { onClose: () => void }) {
  const jobs = useBulkJobs(true);
  const [chosen, setChosen] = useState<string | null>(null);
  // One that somebody else starts meanwhile does not take the place of the one that is looked at.
  if (chosen === null && jobs?.[0]) setChosen(jobs[0].id);
  const job = jobs?.find(({ id }) => id === chosen) ?? jobs?.[0];
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Bulk jobs"
      description="Bulk actions, and the result for each row."
    >
      {jobs?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing was done in bulk yet" className="px-0">
          Select rows of the list to begin.
        </EmptyState>
      ) : null}
      {jobs && jobs.length > 1 ? (
        <ul
          aria-label="Latest bulk jobs"
          className="flex max-h-40 flex-col overflow-y-auto rounded-md border border-line p-1"
        >
          {jobs.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={one.id === job?.id}
                onClick={() => setChosen(one.id)}
                className="flex min-h-8 w-full flex-wrap items-baseline justify-between gap-x-3 rounded-md px-2 py-1 text-left text-sm hover:bg-hover aria-pressed:bg-accent-wash"
              >
                <span className="font-medium">
                  {OPERATIONS[one.operation].verb} · {count(one.total, "row")}
                </span>
                <span className="text-muted">
                  {one.by} · <RelativeTime at={one.createdAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {job ? <JobDetails key={job.id} job={job} onRerun={setChosen} /> : null}
    </Dialog>
  );
}

function JobDetails({ job, onRerun }: { job: BulkJob; onRerun: (jobId: string) => void }) {
  const { stop, rerun } = useBulkCommands();
  const reached = job.done + job.refused + job.failed + job.notRun;
  const leftOver = job.refused + job.failed + job.notRun;
  const { isBusy, act } = useAct();
  const again = async (): Promise<void> => {
    const started = await act("The job was not run again", () => rerun({ jobId: job.id }));
    if (started) onRerun(started.result);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <p className="text-ink-soft">
          “{job.reason}”{job.assignee ? ` · to ${job.assignee}` : ""}
          {job.rerunOfId ? " · run again" : ""}
        </p>
        <ProgressBar label="Progress" value={reached} max={Math.max(1, job.total)} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-sm tabular-nums">
            {stateText(job)}: {progressText(job)}
          </p>
          {job.endedAt === null ? (
            <Button
              size="sm"
              variant="outline"
              disabledReason={job.isStopping ? "It stops after the rows under way" : null}
              busy={isBusy}
              busyLabel="Stopping..."
              onClick={() => void act("The job was not stopped", () => stop({ jobId: job.id }))}
            >
              Stop
            </Button>
          ) : (
            <Button
              size="sm"
              variant="outline"
              disabledReason={leftOver === 0 ? "Everything was done" : null}
              busy={isBusy}
              busyLabel="Starting..."
              onClick={() => void again()}
            >
              Run the others again
            </Button>
          )}
        </div>
      </div>
      <JobItems job={job} />
    </div>
  );
}

function stateText({ endedAt, isStopping, notRun }: BulkJob): string {
  if (endedAt === null) return isStopping ? "Stopping" : "Running";
  return notRun > 0 ? "Stopped" : "Finished";
}

function JobItems({ job }: { job: BulkJob }) {
  const [after, setAfter] = useState<number>();
  const answer = useBulkItems(job.id, after);
  // The rows before stay until the next are there, and with them the button that was pressed.
  const page = useLast(answer);
  if (!page) return null;
  return (
    <>
      <ul
        aria-label="Rows of the job"
        aria-busy={answer === undefined || undefined}
        className="flex max-h-72 flex-col overflow-y-auto rounded-md border border-line"
      >
        {page.rows.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {page.next !== null || after !== undefined ? (
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="outline"
            disabledReason={after === undefined ? "These are the first rows" : null}
            onClick={() => setAfter(undefined)}
          >
            First rows
          </Button>
          <Button
            size="sm"
            variant="outline"
            disabledReason={page.next === null ? "These are the last rows" : null}
            onClick={() => setAfter(page.next ?? undefined)}
          >
            Next rows
          </Button>
        </div>
      ) : null}
    </>
  );
}

const looks: Record<
  NonNullable<BulkItem["result"]> | "waiting",
  { variant: BadgeVariant; icon: ReactNode; word: string }
> = {
  done: { variant: "default", icon: <CircleCheck aria-hidden />, word: "Done" },
  refused: { variant: "warning", icon: <TriangleAlert aria-hidden />, word: "Refused" },
  failed: { variant: "destructive", icon: <CircleX aria-hidden />, word: "Failed" },
  notRun: { variant: "neutral", icon: <Ban aria-hidden />, word: "Not run" },
  waiting: { variant: "outline", icon: <CircleDashed aria-hidden />, word: "Waiting" },
};

function Item({ item: { label, result, detail, requestKey, taskAddress } }: { item: BulkItem }) {
  const { variant, icon, word } = looks[result ?? "waiting"];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-sm last:border-b-0">
      <RowLink
        to={
          taskAddress === null
            ? pathTo("requestAsAdmin", { id: requestKey })
            : pathTo("taskAsAdmin", { taskId: taskAddress })
        }
        className="min-w-0 flex-1 basis-48 truncate text-ink hover:underline"
      >
        {label}
      </RowLink>
      <Badge variant={variant} icon={icon}>
        {word}
      </Badge>
      {detail ? <span className="w-full text-muted sm:w-auto">{detail}</span> : null}
    </li>
  );
}
