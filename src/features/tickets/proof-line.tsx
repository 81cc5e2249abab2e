import { proofWords } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { RowLink } from "../../components/row-link";
import { formatDate } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Alert } from "../../ui/page/alert";
import type { Ticket } from "./api";

/** How the request ended that a ticket waited for, with the answer it proposes; or that its end is still awaited. */
export function ProofLine({ ticket, onResolve }: { ticket: Ticket; onResolve: ((answer: string) => void) | null }) {
  const { proof, waitsFor, state } = ticket;
  if (!proof)
    return waitsFor !== null && state !== "waitingOnThirdParty" ? (
      <p className="text-sm text-ink-soft">You hear when {waitsFor.request ?? "the request"} ends.</p>
    ) : null;
  const words = proofWords(proof, proof.request, formatDate(proof.endedAt));
  const isDone = proof.status === "Completed";
  return (
    <Alert meaning={isDone ? "success" : "warning"} title={words}>
      <div className="flex flex-wrap items-center gap-3">
        <RowLink to={pathTo("request", { id: proof.request })}>Open {proof.request}</RowLink>
        {isDone && onResolve ? (
          <Button size="sm" onClick={() => onResolve(proof.isForAll ? words : ANSWER_FOR_OTHERS)}>
            Resolve with this
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}

/** For readers of whom one does not read the request: nothing of it is said. */
const ANSWER_FOR_OTHERS = "What this ticket waited for is done.";
