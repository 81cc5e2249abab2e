import { Suspense, useMemo } from "react";
import { wordsOf } from "../../../../convex/lib/pure/wordSearch";
import { WantedWords } from "../../../components/found/found";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Kbd } from "../../../ui/text/kbd";
import type { WaitingRow } from "../api";
import { BulkBar } from "../bulk/bulk-bar";
import { Filters } from "./filters";
import type { ApprovalsSearch } from "./search";
import { useWaitingList } from "./use-waiting-list";
import { filtered, typesOf } from "./waiting-rows";
import { WaitingTable } from "./waiting-table";

const PeekBeside = lazyPart(() => import("../peek/peek").then((part) => part.PeekBeside));
const PeekAbove = lazyPart(() => import("../peek/peek").then((part) => part.PeekAbove));
const ListDialogs = lazyPart(() => import("./list-dialogs").then((part) => part.ListDialogs));

interface WaitingListProps {
  rows: readonly WaitingRow[];
  isSnoozed?: boolean;
  isCut: boolean;
  search: ApprovalsSearch;
  onSearch: (changes: Partial<ApprovalsSearch>) => void;
  onOpen: (address: string) => void;
}

/** The rows of one tab, and what is asked about them: that stays when its row leaves, and if it was the last one. */
export function WaitingList(props: WaitingListProps) {
  const shown = filtered(props.rows, props.search);
  const list = useWaitingList(shown, props);
  return (
    <>
      {props.rows.length === 0 ? (
        <NothingWaits isSnoozed={props.isSnoozed ?? false} />
      ) : (
        <WaitingRows {...props} shown={shown} list={list} />
      )}
      <Suspense fallback={null}>
        {list.dialog ? (
          <ListDialogs
            dialog={list.dialog}
            onClose={() => list.ask(null)}
            onGone={list.goOnAfter}
            finalFocus={list.afterDialog}
            onBulkDone={(decidedIds) => {
              list.clear();
              list.goOnAfter(...decidedIds);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Filters, table, keyboard, and what is looked into beside them. */
function WaitingRows({
  rows,
  isSnoozed = false,
  search,
  onSearch,
  isCut,
  shown,
  list,
}: WaitingListProps & { shown: readonly WaitingRow[]; list: ReturnType<typeof useWaitingList> }) {
  const wanted = useMemo(() => wordsOf(search.q ?? ""), [search.q]);
  const picked = shown.filter(({ approvalId }) => list.selected.has(approvalId));
  return (
    <div className="list-panel gap-3">
      {isCut ? (
        <Alert meaning="warning" title="More approvals wait than are shown">
          Decide some of these, or hand some over, to see the rest.
        </Alert>
      ) : null}
      <Card aria-label={isSnoozed ? "Snoozed approvals" : "Waiting approvals"} className="list-panel overflow-hidden">
        <Filters search={search} onSearch={onSearch} types={typesOf(rows)} shown={shown.length} total={rows.length} />
        {shown.length === 0 ? (
          <NothingMatches
            hidden={rows.length}
            onClear={() => onSearch({ q: undefined, type: undefined, risk: undefined })}
          />
        ) : (
          <WantedWords value={wanted}>
            <WaitingTable
              label={isSnoozed ? "Snoozed approvals, scrollable" : "Waiting approvals, scrollable"}
              rows={shown}
              currentId={list.currentId}
              besideId={list.peek && !list.isPeekAbove ? list.peek.approvalId : null}
              selected={list.selected}
              onAction={list.actOn}
              onSnooze={(row) => list.actOn(row, "snooze")}
              onSelect={list.select}
              onFocusRow={list.focused}
              onLookInto={list.lookInto}
              onLookBeside={list.lookBeside}
            />
          </WantedWords>
        )}
      </Card>
      <KeyboardHint />
      <BulkBar rows={picked} onDecide={(verdict) => list.ask({ rows: picked, verdict })} onClear={list.clear} />
      <Suspense fallback={null}>
        {list.peek ? (
          list.isPeekAbove ? (
            <PeekAbove row={list.peek} onAction={list.actOn} onClose={list.closePeek} />
          ) : (
            <PeekBeside row={list.peek} onAction={list.actOn} onClose={list.closePeek} />
          )
        ) : null}
      </Suspense>
    </div>
  );
}

function NothingMatches({ hidden, onClear }: { hidden: number; onClear: () => void }) {
  return (
    <EmptyState
      kind="no-match"
      title="Nothing matches"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {count(hidden, "approval")} {hidden === 1 ? "is" : "are"} hidden by the filters.
    </EmptyState>
  );
}

function KeyboardHint() {
  const keys = [
    ["J", "next"],
    ["K", "previous"],
    ["A", "approve"],
    ["R", "reject"],
    ["I", "ask"],
    ["H", "snooze"],
    ["Space", "preview"],
    ["X", "select"],
    ["O", "open"],
  ] as const;
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted lg:flex print:hidden">
      {keys.map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd keys={key} /> {does}
        </span>
      ))}
    </p>
  );
}

function NothingWaits({ isSnoozed }: { isSnoozed: boolean }) {
  return (
    <Card>
      <EmptyState kind="nothing-yet" title={isSnoozed ? "Nothing is snoozed" : "Nothing is waiting for your decision"}>
        {isSnoozed
          ? "Snoozed approvals come back here when the snooze ends."
          : "Requests appear here as soon as they need your decision."}
      </EmptyState>
    </Card>
  );
}
