/** Which columns of a list are shown and in what order, as its address says it. */

import type { CsvColumn } from "../../lib/csv";
import type { Column } from "../../ui/list/data-table";
import { listOf } from "./address";

/** A column with what stands for it in a file. */
export interface QueueColumn<Row> extends Column<Row> {
  readonly csv: readonly CsvColumn<Row>[];
}

/** What tells a column of a list from the others. */
interface Keyed {
  readonly key: string;
}

/**
 * The columns that are shown: those named in the address in that order, else the usual ones in theirs; first always
 * the first there is, which holds the link to the thing.
 */
export function shownColumns<Of extends Keyed>(
  all: readonly Of[],
  named: string | undefined,
  usual: readonly string[],
): Of[] {
  const [first, ...others] = all;
  if (!first) return [];
  if (named === undefined) return [first, ...others.filter(({ key }) => usual.includes(key))];
  const wanted = [...new Set(listOf(named))];
  return [first, ...wanted.flatMap((name) => others.find(({ key }) => key === name) ?? [])];
}

/** Every column in the order they are chosen from: each hidden one after the one it follows where none was moved. */
export function orderedColumns<Of extends Keyed>(all: readonly Of[], shown: readonly string[]): Of[] {
  const order = shown.flatMap((name) => all.find(({ key }) => key === name) ?? []);
  for (const [index, column] of all.entries()) {
    if (order.includes(column)) continue;
    const before = all[index - 1];
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, column);
  }
  return order;
}

/** The columns in the address after one was shown or hidden; nothing when they are the usual ones again. */
export function toggledColumns(
  all: readonly Keyed[],
  shown: readonly string[],
  key: string,
  usual: readonly string[],
): string | undefined {
  const next = orderedColumns(all, shown)
    .map((column) => column.key)
    .filter((one) => (one === key ? !shown.includes(key) : shown.includes(one)));
  return inAddress(all, next, usual);
}

/** The columns in the address after one changed places with the shown one beside it; the first stays where it is. */
export function movedColumns(
  all: readonly Keyed[],
  shown: readonly string[],
  key: string,
  by: -1 | 1,
  usual: readonly string[],
): string | undefined {
  const from = shown.indexOf(key);
  const to = from + by;
  const isPossible = from > 0 && to > 0 && to < shown.length;
  return inAddress(all, isPossible ? shown.with(from, shown[to] ?? key).with(to, key) : shown, usual);
}

function inAddress(all: readonly Keyed[], keys: readonly string[], usual: readonly string[]): string | undefined {
  const asUsual = shownColumns(all, undefined, usual).map(({ key }) => key);
  const text = keys.join(",");
  return text === asUsual.join(",") ? undefined : text;
}
