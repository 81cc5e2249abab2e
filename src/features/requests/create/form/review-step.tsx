import { Send } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Lookups } from "../../../../../convex/core/catalog/rules/forms";
import { reviewLines } from "../../../../../convex/core/catalog/rules/review";
import { Alert } from "../../../../ui/page/alert";
import { DescriptionList } from "../../../../ui/page/description-list";
import type { OfferedType, Preview } from "../api";
import { isThereAlready, whyBlocked } from "./preview-obstacles";
import { AlreadyThere, PreviewFacts } from "./preview-panel";
import { ReviewActions } from "./review-actions";
import type { FormView, SendProblem } from "./use-request-form";

/** Everything once more before it is sent. */
export function ReviewStep({
  type,
  view,
  lookups,
  preview,
  problem,
  isSending,
  onBack,
  onSend,
}: {
  type: OfferedType;
  view: FormView;
  lookups: Lookups;
  preview: Preview | null;
  problem: SendProblem | null;
  isSending: boolean;
  onBack: () => void;
  onSend: (acceptsDuplicate: boolean) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const lines = reviewLines(type, view.values, lookups);
  const sections = [...new Set(lines.map(({ section }) => section))];
  const isRepeated = isThereAlready(preview) || problem?.kind === "duplicate";
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold text-ink">
          Review and send
        </h2>
        {preview ? <p className="text-muted wrap-anywhere">{preview.title}</p> : null}
      </div>
      {sections.map((section) => (
        <section key={section} aria-label={section}>
          <h3 className="mb-1 text-sm font-medium text-muted">{section}</h3>
          <DescriptionList
            items={lines
              .filter((line) => line.section === section)
              .map(({ label, value }) => ({
                term: label,
                value: <span className="whitespace-pre-wrap">{value}</span>,
              }))}
          />
        </section>
      ))}
      <section aria-labelledby="review-next" className="flex flex-col gap-3 xl:hidden">
        <h3 id="review-next" className="text-sm font-medium text-muted">
          What happens next
        </h3>
        {preview ? <PreviewFacts preview={preview} /> : null}
      </section>
      {preview ? <AlreadyThere preview={preview} /> : null}
      {problem && problem.kind !== "fields" ? (
        <Alert meaning="danger" title="Not sent">
          {problem.message}
        </Alert>
      ) : null}
      <ReviewActions
        busy={isSending}
        busyLabel="Sending"
        whyNot={whyBlocked(preview)}
        onAct={() => onSend(isRepeated)}
        onBack={onBack}
      >
        <Send aria-hidden />
        {isRepeated ? "Send anyway" : "Send request"}
      </ReviewActions>
    </div>
  );
}
