import { type ReactNode, useId, useRef, useState } from "react";
import { isDecision, withEqualTogether } from "../../../../convex/core/shared/rules/home";
import { pathTo } from "../../../../convex/site/links";
import { PAGES } from "../../../../convex/site/pages";
import { cardLinkClasses } from "../../../components/card-link";
import { RowsSkeleton } from "../../../components/card-skeleton";
import { EmptyLine } from "../../../components/empty-line";
import { GoLink } from "../../../components/go-link";
import { QueryBoundary } from "../../../components/query-boundary";
import { MoreButton } from "../../../ui/list/more-button";
import { Card, CardHeader } from "../../../ui/page/card";
import { Disclosure } from "../../../ui/page/disclosure";
import { useNow } from "../../../ui/text/use-now";
import { useWaiting, type Waiting, type WaitingItem } from "../api";
import { awake } from "../home-words";
import { EqualRows } from "./equal-rows";
import { WaitingRow } from "./waiting-row";

/** Rows of a part shown before somebody asks for all: what fits on a screen beside the rest. */
const SHOWN = 5;

/** Everything that waits for the viewer, decisions first, each part the most urgent first. Live. */
export function WaitingOnYou() {
  return (
    <Card aria-labelledby="waiting-on-you" className="@container">
      <CardHeader id="waiting-on-you" title="Waiting on you" />
      <QueryBoundary title="Your waiting items did not load">
        <WaitingItems />
      </QueryBoundary>
    </Card>
  );
}

function WaitingItems() {
  const waiting = useWaiting();
  const now = useNow();
  if (waiting === undefined) return <RowsSkeleton rows={3} label="Loading what is waiting for you" />;
  const items = awake(waiting.items, now);
  const decisions = items.filter(isDecision);
  const work = items.filter((item) => !isDecision(item));
  const areBoth = decisions.length > 0 && work.length > 0;
  return (
    <>
      {items.length === 0 ? <NothingWaits /> : null}
      <Part
        title={areBoth ? "Decisions" : null}
        items={decisions}
        isFirst
        now={now}
        link={
          <GoLink to={PAGES.approvals.path} className={cardLinkClasses}>
            My Approvals
          </GoLink>
        }
      />
      <Part title={areBoth ? "Tasks and questions" : null} items={work} isFirst={decisions.length === 0} now={now} />
      <ComingUp tasks={waiting.comingUp} />
    </>
  );
}

function NothingWaits() {
  return (
    <EmptyLine
      action={
        <GoLink to={PAGES.notifications.path} className={cardLinkClasses}>
          See what happened lately
        </GoLink>
      }
    >
      Nothing right now. Decisions, tasks and questions for you appear here, the most urgent first.
    </EmptyLine>
  );
}

/** Decisions, or everything else. The very first row carries the page's primary button. */
function Part(props: {
  title: string | null;
  items: readonly WaitingItem[];
  isFirst: boolean;
  now: number;
  link?: ReactNode;
}) {
  const { title, items, isFirst, now, link } = props;
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (items.length === 0) return null;
  const groups = withEqualTogether(items);
  const shown = isWhole ? groups : groups.slice(0, SHOWN);
  const more = groups.slice(shown.length).flat().length;
  return (
    <div className="border-t border-line">
      {title === null ? null : (
        <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line bg-sunken px-4">
          <h3 id={id} className="text-sm font-medium text-ink-soft">
            {title} <span className="font-normal text-muted tabular-nums">{items.length}</span>
          </h3>
          {link}
        </div>
      )}
      <ul ref={list} aria-labelledby={title === null ? undefined : id}>
        {shown.map(([first, ...others], index) =>
          first === undefined ? null : others.length > 0 ? (
            <EqualRows key={`${first.kind} ${first.title}`} items={[first, ...others]} now={now} />
          ) : (
            <WaitingRow key={`${first.kind} ${first.id}`} item={first} isFirst={isFirst && index === 0} now={now} />
          ),
        )}
      </ul>
      {more > 0 ? (
        <div className="border-t border-line p-2">
          <MoreButton variant="ghost" size="sm" list={list} onMore={() => setWhole(true)}>
            Show {more} more
          </MoreButton>
        </div>
      ) : null}
    </div>
  );
}

function ComingUp({ tasks }: { tasks: Waiting["comingUp"] }) {
  if (tasks.length === 0) return null;
  return (
    <Disclosure
      look="row"
      className="border-t border-line"
      title={`Coming up: ${tasks.length === 1 ? "1 task" : `${tasks.length} tasks`} once earlier ones are complete`}
    >
      <ul className="pb-2">
        {tasks.map(({ id, address, title, requestKey, requestTitle }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2 px-4 py-1.5 text-sm pointer-coarse:py-0">
            <span className="shrink-0 font-mono text-xs text-muted">{requestKey}</span>
            <GoLink
              to={pathTo("task", { taskId: address })}
              className="min-w-0 truncate text-ink hover:text-accent-text hover:underline pointer-coarse:leading-11"
            >
              {title}, {requestTitle}
            </GoLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
