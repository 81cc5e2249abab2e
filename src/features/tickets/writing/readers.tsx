import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MessageVisibility, TicketDraft } from "../../../../convex/core/tickets/table";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { ViewSwitch } from "../../../ui/page/view-switch";

interface Choice {
  readonly mode: MessageVisibility;
  /** Whether words or files are there, which the choice takes along. */
  readonly isBegun: boolean;
  readonly change: (words: Partial<TicketDraft>) => void;
}

/** What agents choose who reads what they write with; a note that was begun becomes a reply only once they say so again. */
export function useReaders({ mode, isBegun, change }: Choice): {
  /** Answers whether it was chosen; otherwise the question is asked. */
  readonly choose: (next: MessageVisibility) => boolean;
  readonly question: ReactNode;
} {
  const [isAsking, setAsking] = useState(false);
  function choose(visibility: MessageVisibility): boolean {
    const asks = mode === "internal" && visibility === "public" && isBegun;
    if (asks) setAsking(true);
    else change({ visibility });
    return !asks;
  }
  const question = (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={setAsking}
      title="Turn this note into a public reply?"
      description="Its words and files become your reply, which everyone in the ticket can read once you send it."
      confirmLabel="Turn into a public reply"
      onConfirm={() => change({ visibility: "public" })}
    />
  );
  return { choose, question };
}

/** Who reads what is written, as its agent sees and chooses it. */
export function Readers({ mode, onChoose }: { mode: MessageVisibility; onChoose: (mode: MessageVisibility) => void }) {
  return (
    <div>
      <ViewSwitch
        label="Who reads it"
        views={[
          { value: "public", label: "Public reply" },
          { value: "internal", label: "Internal note", icon: <Lock aria-hidden /> },
        ]}
        value={mode}
        onValueChange={onChoose}
      />
    </div>
  );
}
