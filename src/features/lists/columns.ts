/** What both queues' columns have in common. */

import type { QueueSort } from "../../../convex/core/shared/table";
import { listOf } from "../../components/listing/address";
import type { CsvColumn } from "../../lib/csv";
import type { Column } from "../../ui/list/data-table";

/** A column with what stands for it in a file. */
export interface QueueColumn<Row> extends Column<Row> {
  readonly csv: readonly CsvColumn<Row>[];
}

/** Sorting by a column: the order for newest or largest first, and the one for its reverse, where there is one. */
export type SortBy = (descending: QueueSort | null, ascending?: QueueSort) => NonNullable<Column<never>["sort"]>;

/** How heads sort, given the present order. */
export function sortBy(present: QueueSort, onSort: (sort: QueueSort) => void): SortBy {
  return (descending, ascending) => {
    const direction = present === descending ? "descending" : present === ascending ? "ascending" : null;
    const next = (direction === "descending" ? ascending : descending) ?? ascending ?? descending ?? "newest";
    return { direction, onSort: () => onSort(next) };
  };
}

/** The same columns with the orders their heads offer. The cells stay what they are, so no row is drawn again. */
export function withOrders<Row>(
  columns: readonly QueueColumn<Row>[],
  orders: Readonly<Record<string, Parameters<SortBy>>>,
  sortBy: SortBy,
): QueueColumn<Row>[] {
  return columns.map((column) => {
    const order = orders[column.key];
    return order ? { ...column, sort: sortBy(...order) } : column;
  });
}

/** The orders of the times that both queues have. */
export const TIME_ORDERS: Readonly<Record<string, Parameters<SortBy>>> = {
  created: ["newest", "oldest"],
  updated: ["updated"],
  due: [null, "due"],
};

/** The columns that are shown: those named in the address, else the usual ones; the first always. */
export function shownColumns<Row>(
  all: readonly QueueColumn<Row>[],
  named: string | undefined,
  usual: readonly string[],
): QueueColumn<Row>[] {
  const wanted = named === undefined ? usual : listOf(named);
  return all.filter(({ key }, index) => index === 0 || wanted.includes(key));
}

/** The columns in the address after one was shown or hidden; nothing when they are the usual ones again. */
export function toggledColumns(
  all: readonly { readonly key: string }[],
  shown: readonly string[],
  key: string,
  usual: readonly string[],
): string | undefined {
  const next = all
    .map((column) => column.key)
    .filter((one) => (one === key ? !shown.includes(key) : shown.includes(one)));
  return next.length === usual.length && next.every((one) => usual.includes(one)) ? undefined : next.join(",");
}
