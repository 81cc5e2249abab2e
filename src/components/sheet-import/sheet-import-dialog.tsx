import { Download } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import type { SheetColumn } from "../../../convex/lib/pure/sheet";
import { plural } from "../../../convex/lib/pure/text";
import { toCsv } from "../../lib/csv";
import { downloadText } from "../../lib/download";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { Alert } from "../../ui/page/alert";
import { QueryBoundary } from "../query-boundary";
import { explain } from "../refusal-words";
import type { Imported, Preview, SheetNoun } from "./sheet-outcome";
import { SheetPreview } from "./sheet-preview";
import { useSheetFile } from "./use-sheet-file";

interface SheetImportProps {
  readonly noun: SheetNoun;
  readonly columns: readonly SheetColumn[];
  /** What stands in the template in place of an example's address: the viewer's own. */
  readonly ownEmail: string;
  /** What a file would do, live; undefined while it is looked at. A hook: null asks nothing. */
  readonly usePreview: (text: string | null) => Preview | undefined;
  readonly importFile: (text: string, hash: string) => Promise<Imported>;
  readonly onClose: () => void;
  /** How rows that cannot be done are treated, where that is not the whole file. */
  readonly rule?: string;
  /** What an empty cell means, where it does not leave what is there. */
  readonly emptyCell?: string | undefined;
  /** What is done with the file, where that is not to import it. */
  readonly words?: SheetWords;
}

/** A file is imported, or else what these words say. */
interface SheetWords {
  readonly verb: string;
  readonly busy: string;
  readonly done: string;
}

const IMPORT: SheetWords = { verb: "Import", busy: "Importing", done: "The file was imported" };

/** Brings in many things at once by a CSV file: the file is chosen, what it would do is shown, then it is done. */
export function SheetImportDialog(props: SheetImportProps) {
  const { noun, columns, onClose, words = IMPORT } = props;
  const sheet = useSheetImport(props);
  const { done, isBusy, count } = sheet;
  const input = useRef<HTMLInputElement>(null);
  const template = () =>
    downloadText(`${noun.many.replaceAll(" ", "-")}-template.csv`, templateOf(columns, props.ownEmail), "text/csv");
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`${words.verb} ${noun.many}`}
      description={`The whole file is checked first. ${props.rule ?? "It is imported whole or not at all"}; importing it again does nothing twice.`}
      initialFocus={input}
      footer={
        done ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button busy={isBusy} busyLabel={words.busy} disabledReason={sheet.whyNot} onClick={() => void sheet.run()}>
              {count > 0 && sheet.whyNot === null ? `${words.verb} ${plural(count, noun.one, noun.many)}` : words.verb}
            </Button>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="ghost" className="mr-auto" onClick={template}>
              <Download aria-hidden />
              Template
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Outcome done={done} noun={noun} title={words.done} />
      ) : (
        <FileStep {...props} sheet={sheet} input={input} />
      )}
    </Dialog>
  );
}

/** How it ended; a file of which no row could be imported is no success. */
function Outcome({ done, noun, title }: { done: Imported; noun: SheetNoun; title: string }) {
  const refused = done.refused ?? [];
  const isNothing = done.created + done.changed + (done.proposed ?? 0) === 0 && refused.length > 0;
  if (done.state === "proposed")
    return (
      <Alert meaning="success" title="The file was proposed">
        It decides who is in charge, so the whole file waits until somebody else confirms it{" "}
        {done.created === 0 && done.changed === 1
          ? `on the page of the ${noun.one}`
          : `on the page with all ${noun.many}`}
        .
      </Alert>
    );
  return (
    <Alert meaning={isNothing ? "warning" : "success"} title={isNothing ? "Nothing was imported" : title}>
      {isNothing ? "No row could be imported:" : importedText(done, noun)}
      <Refused rows={refused} />
    </Alert>
  );
}

/** What was left out, and why. */
function Refused({ rows }: { rows: NonNullable<Imported["refused"]> }) {
  if (rows.length === 0) return null;
  return (
    <ul className="mt-2 flex max-h-60 flex-col overflow-y-auto">
      {rows.map(({ row, name, reason }) => (
        <li key={row}>
          Row {row}, {name}: {reason}
        </li>
      ))}
    </ul>
  );
}

