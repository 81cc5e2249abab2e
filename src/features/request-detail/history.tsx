import { useState } from "react";
import { HistoryList } from "../../components/history-list";
import { QueryBoundary } from "../../components/query-boundary";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton";
import { type HistoryPage, useHistory } from "./api";

/** What the audit trail holds about the request: every change with who made it. */
export function History({ name }: { name: string }) {
  return (
    <QueryBoundary title="The history did not load">
      <Page name={name} after={null} />
    </QueryBoundary>
  );
}

function Page({ name, after }: { name: string; after: HistoryPage["next"] }) {
  const page = useHistory(name, after);
  const [hasMore, setMore] = useState(false);
  if (page === undefined) {
    return (
      <SkeletonGroup label="Loading the history" className="flex flex-col gap-4 py-2">
        {[0, 1, 2].map((row) => <Skeleton key={row} className="w-3/5" />)}
      </SkeletonGroup>
    );
  }
  return (
    <>
      <HistoryList events={page.events} onMore={page.next === null || hasMore ? undefined : () => setMore(true)} />
      {page.next !== null && hasMore ? <Page name={name} after={page.next} /> : null}
    </>
  );
}
