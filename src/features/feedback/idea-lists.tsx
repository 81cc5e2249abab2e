import { MessageSquareText } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { isWholeSearch, type ListedStatus } from "../../../convex/core/feedback/rules/listed";
import { wordsOf } from "../../../convex/lib/pure/wordSearch";
import { pathTo } from "../../../convex/site/links";
import { Found, WantedWords } from "../../components/found/found";
import { CountLine } from "../../components/listing/list-parts";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { useStillRows } from "../../components/listing/use-still-rows";
import { RowLink } from "../../components/row-link";
import { Button } from "../../ui/button";
import { type Column, DataTable } from "../../ui/list/data-table";
import { MoreButton } from "../../ui/list/more-button";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { Badge } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { type IdeaRow, useIdeas, useMine } from "./api";
import { IdeaStatusBadge } from "./status-badge";
import { VoteButton } from "./vote-button";

/** What somebody wrote, voted for or commented on. */
export function MyIdeas() {
  return (
    <IdeaTable
      label="My ideas"
      live={useMine()}
      empty={
        <EmptyState kind="nothing-yet" title="No ideas of yours yet" className="px-0">
          What you write, vote for or comment on is listed here.{" "}
          <RowLink to={pathTo("feedback", { view: "all" })}>See what others would like</RowLink>.
        </EmptyState>
      }
    />
  );
}

/** Every idea, most votes first, or those that are searched for. */
export function AllIdeas(props: { status: ListedStatus | null; text: string; onShowAll: () => void }) {
  const { status, text, onShowAll } = props;
  const { results, status: loading, loadMore } = useIdeas(status, text);
  const wanted = useMemo(() => wordsOf(text), [text]);
  const list = useRef<HTMLDivElement>(null);
  return (
    <WantedWords value={wanted}>
      <div ref={list}>
        <IdeaTable
          label="All ideas"
          live={loading === "LoadingFirstPage" ? undefined : results}
          hasMore={loading === "CanLoadMore" || loading === "LoadingMore"}
          isWhole={text === "" || isWholeSearch(results.length)}
          empty={
            status === null && text === "" ? (
              <EmptyState kind="nothing-yet" title="No ideas yet" className="px-0">
                Nobody has written one yet.
              </EmptyState>
            ) : (
              <EmptyState
                kind="no-match"
                title={text === "" ? "No ideas here" : "No idea matches"}
                className="px-0"
                action={
                  <Button variant="outline" onClick={onShowAll}>
                    Show all
                  </Button>
                }
              >
                {text === ""
                  ? `No idea is ${status} at the moment.`
                  : "Search covers numbers, titles and descriptions."}
              </EmptyState>
            )
          }
        />
      </div>
      {loading === "CanLoadMore" || loading === "LoadingMore" ? (
        <MoreButton
          variant="outline"
          className="mt-3 self-start"
          busy={loading === "LoadingMore"}
          busyLabel="Loading..."
          list={list}
          rows="tbody > tr"
          onMore={() => loadMore(50)}
        >
          Show more
        </MoreButton>
      ) : null}
    </WantedWords>
  );
}

/** Ideas that stay where they are while others vote and write. */
function IdeaTable(props: {
  label: string;
  /** Undefined until the first answer. */
  live: readonly IdeaRow[] | undefined;
  /** There are more than are read. */
  hasMore?: boolean;
  /** Its search found no more than it lists. */
  isWhole?: boolean;
  empty: ReactNode;
}) {
  const { label, hasMore = false, isWhole = true } = props;
  const still = useStillRows(props.live);
  if (still === null) return <ListSkeleton label="Loading the ideas" />;
  const { rows, goneIds, waiting, at } = still;
  if (rows.length === 0) return props.empty;
  const total = { count: rows.length - goneIds.size, isExact: !hasMore, at };
  return (
    <div className="flex flex-col gap-3">
      <CountLine noun="idea" hasGone={goneIds.size > 0} onRefresh={still.showAll} {...{ total, waiting, isWhole }} />
      <Card aria-label={label} className="overflow-hidden">
        <DataTable
          label={label}
          columns={COLUMNS}
          rows={rows}
          nameOf={({ key }) => key}
          isGone={({ id }) => goneIds.has(id)}
        />
      </Card>
    </div>
  );
}

const COLUMNS: Column<IdeaRow>[] = [
  {
    key: "title",
    heading: "Idea",
    className: "wrap-anywhere @max-2xl/rows:basis-full",
    cell: ({ key, title }) => (
      <RowLink to={pathTo("idea", { id: key })}>
        <Found text={title} />
      </RowLink>
    ),
  },
  { key: "status", heading: "Status", cell: ({ status }) => <IdeaStatusBadge status={status} /> },
  { key: "votes", heading: "Votes", cell: (idea) => <VoteButton idea={idea} /> },
  { key: "you", heading: "You", cell: (idea) => <Marks idea={idea} /> },
  {
    key: "changed",
    heading: "Status since",
    cardLabel: "Since",
    cell: ({ statusAt }) => <RelativeTime at={statusAt} />,
  },
];

/** What the reader has to do with it, and whether an admin answered. */
function Marks({ idea: { isMine, hasVoted, hasCommented, isAnswered } }: { idea: IdeaRow }) {
  return (
    <span className="flex flex-wrap gap-1">
      {isMine ? <Badge variant="neutral">Your idea</Badge> : null}
      {hasVoted ? <Badge variant="neutral">You voted</Badge> : null}
      {hasCommented ? <Badge variant="neutral">You commented</Badge> : null}
      {isAnswered ? (
        <Badge variant="secondary" icon={<MessageSquareText aria-hidden />}>
          Recently answered
        </Badge>
      ) : null}
    </span>
  );
}
