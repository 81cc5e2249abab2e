/** How many ideas the roadmap holds, shown or not. */

/** A column as far as it is counted. */
interface CountedColumn {
  readonly ideas: readonly unknown[];
  readonly total: { readonly count: number; readonly isExact: boolean };
}

/** Whether a column holds more than it shows. */
export function hasMore({ ideas, total }: CountedColumn): boolean {
  return total.count > ideas.length;
}

/** What leads to all ideas of a column that holds more than it shows; null where it shows them all. */
export function moreText(status: string, column: CountedColumn): string | null {
  const { count, isExact } = column.total;
  return hasMore(column) ? `Show all ${count}${isExact ? "" : "+"} ${status.toLowerCase()}` : null;
}

/** Those that lie there, and those that their columns do not show. */
export function roadmapCount(
  columns: readonly CountedColumn[],
  shown: number,
): { readonly count: number; readonly isExact: boolean } {
  return {
    count: columns.reduce((sum, { ideas, total }) => sum + total.count - ideas.length, shown),
    isExact: columns.every(({ total }) => total.isExact),
  };
}
