import type { TaskPageData } from "../api";

/** "Step 7 of 9": its place in the request, counted as every list of tasks does; those side by side are one step. */
export function stepWords({ order, others }: Pick<TaskPageData, "order"> & { others: readonly { order: number }[] }) {
  return `Step ${order} of ${Math.max(order, ...others.map((other) => other.order))}`;
}
