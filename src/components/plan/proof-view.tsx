import { CircleCheck, CircleX } from "lucide-react";
import type { Proof } from "../../../convex/lib/pure/plan";
import { formatDateTime } from "../../lib/dates";
import { cn } from "../../ui/cn";
import { Cell, HeadRow, HeaderCell, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Badge } from "../../ui/text/badge";

/** What was read back from the outside system after the work, fact by fact, and when. */
export function ProofView({ proof }: { proof: Proof }) {
  const { isProven, facts, readAt } = proof;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <Badge
          variant={isProven ? "default" : "destructive"}
          icon={isProven ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
        >
          {isProven ? "Proven" : "Not proven"}
        </Badge>
        <span>
          Read back at{" "}
          <time dateTime={new Date(readAt).toISOString()} className="tabular-nums" suppressHydrationWarning>
            {formatDateTime(readAt)}
          </time>
        </span>
      </p>
      {facts.length === 0 ? (
        <p className="text-sm text-muted">There was nothing to read back: people did all the work manually.</p>
      ) : (
        <TableScroll label="What was read back" className="rounded-md border border-line">
          <Table stacks>
            <TableHead>
              <HeadRow>
                <HeaderCell>What</HeaderCell>
                <HeaderCell>Expected</HeaderCell>
                <HeaderCell>Found</HeaderCell>
              </HeadRow>
            </TableHead>
            <TableBody>
              {facts.map(({ subject, expected, actual }) => (
                <TableRow key={subject} className="@max-2xl/rows:gap-y-0.5">
                  <Cell className="wrap-anywhere">{subject}</Cell>
                  <Cell className="text-muted wrap-anywhere">{expected}</Cell>
                  <Cell className="wrap-anywhere">
                    <Found isAsExpected={expected === actual}>{actual}</Found>
                  </Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableScroll>
      )}
    </div>
  );
}

function Found({ isAsExpected, children }: { isAsExpected: boolean; children: string }) {
  const Icon = isAsExpected ? CircleCheck : CircleX;
  return (
    <span className={cn("inline-flex items-baseline gap-1.5 font-medium", isAsExpected ? "text-ink" : "text-danger")}>
      <Icon
        aria-hidden
        className={cn("size-3.5 shrink-0 self-center", isAsExpected ? "text-success" : "text-danger")}
      />
      <span className="sr-only">{isAsExpected ? "As expected: " : "Not as expected: "}</span>
      {children}
    </span>
  );
}
