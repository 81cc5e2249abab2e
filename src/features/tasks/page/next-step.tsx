import type { Ref } from "react";
import { pathTo } from "../../../../convex/site/links";
import { cardLinkClasses } from "../../../components/card-link";
import { Alert } from "../../../ui/page/alert";
import { RelativeTime } from "../../../ui/text/relative-time";
import type { TaskPageData } from "../api";
import { nextStepOf } from "./next-step-words";
import { PageLink } from "./page-link";

/** One sentence: what happens next, or what became of the task. */
export function NextStep({ task, ref }: { task: TaskPageData; ref: Ref<HTMLDivElement> }) {
  const { tone, title, text } = nextStepOf(task);
  const { approval, retryAt, waitsUntil, compensation, lateResult } = task;
  return (
    // What was pressed goes away when a task moves on: the focus comes here.
    <div ref={ref} tabIndex={-1} role="group" aria-label="Next step" className="flex flex-col gap-2 rounded-lg">
      <Alert meaning={tone} title={title}>
        {text ? <span className="wrap-anywhere">{text}</span> : null}
        {retryAt === null ? null : (
          <>
            {" "}
            Next attempt <RelativeTime at={retryAt} />.
          </>
        )}
        {waitsUntil === null ? null : (
          <>
            It starts <RelativeTime at={waitsUntil} />.
          </>
        )}
        {approval ? (
          <PageLink to={pathTo("approval", { approvalId: task.address })} className={cardLinkClasses}>
            Open the approval
          </PageLink>
        ) : null}
      </Alert>
      {compensation ? <Compensation compensation={compensation} /> : null}
      {lateResult ? (
        <Alert meaning="warning" title="A result came too late">
          Attempt {lateResult.attempt} reported “{lateResult.status}” <RelativeTime at={lateResult.at} />, after its
          time was over. It was kept and not applied.
        </Alert>
      ) : null}
    </div>
  );
}

function Compensation({
  compensation: { doneAt, nextAt, error },
}: {
  compensation: NonNullable<TaskPageData["compensation"]>;
}) {
  if (doneAt !== null) {
    return (
      <Alert meaning="success" title="Undone">
        The request ended early, so what was done was undone and read back <RelativeTime at={doneAt} />.
      </Alert>
    );
  }
  if (nextAt !== null) {
    return (
      <Alert meaning="warning" title="Being undone">
        {error ? `${error} ` : "The request ended early. "}Next attempt <RelativeTime at={nextAt} />.
      </Alert>
    );
  }
  return (
    <Alert meaning="danger" title="Could not be undone">
      {error}
    </Alert>
  );
}
