import { formatDateTime, zoneName } from "../../lib/dates";
import { useNow } from "../../ui/text/use-now";
import { type Printer, tellPrinter } from "./printer-words";

/** The newest event of the audit trail about what is printed. */
interface LastEvent {
  readonly sequence: number;
  readonly hash: string;
}

/** On paper: who printed it, when, and the hash that shows later whether the audit trail still says the same. */
export function Imprint(props: { viewer: Printer | null | undefined; last: LastEvent | null | undefined }) {
  const { viewer, last } = props;
  const now = useNow();
  return (
    <footer className="hidden break-inside-avoid border-t border-line pt-3 text-sm text-ink-soft print:block">
      <p suppressHydrationWarning>
        {viewer ? tellPrinter(viewer) : "Printed"} on {formatDateTime(now)} ({zoneName(now)}).
      </p>
      {last ? (
        <p className="wrap-anywhere">
          Last event in the audit trail: {last.sequence.toLocaleString("en-GB")}, hash{" "}
          <code className="font-mono text-xs">{last.hash}</code>
        </p>
      ) : null}
    </footer>
  );
}
