import { ArrowRight } from "lucide-react";
import type { AnswerChange } from "../../../convex/core/requests/table";
import { isShortChange } from "../../../convex/core/shared/rules/edit";
import { RelativeTime } from "../../ui/text/relative-time";
import { VisuallyHidden } from "../../ui/text/visually-hidden";

/** An edit of a request's answers, as its pages show it. */
export interface ShownEdit {
  readonly id: string;
  readonly by: string;
  readonly at: number;
  readonly changes: readonly AnswerChange[];
}

/** Changed answers, before and after: short ones in a line, long ones one below the other. */
export function AnswerChanges({ changes }: { changes: readonly AnswerChange[] }) {
  return (
    <ul aria-label="Changed answers" className="flex flex-col gap-1.5">
      {changes.map((change) => (
        <li key={change.name} className="min-w-0">
          <span className="text-muted">{change.label}: </span>
          {isShortChange(change) ? <ShortChange {...change} /> : <LongChange {...change} />}
        </li>
      ))}
    </ul>
  );
}

const said = (value: string): string => (value === "" ? "no answer" : value);

function ShortChange({ before, after }: AnswerChange) {
  return (
    <span className="wrap-anywhere">
      <span className="text-ink-soft">{said(before)}</span>
      <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-muted" />
      <VisuallyHidden> changed to </VisuallyHidden>
      <span className="font-medium text-ink">{said(after)}</span>
    </span>
  );
}

function LongChange({ before, after }: AnswerChange) {
  return (
    <dl className="mt-1 grid gap-x-3 gap-y-1 border-l-2 border-line pl-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
      <dt className="text-muted">Before</dt>
      <dd dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere text-ink-soft">
        {said(before)}
      </dd>
      <dt className="text-muted">Now</dt>
      <dd dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere text-ink">
        {said(after)}
      </dd>
    </dl>
  );
}

/** Every edit of a request's answers, newest first: who, when, and what. */
export function EditList({ edits }: { edits: readonly ShownEdit[] }) {
  return (
    <ol aria-label="Edits, newest first" className="flex flex-col">
      {edits.map(({ id, by, at, changes }) => (
        <li key={id} className="flex flex-col gap-1.5 border-b border-line py-2.5 first:pt-0 last:border-b-0 last:pb-0">
          <p className="text-ink-soft">
            <span className="font-medium text-ink">{by}</span> changed the answers <RelativeTime at={at} />
          </p>
          <AnswerChanges changes={changes} />
        </li>
      ))}
    </ol>
  );
}
