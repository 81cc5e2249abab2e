import { MessageSquareText } from "lucide-react";
import { useMemo } from "react";
import type { ListedStatus } from "../../../convex/core/feedback/rules/listed";
import { wordsOf } from "../../../convex/lib/pure/words";
import { pathTo } from "../../../convex/site/links";
import { Found, WantedWords } from "../../components/listing/found";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { RowLink } from "../../components/row-link";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { Badge } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { type IdeaRow, MOST_FOUND, useIdeas, useMine } from "./api";
import { IdeaStatusBadge } from "./status-badge";
import { VoteButton } from "./vote-button";

/** What somebody wrote, voted for or commented on. */
export function MyIdeas() {
  const rows = useMine();
  if (rows === undefined) return <ListSkeleton label="Loading your ideas" />;
  if (rows.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="No ideas of yours yet" className="px-0">
        What you write, vote for or comment on is listed here.{" "}
        <RowLink to={pathTo("feedback", { view: "all" })}>See what others would like</RowLink>.
      </EmptyState>
    );
  return <IdeaTable label="My ideas" rows={rows} />;
}

/** Every idea, most votes first, or those that are searched for. */
export function AllIdeas(props: { status: ListedStatus | null; text: string; onShowAll: () => void }) {
  const { status, text, onShowAll } = props;
  const { results, status: loading, loadMore } = useIdeas(status, text);
  const wanted = useMemo(() => wordsOf(text), [text]);
  if (loading === "LoadingFirstPage") return <ListSkeleton label="Loading the ideas" />;
  if (results.length === 0)
    return status === null && text === "" ? (
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
        {text === "" ? `No idea is ${status} at the moment.` : "Search covers numbers, titles and descriptions."}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-3">
      {text === "" ? null : <p className="text-sm text-muted">{foundWords(results.length)}</p>}
      <WantedWords value={wanted}>
        <IdeaTable label="All ideas" rows={results} />
      </WantedWords>
      {loading === "Exhausted" ? null : (
        <Button variant="outline" className="self-start" onClick={() => loadMore(50)}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** How many ideas a search found. */
function foundWords(found: number): string {
  return found < MOST_FOUND
    ? `${count(found, "idea")} found`
    : `The first ${MOST_FOUND} matches are shown. Add another word to narrow them.`;
}

function IdeaTable({ label, rows }: { label: string; rows: readonly IdeaRow[] }) {
  return (
    <Card aria-label={label} className="overflow-hidden">
      <DataTable label={label} columns={COLUMNS} rows={rows} nameOf={({ key }) => key} />
    </Card>
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
