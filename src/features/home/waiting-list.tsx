import { CalendarClock, ListChecks, type LucideIcon, MessageCircleQuestion, Stamp, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { RowsSkeleton } from "../../components/card-skeleton";
import { EmptyLine } from "../../components/empty-line";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { Tooltip } from "../../ui/floating/tooltip";
import { Card, CardHeader } from "../../ui/page/card";
import { useNow } from "../../ui/text/use-now";
import { useWaiting, type Waiting, type WaitingItem } from "./api";
import { awake, dueText, KINDS, urgency } from "./home-words";

/** Rows shown before somebody asks for all: what fits on a screen beside the rest. */
const SHOWN = 5;

const icons: Record<WaitingItem["kind"], LucideIcon> = {
  approval: Stamp,
  answer: MessageCircleQuestion,
  task: ListChecks,
  offer: ListChecks,
  review: TriangleAlert,
};

/** Everything that waits for the viewer, the most urgent first, each with the way to where it is done. Live. */
export function WaitingOnYou() {
  return (
    <Card aria-labelledby="waiting-on-you" className="@container">
      <CardHeader id="waiting-on-you" title="Waiting on you" />
      <QueryBoundary title="What waits for you did not load">
        <WaitingItems />
      </QueryBoundary>
    </Card>
  );
}

function WaitingItems() {
  const waiting = useWaiting();
  const now = useNow();
  const [isWhole, setWhole] = useState(false);
  if (waiting === undefined) return <RowsSkeleton rows={3} label="Loading what waits for you" />;
  const items = awake(waiting.items, now);
  const shown = isWhole ? items : items.slice(0, SHOWN);
  return (
    <>
      {items.length === 0 ? (
        <NothingWaits />
      ) : (
        <ul className="border-t border-line">
          {shown.map((item, index) => (
            <WaitingRow key={`${item.kind} ${item.id}`} item={item} isFirst={index === 0} now={now} />
          ))}
        </ul>
      )}
      {shown.length < items.length ? (
        <div className="border-t border-line p-2">
          <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
            Show {items.length - shown.length} more
          </Button>
        </div>
      ) : null}
      <ComingUp tasks={waiting.comingUp} />
    </>
  );
}

function NothingWaits() {
  return (
    <EmptyLine
      action={
        <GoLink to={PAGES.notifications.path} className="rounded-sm text-accent-text hover:underline">
          See what happened lately
        </GoLink>
      }
    >
      Nothing right now. Decisions, tasks and questions for you appear here, the most urgent first.
    </EmptyLine>
  );
}

/** The first row carries the page's primary button; the others are as easy to reach and shout less. */
function WaitingRow({ item, isFirst, now }: { item: WaitingItem; isFirst: boolean; now: number }) {
  const { noun, verb } = KINDS[item.kind];
  const Icon = icons[item.kind];
  const name = item.requestTitle ?? item.title;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 @xl:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <span
        className={cn(
          "hidden size-8 items-center justify-center rounded-md @xl:flex",
          item.isHighRisk ? "bg-warning-wash text-warning" : "bg-hover text-muted",
        )}
      >
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="col-span-2 min-w-0 @xl:col-span-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0 font-medium wrap-anywhere text-ink">{item.title}</span>
          <span className="shrink-0 font-mono text-xs text-muted">{item.requestKey}</span>
        </p>
        <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">
          <span className="sr-only">{noun}: </span>
          {item.isHighRisk ? <span className="font-medium text-warning">High risk. </span> : null}
          {item.requestTitle === null ? (
            item.why
          ) : (
            <>
              {item.requestTitle}. {item.why}
            </>
          )}
        </p>
      </div>
      <Due item={item} now={now} />
      <GoLink
        to={item.to}
        aria-label={`${verb}: ${item.title}${item.requestTitle === null ? "" : `, ${name}`} (${item.requestKey})`}
        className={cn(
          buttonClasses({ variant: isFirst ? "default" : "outline", size: "sm" }),
          "justify-self-end @xl:min-w-24",
        )}
      >
        {verb}
      </GoLink>
    </li>
  );
}

const dueLooks = {
  overdue: "font-medium text-danger",
  soon: "font-medium text-warning",
  later: "text-muted",
  none: "text-muted",
} as const;

function Due({ item, now }: { item: WaitingItem; now: number }) {
  const words = dueText(item, now);
  if (words === null || item.dueAt === null) return <span className="text-sm text-muted">No due date</span>;
  const level = urgency(item.dueAt, now);
  const Icon = level === "overdue" ? TriangleAlert : CalendarClock;
  return (
    <Tooltip text={formatDateTime(item.dueAt)}>
      <time
        dateTime={new Date(item.dueAt).toISOString()}
        tabIndex={0}
        suppressHydrationWarning
        className={cn(
          "inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm whitespace-nowrap tabular-nums @xl:justify-self-end",
          dueLooks[level],
        )}
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {words}
        <span className="sr-only">, {formatDateTime(item.dueAt)}</span>
      </time>
    </Tooltip>
  );
}

function ComingUp({ tasks }: { tasks: Waiting["comingUp"] }) {
  if (tasks.length === 0) return null;
  return (
    <details className="group border-t border-line">
      <summary className="cursor-pointer rounded-b-lg px-4 py-2.5 text-sm text-muted hover:text-ink">
        Coming up: {tasks.length === 1 ? "1 task" : `${tasks.length} tasks`} once earlier ones are complete
      </summary>
      <ul className="pb-2">
        {tasks.map(({ id, title, requestKey, requestTitle }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2 px-4 py-1.5 text-sm">
            <span className="shrink-0 font-mono text-xs text-muted">{requestKey}</span>
            <GoLink
              to={pathTo("task", { taskId: id })}
              className="min-w-0 truncate text-ink hover:text-accent-text hover:underline"
            >
              {title}, {requestTitle}
            </GoLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
