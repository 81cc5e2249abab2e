import { CircleCheck, FileText, Lock, MessageSquare, Scale } from "lucide-react";
import { useState } from "react";
import { HistoryPages } from "../../../components/history-pages";
import { QueryBoundary } from "../../../components/query-boundary";
import { Checkbox } from "../../../ui/form/checkbox";
import { MoreButton } from "../../../ui/list/more-button";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type TimelineEntry, useHistory, useTimeline } from "./api";

/**
 * What happened, newest first: tasks, decisions, comments and the request's own moves; with technical detail everything
 * the audit trail holds about it.
 */
export function Activity({
  name,
  isTechnical,
  onTechnical,
}: {
  name: string;
  isTechnical: boolean;
  onTechnical: (isOn: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Checkbox label="Technical detail" checked={isTechnical} onCheckedChange={onTechnical} className="self-end" />
      {isTechnical ? <HistoryPages key={name} of={name} usePage={useHistory} /> : <Happened name={name} />}
    </div>
  );
}

function Happened({ name }: { name: string }) {
  return (
    <QueryBoundary title="The activity did not load">
      <ol aria-label="Activity, newest first" className="flex flex-col">
        <Page name={name} before={null} />
      </ol>
    </QueryBoundary>
  );
}

/** One page, and the next one once it is asked for. */
function Page({ name, before }: { name: string; before: string | null }) {
  const page = useTimeline(name, before);
  const [hasMore, setMore] = useState(false);
  if (page === undefined)
    return (
      <li>
        <Loading />
      </li>
    );
  if (page.entries.length === 0)
    return before === null ? (
      <li>
        <EmptyState kind="nothing-yet" title="Nothing happened yet">
          What happens appears here.
        </EmptyState>
      </li>
    ) : null;
  return (
    <>
      {page.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {page.next === null ? null : hasMore ? (
        <Page name={name} before={page.next} />
      ) : (
        <li>
          <MoreButton variant="outline" size="sm" list="ol" rows="li > [tabindex]" onMore={() => setMore(true)}>
            Show older
          </MoreButton>
        </li>
      )}
    </>
  );
}

const icons = {
  request: <FileText aria-hidden className="size-4" />,
  task: <CircleCheck aria-hidden className="size-4" />,
  decision: <Scale aria-hidden className="size-4" />,
  comment: <MessageSquare aria-hidden className="size-4" />,
  note: <Lock aria-hidden className="size-4" />,
} satisfies Record<TimelineEntry["kind"], unknown>;

function Entry({ entry: { kind, text, by, at, detail } }: { entry: TimelineEntry }) {
  return (
    <li className="flex gap-3 border-b border-line py-2.5 last:border-b-0">
      <span className="mt-0.5 shrink-0 text-muted">{icons[kind]}</span>
      <div className="min-w-0 flex-1 rounded-sm" tabIndex={-1}>
        <p className="flex flex-wrap gap-x-2">
          <span className="text-ink">{text}</span>
          {by ? <span className="text-muted">{by}</span> : null}
          <span className="text-muted">
            <RelativeTime at={at} />
          </span>
        </p>
        {detail ? <p className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">{detail}</p> : null}
      </div>
    </li>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the activity" className="flex flex-col gap-4 py-2">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="w-3/5" />
      ))}
    </SkeletonGroup>
  );
}
