import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import type { Ticket } from "../api";
import { AlsoWriting } from "./agents-here";
import { unreadTitle } from "./here-words";
import { ArrivedWords, useUnread } from "./unread";

/**
 * Sends a reply with how far its writer has read; asks first where another arrived while they wrote. `below` stands under
 * the field: who else writes one, and the question.
 */
export function useConfirmedSend(
  ticket: Ticket,
  isWriting: boolean,
  send: (readUpTo: number) => Promise<void>,
): { ask: () => void; below: ReactNode } {
  const unread = useUnread(ticket, isWriting);
  const [isAsking, setAsking] = useState(false);
  return {
    ask: () => (unread.unread.length > 0 ? setAsking(true) : void send(unread.readUpTo)),
    below: (
      <>
        {ticket.isAgent ? <AlsoWriting ticket={ticket} isWriting={isWriting} /> : null}
        {isAsking ? (
          <AskUnread unread={unread} onSend={() => send(unread.newest)} onClose={() => setAsking(false)} />
        ) : null}
      </>
    ),
  };
}

function AskUnread(props: { unread: ReturnType<typeof useUnread>; onSend: () => Promise<void>; onClose: () => void }) {
  const { unread, onSend, onClose } = props;
  const [messages] = useState(unread.unread);
  return (
    <ConfirmDialog
      open
      title={unreadTitle(messages)}
      description="Your reply is kept. Send it as it is, or go back and change it."
      confirmLabel="Send reply"
      busyLabel="Sending..."
      onConfirm={onSend}
      onOpenChange={() => {
        unread.read();
        onClose();
      }}
    >
      <ArrivedWords messages={messages} />
    </ConfirmDialog>
  );
}
