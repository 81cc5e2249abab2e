import { isDone, proofWords } from "../../../../convex/core/tickets/rules/waits";
import { pathTo } from "../../../../convex/site/links";
import { RowLink } from "../../../components/row-link";
import { formatDate } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import type { Ticket } from "../api";

/** How that ended what a ticket waited for, with the answer it proposes; or that its end is still awaited. */
export function ProofLine({ ticket, onResolve }: { ticket: Ticket; onResolve: ((answer: string) => void) | null }) {
  const { proof, waitsFor, state } = ticket;
  if (!proof) {
    if (waitsFor === null || state === "waitingOnThirdParty") return null;
    const { request, task } = waitsFor;
    const what = task === null ? (request ?? "the request") : `“${task}” of ${request ?? "the request"}`;
    return <p className="text-sm text-ink-soft">You will be notified when {what} ends.</p>;
  }
  const words = proofWords(proof, formatDate(proof.endedAt));
  const isSolved = isDone(proof);
  return (
    <Alert meaning={isSolved ? "success" : "warning"} title={words}>
      <div className="flex flex-wrap items-center gap-3">
        <ProofLink proof={proof} />
        {isSolved && onResolve ? (
          <Button size="sm" onClick={() => onResolve(proof.isForAll ? words : ANSWER_FOR_OTHERS)}>
            Resolve with this
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}

/** An incident stands in a card of its own beside. */
function ProofLink({ proof }: { proof: NonNullable<Ticket["proof"]> }) {
  if (proof.kind === "incident") return null;
  return proof.kind === "task" ? (
    <RowLink to={pathTo("task", { taskId: proof.address })}>Open the task</RowLink>
  ) : (
    <RowLink to={pathTo("request", { id: proof.key })}>Open {proof.key}</RowLink>
  );
}

/** For readers of whom one does not read the request: nothing of it is said. */
const ANSWER_FOR_OTHERS = "What this ticket waited for is done.";
