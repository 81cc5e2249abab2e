import { useState } from "react";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { formatDateTime } from "../../../lib/dates";
import { Alert } from "../../../ui/page/alert";
import type { Ticket } from "../api";
import { unreadTitle } from "./here-words";

type Message = Ticket["messages"][number];

const isForAll = ({ visibility }: Message): boolean => visibility === "public";

/**
 * What others said to everybody while the viewer writes, or has a dialog open. Until they begin they have read what the
 * page shows; from then on what arrives is unread until they say otherwise.
 */
export function useUnread(ticket: Ticket, isWriting: boolean) {
  const newest = Math.max(ticket.createdAt, ...ticket.messages.filter(isForAll).map(({ createdAt }) => createdAt));
  const [{ begunAt, readUpTo }, setRead] = useState({ begunAt: newest, readUpTo: newest });
  if (!isWriting && (begunAt !== newest || readUpTo !== newest)) setRead({ begunAt: newest, readUpTo: newest });
  const since = (time: number): readonly Message[] =>
    ticket.messages.filter((message) => isForAll(message) && !message.isMine && message.createdAt > time);
  return {
    newest,
    readUpTo,
    /** What arrived since they began, read or not. */
    arrived: since(begunAt),
    unread: since(readUpTo),
    /** They have read it. */
    read: (): void => setRead({ begunAt, readUpTo: newest }),
    /** How far they have read; the server asks about what is unread, and when they send once more it is not. */
    readNow: (): number => {
      setRead({ begunAt, readUpTo: newest });
      return readUpTo;
    },
  };
}

/** What arrived, in full. */
export function ArrivedWords({ messages }: { messages: readonly Message[] }) {
  return (
    <div className="flex max-h-60 flex-col gap-3 overflow-y-auto border-l-2 border-line pl-3">
      {messages.map(({ id, author, createdAt, body }) => (
        <div key={id}>
          <p className="text-sm text-ink-soft">
            {author}, {formatDateTime(createdAt)}
          </p>
          <FormattedText text={body} level={3} />
        </div>
      ))}
    </div>
  );
}

/** The same in a dialog that is open since before; nothing where nothing arrived. */
export function Arrived({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return null;
  return (
    <Alert meaning="warning" title={unreadTitle(messages)}>
      <ArrivedWords messages={messages} />
    </Alert>
  );
}
