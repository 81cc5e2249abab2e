/** Which columns of a list are shown, as its address says it. */

import type { CsvColumn } from "../../lib/csv";
import type { Column } from "../../ui/list/data-table";
import { listOf } from "./address";

/** A column with what stands for it in a file. */
export interface QueueColumn<Row> extends Column<Row> {
  readonly csv: readonly CsvColumn<Row>[];
}

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
