import { Download } from "lucide-react";
import { useRef, useState } from "react";
import type { CsvColumn } from "../../lib/csv";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { iconWhenNarrow, wordsWhenWide } from "../../ui/button-classes";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";
import { type ExportedPage, readPages, saveRows } from "./export-pages";

/** Takes every page of a list out as a file, once the audit trail knows of it; says how far it is, and can be cancelled. */
export function ExportButton<Row>(props: {
  /** What the file is called. */
  name: string;
  noun: string;
  plural?: string;
  columns: readonly CsvColumn<Row>[];
  /** Why the viewer cannot, or null. */
  whyNot: string | null;
  /** Writes down what is taken out. */
  note: (headings: string[]) => Promise<unknown>;
  pageAfter: (cursor: string | undefined) => Promise<ExportedPage<Row>>;
}) {
  const { name, noun, plural, columns, whyNot, note, pageAfter } = props;
  const [rows, setRows] = useState<number | null>(null);
  const cancel = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  async function run(): Promise<void> {
    const own = new AbortController();
    cancel.current = own;
    setRows(0);
    try {
      await note(columns.map(({ heading }) => heading));
      const read = await readPages({ pageAfter, onProgress: setRows, cancelled: own.signal });
      if (read === null) return;
      saveRows(name, read.rows, columns);
      const done = `${count(read.rows.length, noun, plural)} exported`;
      if (read.left === null) toast.success(done);
      else toast.warning(done, { description: read.left });
    } catch (error) {
      if (!own.signal.aborted) toast.error("The export failed", { description: explain(error) });
    } finally {
      // Another one may have begun since this one was cancelled.
      if (cancel.current === own) setRows(null);
    }
  }
  function stop(): void {
    cancel.current?.abort();
    setRows(null);
    button.current?.focus();
    toast.success("Export cancelled", { description: "No file was saved." });
  }
  return (
    <>
      <Button
        ref={button}
        variant="outline"
        title="Export CSV"
        className={rows === null ? iconWhenNarrow : undefined}
        busy={rows !== null}
        busyLabel={`Exporting ${(rows ?? 0).toLocaleString("en-GB")}...`}
        disabledReason={whyNot}
        onClick={() => void run()}
      >
        <Download aria-hidden />
        <span className={wordsWhenWide}>Export CSV</span>
      </Button>
      {rows === null ? null : (
        <Button variant="ghost" onClick={stop}>
          Cancel export
        </Button>
      )}
    </>
  );
}
