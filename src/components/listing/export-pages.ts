/** A list as a file: every page of the filtered set, after the audit trail knows of it. */

import { type CsvColumn, toCsv } from "../../lib/csv";
import { downloadText } from "../../lib/download";

/** One page of what is taken out. */
export interface ExportedPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** Whether its search found no more than it lists; left out where nothing limits it. */
  readonly isWhole?: boolean;
}

/** More rows than a spreadsheet opens. */
const MAX_ROWS = 1_000_000;

/**
 * Reads all pages one after the other, telling how many rows there are so far, and whether there are others. Null once it
 * was cancelled: a file is whole, or says what it lacks, or is none.
 */
export async function readPages<Row>({
  pageAfter,
  onProgress,
  cancelled,
  most = MAX_ROWS,
}: {
  pageAfter: (cursor: string | undefined) => Promise<ExportedPage<Row>>;
  onProgress: (rows: number) => void;
  cancelled: AbortSignal;
  most?: number;
}): Promise<{ rows: readonly Row[]; left: string | null } | null> {
  const rows: Row[] = [];
  let isWhole = true;
  let cursor: string | undefined;
  do {
    const page: ExportedPage<Row> = await pageAfter(cursor);
    if (cancelled.aborted) return null;
    rows.push(...page.rows);
    isWhole &&= page.isWhole ?? true;
    cursor = page.next ?? undefined;
    onProgress(rows.length);
  } while (cursor !== undefined && rows.length < most);
  return { rows, left: isWhole && cursor === undefined ? null : leftOut(isWhole, most) };
}

/** Why not everything that matches is in a file. */
function leftOut(isWhole: boolean, most: number): string {
  if (!isWhole) return "The search found more than it lists: add a word to export them all.";
  return `A file holds ${most.toLocaleString("en-GB")} rows: narrow the list to export the others.`;
}

/** Hands the rows over as a file. */
export function saveRows<Row>(name: string, rows: readonly Row[], columns: readonly CsvColumn<Row>[]): void {
  downloadText(`${name}.csv`, toCsv(rows, columns), "text/csv;charset=utf-8");
}
