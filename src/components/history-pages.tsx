import { Suspense, useState } from "react";
import { useLast } from "../lib/use-query";
import { lazyPart } from "../ui/lazy-part";
import { Skeleton, SkeletonGroup } from "../ui/page/skeleton";
import type { HistoryEvent } from "./history-list";
import { QueryBoundary } from "./query-boundary";

/** A page opens on the thing itself; the words of its history come when somebody asks for it. */
const HistoryList = lazyPart(() => import("./history-list").then((part) => part.HistoryList));

/** Where a page of a history begins: behind this event. */
export interface HistoryPlace {
  readonly occurredAt: number;
  readonly sequence: number;
}

interface HistoryOf<Thing> {
  readonly of: Thing;
  /** One page of the history of a thing, live; undefined until it is there. */
  readonly usePage: (
    of: Thing,
    after: HistoryPlace | null,
  ) => { readonly events: readonly HistoryEvent[]; readonly next: HistoryPlace | null } | undefined;
}

/**
 * What the audit trail holds about one thing, page by page: every change with who made it. What shows one thing after
 * another gives it the thing's id as its key.
 */
export function HistoryPages<Thing>(props: HistoryOf<Thing>) {
  return (
    <QueryBoundary title="The history did not load">
      <div data-history className="contents">
        <Page {...props} after={null} />
      </div>
    </QueryBoundary>
  );
}

function Page<Thing>({ of, usePage, after }: HistoryOf<Thing> & { after: HistoryPlace | null }) {
  // A new event moves where the older pages begin: each shows what it had until it is answered, so all stay open.
  const page = useLast(usePage(of, after));
  const [hasMore, setMore] = useState(false);
  if (page === undefined) return <Loading />;
  // An older page that turns out empty ends the list; it does not say that there is nothing.
  if (after !== null && page.events.length === 0) return null;
  return (
    <>
      <Suspense fallback={<Loading />}>
        <HistoryList events={page.events} onMore={page.next === null || hasMore ? undefined : () => setMore(true)} />
      </Suspense>
      {page.next !== null && hasMore ? <Page of={of} usePage={usePage} after={page.next} /> : null}
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the history" className="flex flex-col gap-4 py-2">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="w-3/5" />
      ))}
    </SkeletonGroup>
  );
}
