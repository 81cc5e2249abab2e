import { useState } from "react";
import { isDraftEmpty, stateWords, UNFINISHED } from "../../../../convex/core/tickets/rules";
import { pathTo } from "../../../../convex/site/links";
import { DraftLine } from "../../../components/form/draft-line";
import { SecretWarning } from "../../../components/form/secret-warning";
import { useAct } from "../../../components/form/use-act";
import { useDraft } from "../../../components/form/use-draft";
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
import {
  type BegunReply,
  type TicketToAnswer,
  useBegunReply,
  useReplyInTicket,
  useSaveReply,
  useTakeReplyBack,
  useTicketToAnswer,
} from "../api";

interface ReplyDialogProps {
  readonly ticketKey: string;
  readonly onClose: () => void;
  /** After it was sent, before the dialog closes. */
  readonly onReplied: () => void;
}

/** Replies in a ticket from the inbox, with what was said last before one's eyes. */
export function ReplyDialog(props: ReplyDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()} title={`Reply to ${props.ticketKey}`} size="lg">
      <QueryBoundary title="The ticket did not load">
        <Reply {...props} />
      </QueryBoundary>
    </Dialog>
  );
}

function Reply(props: ReplyDialogProps) {
  const ticket = useTicketToAnswer(props.ticketKey);
  const kept = useBegunReply(props.ticketKey);
  if (ticket === undefined || kept === undefined)
    return (
      <SkeletonGroup label="Loading the ticket" className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} />
        ))}
      </SkeletonGroup>
    );
  if (ticket === null) return <EmptyState kind="no-right" title="This ticket is not yours to see" className="px-0" />;
  return <ReplyForm {...props} ticket={ticket} kept={kept} />;
}

interface ReplyFormProps extends ReplyDialogProps {
  readonly ticket: TicketToAnswer;
  readonly kept: BegunReply | null;
}

function ReplyForm({ ticket, kept, onClose, onReplied }: ReplyFormProps) {
  const { isBusy, act } = useAct();
  const reply = useReplyInTicket();
  const tell = useTellReplied(ticket);
  const refused = whyNotReply(ticket) ?? whyNotHere(kept);
  const meaning = useReplyMeaning(ticket);
  const writing = useReplyDraft(ticket.key, kept);
  const { body } = writing.draft;
  const readNow = useReadUpTo(ticket);
  async function send(): Promise<void> {
    const said = { body, isThanks: meaning.isThanks, readUpTo: readNow() };
    const sent = await act("It was not sent", () => writing.sending(() => reply(ticket, said)));
    if (!sent) return;
    tell(sent.result);
    onReplied();
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
          <FormattedField rows={4} value={body} onText={(next) => writing.change({ body: next })} readOnly={isBusy} />
        </Field>
      ) : (
        <p role="status" className="text-ink-soft">
          {refused}
        </p>
      )}
      {refused === null ? (
        <>
          <SecretWarning text={body} />
          <DraftLine writing={writing} title="What you wrote was not sent" />
        </>
      ) : null}
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
            disabledReason={whyNotSend(writing) ?? meaning.missing}
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

/** What is written in the ticket, kept as on its page. */
function useReplyDraft(key: string, kept: BegunReply | null) {
  const save = useSaveReply();
  return useDraft<BegunReply["draft"]>({
    kept,
    first: { body: "", ...kept?.draft },
    after: () => ({ body: "" }),
    isNothing: isDraftEmpty,
    save: (draft, version) => save({ key, draft, version }),
  });
}

/** Says where a reply stands; an agent's can be taken back for a minute. */
function useTellReplied({ key, isAgent }: TicketToAnswer): (stands: string) => void {
  const takeBack = useTakeReplyBack();
  const { act } = useAct();
  async function undo(): Promise<void> {
    if (await act("It was not taken back", () => takeBack({ key }))) toast.success("Your reply is a draft again");
  }
  return (stands) => {
    if (stands !== key) toast.success(`${stands} follows up ${key}`);
    else if (!isAgent) toast.success(`You replied in ${key}`);
    else
      toast.success(`Your reply in ${key} will be sent within a minute`, {
        action: { label: "Undo", onClick: () => void undo() },
      });
  };
}

function whyNotSend({ draft, state }: ReturnType<typeof useReplyDraft>): string | null {
  if (draft.body.trim() === "") return "Write something first";
  return state === "elsewhere" ? "It was changed in another window" : null;
}

/** Why what was begun on the ticket's page is gone on with there alone, or null. */
function whyNotHere(kept: BegunReply | null): string | null {
  if (kept === null) return null;
  if (kept.sendsAt !== null) return "A reply of yours is about to be sent.";
  const { visibility, after, tags } = kept.draft;
  if (visibility === "internal") return "You have begun an internal note. Finish it on the ticket's page.";
  return after !== undefined || tags !== undefined
    ? "You have begun a reply that does more than answer. Finish it on the ticket's page."
    : null;
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
