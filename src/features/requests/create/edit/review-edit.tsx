import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReviewLine } from "../../../../../convex/core/catalog/rules/review";
import type { AnswerChange } from "../../../../../convex/core/requests/table";
import { AnswerChanges } from "../../../../components/changes/answer-changes";
import { Field } from "../../../../ui/form/field";
import { Textarea } from "../../../../ui/form/input";
import { Alert } from "../../../../ui/page/alert";
import { DescriptionList } from "../../../../ui/page/description-list";
import { Disclosure } from "../../../../ui/page/disclosure";
import type { EditableRequest, Preview } from "../api";
import { isThereAlready, whyBlocked } from "../form/preview-obstacles";
import { AlreadyThere, PreviewFacts } from "../form/preview-panel";
import { ReviewActions } from "../form/review-actions";
import type { SendProblem } from "../form/use-request-form";

const MAX_ANSWER = 2000;
const UNCHANGED = "Nothing is changed yet: go back to the form and change an answer.";

/** What changes, once more before it is saved. */
export function ReviewEdit({
  request,
  lines,
  changes,
  preview,
  answer,
  onAnswer,
  problem,
  isSaving,
  overtaken,
  onBack,
  onSave,
}: {
  request: EditableRequest;
  lines: readonly ReviewLine[];
  changes: readonly AnswerChange[];
  preview: Preview | null;
  /** What is said to whoever asked, kept while the form is changed again. */
  answer: string;
  onAnswer: (answer: string) => void;
  problem: SendProblem | null;
  isSaving: boolean;
  overtaken: string | null;
  onBack: () => void;
  onSave: (acceptsDuplicate: boolean) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isRepeated = isThereAlready(preview) || problem?.kind === "duplicate";
  const no = overtaken ?? (changes.length === 0 ? UNCHANGED : whyBlocked(preview));
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <section aria-labelledby="review-edit" className="flex flex-col gap-3">
        <h2 id="review-edit" ref={heading} tabIndex={-1} className="text-lg font-semibold text-ink">
          Review your changes
        </h2>
        {changes.length === 0 ? <p className="text-muted">{UNCHANGED}</p> : <AnswerChanges changes={changes} />}
      </section>
      <AllAnswers lines={lines} />
      <section aria-labelledby="edit-next" className="flex flex-col gap-3 xl:hidden">
        <h3 id="edit-next" className="text-sm font-medium text-muted">
          What happens next
        </h3>
        {preview ? <PreviewFacts preview={preview} /> : null}
      </section>
      {request.question ? (
        <Field label={`Answer to ${request.question.by}`} help="If you write nothing, they see what you changed.">
          <Textarea rows={3} maxLength={MAX_ANSWER} value={answer} onChange={(event) => onAnswer(event.target.value)} />
        </Field>
      ) : null}
      {preview ? <AlreadyThere preview={preview} /> : null}
      {problem && problem.kind !== "fields" && overtaken === null ? (
        <Alert meaning="danger" title="Not saved">
          {problem.message} What you typed is still here.
        </Alert>
      ) : null}
      <ReviewActions busy={isSaving} busyLabel="Saving..." whyNot={no} onAct={() => onSave(isRepeated)} onBack={onBack}>
        <Check aria-hidden />
        {isRepeated ? "Save changes anyway" : "Save changes"}
      </ReviewActions>
    </div>
  );
}

function AllAnswers({ lines }: { lines: readonly ReviewLine[] }) {
  return (
    <Disclosure title="All answers after the change">
      <DescriptionList
        items={lines.map(({ label, value }) => ({
          term: label,
          value: (
            <span dir="auto" className="whitespace-pre-wrap">
              {value}
            </span>
          ),
        }))}
      />
    </Disclosure>
  );
}
