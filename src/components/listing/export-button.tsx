import { Download } from "lucide-react";
import { useState } from "react";
import type { CsvColumn } from "../../lib/csv";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { iconWhenNarrow, wordsWhenWide } from "../../ui/button-classes";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";
import { type ExportedPage, readPages, saveRows } from "./export-pages";

/** Takes every page of a list out as a file, once the audit trail knows of it, and says how far it is. */
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
  async function run(): Promise<void> {
    setRows(0);
    try {
      await note(columns.map(({ heading }) => heading));
      const { rows: read, left } = await readPages({ pageAfter, onProgress: setRows });
      saveRows(name, read, columns);
      const done = `${count(read.length, noun, plural)} exported`;
      if (left === null) toast.success(done);
      else toast.warning(done, { description: left });
    } catch (error) {
      toast.error("The export failed", { description: explain(error) });
    } finally {
      setRows(null);
    }
  }
  return (
    <Button
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
  );
}
