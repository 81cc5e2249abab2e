import { useState } from "react";
import { useAct } from "../../../components/form/use-act";
import { WordsDialog } from "../../../components/form/words-dialog";
import { formatDeadline } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import { toast } from "../../../ui/toast/toast";
import { useNaming, useNamingCommands } from "./api";

type Naming = NonNullable<ReturnType<typeof useNaming>>[number];

/** What the viewer is named to take over from somebody who leaves or was moved, and their word on it. */
export function OwnNaming({ disabledReason }: { disabledReason: string | null }) {
  const found = useNaming() ?? [];
  return found.length === 0 ? null : (
    <section aria-label="Successor" className="mt-4 flex flex-col gap-3">
      {found.map((one) => (
        <NamingAlert key={one.id} naming={one} disabledReason={disabledReason} />
      ))}
    </section>
  );
}

function NamingAlert({ naming, disabledReason }: { naming: Naming; disabledReason: string | null }) {
  const { id: proposalId, from, things, proposedBy, expiresAt, hasAccepted } = naming;
  const { accept } = useNamingCommands();
  const { isBusy, act } = useAct();
  const [isDeclining, setDeclining] = useState(false);
  async function agree(): Promise<void> {
    if (await act("Nothing was agreed", () => accept({ proposalId })))
      toast.success(`You agreed to take over from ${from}`);
  }
  return (
    <Alert meaning="info" title={`${proposedBy} named you to take over from ${from}`}>
      <ul className="list-disc pl-5">
        {things.map((thing) => (
          <li key={thing} className="wrap-anywhere">
            {thing}
          </li>
        ))}
      </ul>
      <p>
        {hasAccepted
          ? "You agreed. It becomes yours when a second person confirms, and you can still decline until then."
          : `Nothing changes hands until you agree. The proposal expires on ${formatDeadline(expiresAt)}.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {hasAccepted ? null : (
          <Button
            size="sm"
            busy={isBusy}
            busyLabel="Agreeing..."
            disabledReason={disabledReason}
            onClick={() => void agree()}
          >
            Agree
          </Button>
        )}
        <Button size="sm" variant="outline" disabledReason={disabledReason} onClick={() => setDeclining(true)}>
          Decline
        </Button>
      </div>
      {isDeclining ? <DeclineDialog naming={naming} onClose={() => setDeclining(false)} /> : null}
    </Alert>
  );
}

function DeclineDialog({ naming: { id, from, proposedBy }, onClose }: { naming: Naming; onClose: () => void }) {
  const { turnDown } = useNamingCommands();
  async function send(reason: string): Promise<void> {
    await turnDown({ proposalId: id, reason });
    toast.success(`You declined to take over from ${from}`);
  }
  return (
    <WordsDialog
      title={`Decline to take over from ${from}?`}
      words={{ help: `${proposedBy} sees it and names somebody else.` }}
      verb="Decline"
      busyLabel="Declining..."
      failure="Nothing was declined"
      send={send}
      onClose={onClose}
    />
  );
}
