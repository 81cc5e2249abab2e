import { CircleCheck, CircleX, Clock, MessageCircleQuestion } from "lucide-react";
import { cn } from "../../ui/cn";
import { MetaLine } from "../../ui/text/meta-line";
import { RelativeTime } from "../../ui/text/relative-time";
import { type ApprovalStep, areTakenBack, expectedText, stepText, VERDICT_WORDS } from "./step-words";

/** The steps of an approval: who may decide, how far it is, and what was decided with which words. */
export function ApprovalSteps({ steps }: { steps: readonly ApprovalStep[] }) {
  const isTakenBack = areTakenBack(steps);
  return (
    <ol className="mt-1 flex flex-col gap-2 border-l-2 border-line pl-3" aria-label="Approval steps">
      {steps.map((step) => (
        <li key={step.id} className="flex flex-col gap-1 text-sm">
          <MetaLine>
            <span className="font-medium text-ink">{step.title}</span>
            <span>{stepText(step, isTakenBack)}</span>
          </MetaLine>
          {step.problem === null ? null : <p className="text-danger">{step.problem}</p>}
          <Seats step={step} />
          {step.decisions.map((decision) => (
            <Decision key={decision.id} decision={decision} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Seats({ step: { state, seats, expected, nudgedAt } }: { step: ApprovalStep }) {
  if (state === "Waiting" && expected.length > 0)
    return (
      <p className="text-ink-soft">
        <span className="text-muted">Will ask: </span>
        {expectedText(expected)}
      </p>
    );
  const pending = seats.filter(({ isPending }) => isPending);
  if (state !== "Active" || pending.length === 0) return null;
  return (
    <MetaLine className="text-ink-soft">
      <span>
        <span className="text-muted">Asked: </span>
        {pending
          .map(({ person, fromName, source }) =>
            fromName
              ? `${person.name} (${source === "delegation" ? "stands in for" : "from"} ${fromName})`
              : person.name,
          )
          .join(", ")}
      </span>
      {nudgedAt === null ? null : (
        <span className="text-muted">
          Reminded <RelativeTime at={nudgedAt} />
        </span>
      )}
    </MetaLine>
  );
}

const icons = {
  approve: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />,
  breakGlass: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />,
  reject: <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
  takeBack: <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
  askInfo: <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />,
  none: <Clock aria-hidden />,
};

function Decision({
  decision: { by, onBehalfOf, verdict, comment, at, isVoid },
}: {
  decision: ApprovalStep["decisions"][number];
}) {
  return (
    <div className="flex gap-2">
      {icons[verdict]}
      <p className="min-w-0">
        <span className="text-ink">{by}</span>
        {onBehalfOf ? <span className="text-muted"> for {onBehalfOf}</span> : null}
        <span className={cn("text-ink-soft", isVoid && "line-through")}> {VERDICT_WORDS[verdict]} </span>
        <span className="text-muted">
          <RelativeTime at={at} />
          {isVoid ? ", about earlier answers" : ""}
        </span>
        {comment === "" ? null : (
          <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap text-ink-soft">
            {comment}
          </span>
        )}
      </p>
    </div>
  );
}
