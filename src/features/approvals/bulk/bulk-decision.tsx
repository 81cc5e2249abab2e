import { useState } from "react";
import { refusalText } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { toast } from "../../../ui/toast/toast";
import { type BulkResult, useApprovalCommands, type WaitingRow } from "../api";
import { DecisionDialog, type Said } from "../decision-dialog";
import { decidedTogetherText } from "../decision-words";
import { ACTION_WORDS } from "../seat-actions";
import { BulkItems } from "./bulk-items";

/** One decision about several requests of a type: each is shown, and can be left out. */
export function BulkDecision({
  rows,
  verdict,
  onClose,
  onDone,
  finalFocus,
}: {
  rows: readonly WaitingRow[];
  verdict: "approve" | "reject";
  onClose: () => void;
  onDone: (decidedIds: readonly string[]) => void;
  finalFocus: () => HTMLElement | null;
}) {
  // What was chosen stays in view, also when somebody else decides one of them meanwhile.
  const [chosen] = useState(rows);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const { decideMany } = useApprovalCommands();
  const wanted = chosen.filter(({ approvalId }) => !left.has(approvalId));
  if (results) return <BulkResults results={results} rows={chosen} onClose={onClose} finalFocus={finalFocus} />;

  function leave(approvalId: string, isLeft: boolean): void {
    const copy = new Set(left);
    if (isLeft) copy.add(approvalId);
    else copy.delete(approvalId);
    setLeft(copy);
  }
  async function decide({ comment, withoutPlan }: Said): Promise<boolean> {
    const done = await decideMany({
      typeKey: wanted[0]?.type.key ?? "",
      items: wanted.map(({ approvalId, stepId, formHash }) => ({ approvalId, stepId, formHash })),
      verdict,
      comment,
      withoutPlan,
    });
    onDone(done.flatMap(({ approvalId, refusal }) => (refusal === null ? [approvalId] : [])));
    const isWhole = done.every(({ refusal }) => refusal === null);
    if (isWhole) toast.success(decidedTogetherText(verdict, done));
    else setResults(done);
    return isWhole;
  }
  return (
    <DecisionDialog
      action={verdict}
      subject={count(wanted.length, `${chosen[0]?.type.name ?? ""} request`)}
      verb={`${ACTION_WORDS[verdict].verb} ${count(wanted.length, "request")}`}
      blocked={wanted.length === 0 ? "Tick at least one request" : null}
      onClose={onClose}
      finalFocus={finalFocus}
      unplanned="unknown"
      onDecide={decide}
    >
      <BulkItems rows={chosen} left={left} onLeave={leave} />
    </DecisionDialog>
  );
}

/** What came of each item, shown when not all of them worked. */
function BulkResults({
  results,
  rows,
  onClose,
  finalFocus,
}: {
  results: readonly BulkResult[];
  rows: readonly WaitingRow[];
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const keys = new Map<string, string>(rows.map(({ approvalId, requestKey }) => [approvalId, requestKey]));
  const failed = results.filter(({ refusal }) => refusal !== null);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      finalFocus={finalFocus}
      title={`${results.length - failed.length} of ${count(results.length, "approval")} decided`}
      description="The others were left as they are."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-line">
        {failed.map(({ approvalId, refusal }) => (
          <li key={approvalId} className="flex flex-wrap gap-x-3 border-b border-line px-3 py-2 last:border-b-0">
            <span className="font-mono text-sm text-ink">{keys.get(approvalId) ?? approvalId}</span>
            <span className="min-w-0 text-sm text-ink-soft wrap-anywhere">
              {refusalText(refusal as Record<string, unknown>)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
