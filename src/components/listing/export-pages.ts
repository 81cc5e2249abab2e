/** A list as a file: every page of the filtered set, after the audit trail knows of it. */

import { type CsvColumn, toCsv } from "../../lib/csv";
import { downloadText } from "../../lib/download";

/** One page of what is taken out. */
export interface ExportedPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** More rows than a spreadsheet opens. */
const MAX_ROWS = 1_000_000;

/** Reads all pages one after the other, telling how many rows there are so far, and hands the file over. */
export async function exportPages<Row>({
  name,
  columns,
  pageAfter,
  onProgress,
}: {
  name: string;
  columns: readonly CsvColumn<Row>[];
  pageAfter: (cursor: string | undefined) => Promise<ExportedPage<Row>>;
  onProgress: (rows: number) => void;
}): Promise<number> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page: ExportedPage<Row> = await pageAfter(cursor);
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
    onProgress(rows.length);
  } while (cursor !== undefined && rows.length < MAX_ROWS);
  downloadText(`${name}.csv`, toCsv(rows, columns), "text/csv;charset=utf-8");
  return rows.length;
}