/** The chosen file, what it would do, and doing it. */
function useSheetImport({ importFile }: SheetImportProps) {
  const { file, choose } = useSheetFile();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const count = preview?.rows.filter(({ does }) => does !== "nothing").length ?? 0;

  async function run(): Promise<void> {
    if (!file || file.text === null || preview === null) return;
    setBusy(true);
    setFailure(null);
    try {
      setDone(await importFile(file.text, preview.hash));
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  }

  function chooseOther(chosen: File | undefined): void {
    setPreview(null);
    setFailure(null);
    void choose(chosen);
  }

  return {
    file,
    choose: chooseOther,
    setPreview,
    isBusy,
    failure,
    done,
    count,
    run,
    whyNot: whyNotImport(file?.text ?? null, preview, count),
  };
}

function whyNotImport(text: string | null, preview: Preview | null, count: number): string | null {
  if (text === null) return "Choose a file first";
  if (preview === null) return "The file is still being checked";
  if (preview.problems.length > 0) return "Fix the file first; nothing is imported until then";
  return count === 0 ? "The portal already has everything in this file" : null;
}

function FileStep({
  noun,
  columns,
  emptyCell = "An empty cell leaves what is there.",
  usePreview,
  sheet,
  input,
}: SheetImportProps & { sheet: ReturnType<typeof useSheetImport>; input: RefObject<HTMLInputElement | null> }) {
  const { file, choose, setPreview, failure } = sheet;
  const text = file?.text ?? null;
  return (
    <div className="flex min-h-0 flex-col gap-4">
      <Field
        label="CSV file"
        required
        help={`Separated by commas, semicolons or tabs, with the headings of the template.${columns.every(({ isRequired }) => isRequired) ? "" : ` ${emptyCell}`}`}
        error={file?.problem ?? null}
      >
        <Input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          className="h-auto py-1 file:mr-3 file:rounded-sm file:border-0 file:bg-hover file:px-2 file:py-1 file:text-sm file:text-ink"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </Field>
      {file?.isGuess ? (
        <Alert meaning="warning" title="The file does not say how it writes letters such as ü">
          It was read as Windows-1252. Check the names below; saving it as “CSV UTF-8” is safer.
        </Alert>
      ) : null}
      {text === null ? (
        <ColumnList columns={columns} />
      ) : (
        <QueryBoundary key={text} title="The file could not be checked">
          <SheetPreview text={text} noun={noun} usePreview={usePreview} onPreview={setPreview} />
        </QueryBoundary>
      )}
      {failure === null ? null : (
        <Alert meaning="danger" title="Nothing was imported">
          {failure}
        </Alert>
      )}
    </div>
  );
}

function ColumnList({ columns }: { columns: readonly SheetColumn[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {columns.map(({ name, help, isRequired }) => (
        <div key={name} className="contents">
          <dt className="font-mono text-xs leading-5 text-ink">
            {name}
            {isRequired ? "" : <span className="font-sans text-muted"> (optional)</span>}
          </dt>
          <dd className="text-muted">{help}</dd>
        </div>
      ))}
    </dl>
  );
}

function templateOf(columns: readonly SheetColumn[], ownEmail: string): string {
  const row = Object.fromEntries(
    columns.map(({ name, example }) => [name, example.includes("@") ? ownEmail : example]),
  );
  return toCsv(
    [row],
    columns.map(({ name }) => ({ heading: name, value: (cells) => cells[name] ?? "" })),
  );
}

function importedText(
  { created, changed, skipped, proposed = 0, refused = [] }: Imported,
  { one, many }: SheetNoun,
): string {
  const parts = [
    ...(created > 0 || changed + proposed + refused.length === 0 ? [`${plural(created, one, many)} created`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(proposed > 0 ? [`${proposed} proposed to a second person`] : []),
    ...(skipped > 0 ? [`${skipped} skipped because nothing differs`] : []),
  ];
  return `${parts.join(", ")}.`;
}
