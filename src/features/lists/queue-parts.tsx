import { isEmptyFilter } from "../../../convex/core/shared/rules/listed";
import type { BulkOperation } from "../../../convex/core/shared/table";
import { type Count, countText } from "../../components/listing/counting";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { SelectionBar } from "../../ui/list/selection-bar";
import { EmptyState } from "../../ui/page/empty-state";
import type { BulkAsk } from "./bulk-dialog";
import { OPERATIONS } from "./queue-words";
import type { QueueListProps } from "./types";
import type { ChosenRows } from "./use-chosen";

/** Why the list shows nothing. */
export function NoRows(props: { noun: string; isFiltered: boolean; onClear: () => void }) {
  if (!props.isFiltered) {
    return (
      <EmptyState kind="nothing-yet" title={`There are no ${props.noun}s yet`}>
        They appear here as soon as somebody sends a request.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="no-match"
      title={`No ${props.noun} matches`}
      action={
        <Button variant="outline" onClick={props.onClear}>
          Show all {props.noun}s
        </Button>
      }
    >
      Search and filters look through everything you oversee.
    </EmptyState>
  );
}

/** What can be done with the chosen rows. */
export function Chosen<Row extends { readonly id: string }>(
  props: Pick<QueueListProps<Row>, "noun" | "search" | "operations" | "selectionOf" | "wishOf" | "whyNot"> & {
    /** The rows of the page, among them the chosen ones as far as they stand on it. */
    rows: readonly Row[];
    chosen: ChosenRows;
    total: Count | undefined;
    onAsk: (ask: BulkAsk) => void;
  },
) {
  const { noun, rows, chosen, total, operations, selectionOf, onAsk, search } = props;
  const { ids, ofPage } = chosen.selection;
  const isUnfiltered = isEmptyFilter(props.wishOf(search).filter);
  const hasMore = ofPage === "all" && total !== undefined && (!total.isExact || total.count > ids.length);
  const ask = (operation: BulkOperation): void =>
    onAsk({ operation, noun, selection: selectionOf(chosen.isAll ? null : ids) });
  const chosenHere = rows.filter(({ id }) => ids.includes(id));
  // What stands on another page, or only matches, is judged by the preview.
  const appliesToNone = (operation: BulkOperation): boolean =>
    !chosen.isAll &&
    chosenHere.length === ids.length &&
    chosenHere.every((row) => props.whyNot(operation, row) !== null);
  return (
    <SelectionBar
      text={
        chosen.isAll ? `All ${countText(total, `matching ${noun}`)} selected` : `${count(ids.length, noun)} selected`
      }
      more={
        chosen.isAll ? (
          <Button size="sm" variant="ghost" onClick={chosen.byHand}>
            Only this page
          </Button>
        ) : hasMore ? (
          <Button
            size="sm"
            variant="ghost"
            disabledReason={isUnfiltered ? "Filter the list first: you cannot change the whole queue at once" : null}
            onClick={chosen.takeAll}
          >
            Select all {countText(total, `matching ${noun}`)}
          </Button>
        ) : null
      }
      onClear={chosen.clear}
    >
      {operations.map((operation) => (
        <Button
          key={operation}
          size="sm"
          variant={OPERATIONS[operation].isDestructive ? "destructiveOutline" : "outline"}
          disabledReason={appliesToNone(operation) ? OPERATIONS[operation].appliesToNone : null}
          onClick={() => ask(operation)}
        >
          {OPERATIONS[operation].verb}
        </Button>
      ))}
    </SelectionBar>
  );
}
