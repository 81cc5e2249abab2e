/** What both queues' columns have in common. */

import type { QueueSort } from "../../../convex/core/shared/table";
import type { QueueColumn } from "../../components/listing/shown-columns";
import type { Column } from "../../ui/list/data-table";

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
