import { useEffect, useRef, useState } from "react";
import type { TicketDraft } from "../../../../convex/core/tickets/table";
import { SECOND_MS } from "../../../../convex/lib/pure/time";
import { useAct } from "../../../components/form/use-act";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/page/card";
import { toast } from "../../../ui/toast/toast";
import { type Ticket, useHeldReplyCommands } from "../api";

/**
 * A reply that is about to be sent, and to resolve its ticket where that was chosen: nobody else sees it until then, and
 * its writer takes it back.
 */
export function HeldReply({ ticket, reply, sendsAt }: { ticket: Ticket; reply: TicketDraft; sendsAt: number }) {
  const { key, requester } = ticket;
  const { undo, sendNow } = useHeldReplyCommands();
  const { isBusy, act } = useAct();
  const seconds = useSecondsUntil(sendsAt);
  const button = useRef<HTMLButtonElement>(null);
  // Where the reply was sent from is gone; the next key should undo it.
  useEffect(() => button.current?.focus(), []);
  async function takeBack(): Promise<void> {
    if (await act("It was not taken back", () => undo({ key }))) toast.success("Your reply is a draft again");
  }
  return (
    <Card aria-label="Reply about to be sent" className="flex flex-col gap-3 p-4">
      <p role="status" className="text-sm font-medium text-ink">
        Your reply to {requester} will be sent within a minute{reply.after === "resolve" ? `, and resolve ${key}` : ""}.
      </p>
      <div className="max-h-60 overflow-y-auto border-l-2 border-line pl-3">
        <FormattedText text={reply.body} level={3} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={button} busy={isBusy} onClick={() => void takeBack()}>
          Undo
        </Button>
        <Button variant="outline" busy={isBusy} onClick={() => void act("It was not sent", () => sendNow({ key }))}>
          Send now
        </Button>
        <span aria-hidden className="text-sm text-ink-soft tabular-nums">
          {seconds > 0 ? `Sends in ${seconds} s` : "Sending..."}
        </span>
      </div>
    </Card>
  );
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / SECOND_MS));
}
