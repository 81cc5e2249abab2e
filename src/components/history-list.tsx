import { Ban, CircleDot, CircleX } from "lucide-react";
import { actionWords } from "../../convex/core/audit/rules/eventWords";
import type { AuditOutcome } from "../../convex/core/audit/table";
import { MoreButton } from "../ui/list/more-button";
import { EmptyState } from "../ui/page/empty-state";
import { RelativeTime } from "../ui/text/relative-time";
import { ChangeList } from "./changes/change-list";
import type { FieldChange } from "./changes/change-text";
import { OutcomeBadge } from "./status/outcome-badge";

/** One audit event as a history shows it; what audit/queries:ofObject returns fits. */
export interface HistoryEvent {
  readonly id: string;
  readonly occurredAt: number;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actor: { readonly label: string };
  readonly impersonator: { readonly label: string } | null;
  readonly changes: readonly FieldChange[];
}

const dots = {
  success: <CircleDot aria-hidden className="size-4 text-muted" />,
  denied: <Ban aria-hidden className="size-4 text-warning" />,
  failure: <CircleX aria-hidden className="size-4 text-danger" />,
} satisfies Record<AuditOutcome, unknown>;

/** What happened to one thing, newest first: who, what, when and which fields. */
export function HistoryList(props: { events: readonly HistoryEvent[]; onMore?: () => void }) {
  if (props.events.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="No history yet">
        What happens from now on is listed here.
      </EmptyState>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <ol className="w-full" aria-label="History, newest first">
        {props.events.map((event) => (
          <HistoryItem key={event.id} event={event} />
        ))}
      </ol>
      {props.onMore ? (
        <MoreButton variant="outline" list="[data-history]" rows="ol > li" onMore={props.onMore}>
          Show older events
        </MoreButton>
      ) : null}
    </div>
  );
}

function HistoryItem({ event }: { event: HistoryEvent }) {
  const { action, actor, impersonator, outcome, occurredAt, changes } = event;
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      <span className="flex h-5 items-center">{dots[outcome]}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 rounded-sm" tabIndex={-1}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium text-ink">{actionWords(action)}</span>
          {outcome === "success" ? null : <OutcomeBadge outcome={outcome} />}
          <span className="text-sm wrap-anywhere text-muted">
            {actor.label}
            {impersonator ? `, impersonated by ${impersonator.label}` : ""}
          </span>
          <span className="text-sm text-muted">
            <RelativeTime at={occurredAt} />
          </span>
        </div>
        {changes.length > 0 ? <ChangeList changes={changes} /> : null}
      </div>
    </li>
  );
}
