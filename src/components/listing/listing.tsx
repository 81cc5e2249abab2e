import { type ReactNode, type RefObject, useMemo } from "react";
import { wordsOf } from "../../../convex/lib/pure/wordSearch";
import { type Column, DataTable, type Density } from "../../ui/list/data-table";
import type { Selection } from "../../ui/list/use-selection";
import { Card } from "../../ui/page/card";
import { WantedWords } from "../found/found";
import type { ListPlace } from "./address";
import type { Count } from "./counting";
import { CountLine, MissingPage, Pages } from "./list-parts";
import { ListSkeleton } from "./list-skeleton";
import type { StillPage } from "./use-still-page";

/**
 * The rows of a list with everything around them: how many there are and as of when, what waits to be shown, the ways
 * through the pages, and why there is nothing. On a page marked `list-page` it takes what the window has left.
 */
export function Listing<Row extends { readonly id: string }>(props: {
  /** What the table is called. */
  label: string;
  noun: string;
  plural?: string;
  /** Null until the first answer. */
  still: StillPage<Row> | null;
  /** The rows to show, where some of the page's were taken out already. */
  rows?: readonly Row[];
  total: Count | undefined;
  search: ListPlace;
  change: (place: ListPlace) => void;
  onRefresh: () => void;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  selection?: Selection | undefined;
  density?: Density | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  /** The words of the search: what they find in the rows is marked. */
  words: string | undefined;
  /** What is said instead of no rows. */
  empty: ReactNode;
}) {
  const { label, noun, plural = `${noun}s`, still, total, search, change } = props;
  const { words = "" } = props;
  // The same list as long as the words are the same: whoever reads it is drawn again with another one.
  const wanted = useMemo(() => wordsOf(words), [words]);
  const rows = props.rows ?? still?.rows ?? [];
  const missing = still?.page.missing ?? null;
  const isEmpty = still !== null && missing === null && rows.length === 0;
  const hasGone = rows.some(({ id }) => still?.goneIds.has(id));
  return (
    <div className="list-body">
      <CountLine
        noun={noun}
        plural={plural}
        total={total}
        waiting={still?.waiting ?? 0}
        hasGone={hasGone}
        onRefresh={props.onRefresh}
        isWhole={still?.page.isWhole ?? true}
      />
      <Card aria-label={`List of ${plural}`} className="overflow-hidden">
        {still === null ? <ListSkeleton label={`Loading ${plural}`} /> : null}
        {missing ? <MissingPage page={search.page} missing={missing} change={change} /> : null}
        {isEmpty ? props.empty : null}
        {still && rows.length > 0 ? (
          <WantedWords value={wanted}>
            <DataTable
              label={label}
              columns={props.columns}
              rows={rows}
              nameOf={props.nameOf}
              selection={props.selection}
              density={props.density ?? "comfortable"}
              isGone={({ id }) => still.goneIds.has(id)}
              isBusy={still.isBusy}
              isBack={still.isBack}
              scrollRef={props.scroller}
            />
          </WantedWords>
        ) : null}
      </Card>
      {still && missing === null && (!isEmpty || search.page !== undefined) ? (
        <Pages still={still} search={search} noun={noun} plural={plural} total={total} change={change} />
      ) : null}
    </div>
  );
}
