import { useState } from "react";
import { stateWords, UNFINISHED } from "../../../../convex/core/tickets/rules";
import { pathTo } from "../../../../convex/site/links";
import { useAct } from "../../../components/form/use-act";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { GoLink } from "../../../components/go-link";
import { QueryBoundary } from "../../../components/query-boundary";
import { replyReaders, useReplyMeaning } from "../../../components/tickets/reply-meaning";
import { ReplyMeaningField } from "../../../components/tickets/reply-meaning-field";
import { formatDateTime } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { Dialog } from "../../../ui/floating/dialog";
import { Field } from "../../../ui/form/field";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { toast } from "../../../ui/toast/toast";
import { type TicketToAnswer, useReplyInTicket, useTicketToAnswer } from "../api";

interface ReplyDialogProps {
  readonly ticketKey: string;
  /** What was written so far: it outlives the dialog, for as long as its row does. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
  /** After it was sent, before the dialog closes. */
  readonly onReplied: () => void;
}

/** Replies in a ticket from the inbox, with what was said last before one's eyes. */
export function ReplyDialog(props: ReplyDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()} title={`Reply in ${props.ticketKey}`} size="lg">
      <QueryBoundary title="The ticket did not load">
        <Reply {...props} />
      </QueryBoundary>
    </Dialog>
  );
}

function Reply(props: ReplyDialogProps) {
  const ticket = useTicketToAnswer(props.ticketKey);
  if (ticket === undefined)
    return (
      <SkeletonGroup label="Loading the ticket" className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} />
        ))}
      </SkeletonGroup>
    );
  if (ticket === null) return <EmptyState kind="no-right" title="This ticket is not yours to see" className="px-0" />;
  return <ReplyForm {...props} ticket={ticket} />;
}

function ReplyForm({ ticket, text, onText, onClose, onReplied }: ReplyDialogProps & { ticket: TicketToAnswer }) {
  const { isBusy, act } = useAct();
  const reply = useReplyInTicket();
  const refused = whyNotReply(ticket);
  const meaning = useReplyMeaning(ticket);
  const readNow = useReadUpTo(ticket);
  async function send(): Promise<void> {
    const said = { body: text, isThanks: meaning.isThanks, readUpTo: readNow() };
    const sent = await act("It was not sent", () => reply(ticket, said));
    if (!sent) return;
    toast.success(
      sent.result === ticket.key ? `You replied in ${ticket.key}` : `${sent.result} follows up ${ticket.key}`,
    );
    onReplied();
    onText("");
    onClose();
  }
  return (
    <>
      <p className="text-ink">
        <span className="font-medium">{ticket.title}</span>
        <span className="mt-0.5 block text-sm text-muted">{stateWords(ticket)[ticket.state].says}</span>
      </p>
      <LastSaid ticket={ticket} />
      {refused === null ? <ReplyMeaningField state={ticket.state} meaning={meaning} /> : null}
      {refused === null ? (
        <Field
          label={ticket.isAgent ? `Reply to ${ticket.requester}` : "Your reply"}
          help={replyReaders(ticket)}
          required
        >
          <FormattedField rows={4} value={text} onText={onText} readOnly={isBusy} />
        </Field>
      ) : (
        <p role="status" className="text-ink-soft">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <GoLink
          to={pathTo("ticket", { id: ticket.key })}
          className={cn(buttonClasses({ variant: "ghost" }), "mr-auto -ml-3")}
          onClick={onClose}
        >
          Open the ticket
        </GoLink>
        {refused === null ? (
          <Button
            busy={isBusy}
            busyLabel="Sending..."
            disabledReason={text.trim() === "" ? "Write something first" : meaning.missing}
            onClick={() => void send()}
          >
            Send reply
          </Button>
        ) : null}
      </div>
    </>
  );
}

/**
 * Answers when the newest was said of what stood here when the dialog was opened, or when it was asked last: what arrived
 * meanwhile is asked about once, by the server.
 */
function useReadUpTo({ createdAt, messages }: TicketToAnswer): () => number {
  const newest = messages.reduce(
    (time, message) => (message.visibility === "public" ? Math.max(time, message.createdAt) : time),
    createdAt,
  );
  const [readUpTo, setRead] = useState(newest);
  return () => {
    setRead(newest);
    return readUpTo;
  };
}

/** Why nothing can be said here in a ticket, or null. */
function whyNotReply({ isAgent, isParty, state }: TicketToAnswer): string | null {
  if (isAgent && !UNFINISHED.includes(state)) return "This ticket is over. Its page shows how it ended.";
  return isAgent || isParty ? null : "You do not take part in this ticket.";
}

/** The newest of what everybody in the ticket reads; before an answer, what it was opened with. */
function LastSaid({ ticket }: { ticket: TicketToAnswer }) {
  const said = ticket.messages.findLast(({ visibility }) => visibility === "public");
  const { author, at, body } = said
    ? { author: said.author, at: said.createdAt, body: said.body }
    : { author: ticket.openedBy ?? ticket.requester, at: ticket.createdAt, body: ticket.description };
  return (
    <section
      className="mb-1 max-h-[35dvh] overflow-y-auto border-y border-line py-3"
      tabIndex={0}
      aria-label="What was said last"
    >
      <p className="mb-1 flex flex-wrap gap-x-2 text-sm">
        <span className="font-medium text-ink">{author}</span>
        <time className="text-muted" dateTime={new Date(at).toISOString()}>
          {formatDateTime(at)}
        </time>
      </p>
      <FormattedText text={body} />
    </section>
  );
}
