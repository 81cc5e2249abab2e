import { Lock, Mail, Split, TextQuote } from "lucide-react";
import { Suspense, useState } from "react";
import { anchorOf } from "../../../../convex/site/anchors";
import { pathTo } from "../../../../convex/site/links";
import { SentFiles } from "../../../components/files/sent-files";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { CopyLink } from "../../../components/linked/copy-link";
import { linkedPart } from "../../../components/linked/use-linked-part";
import { RowLink } from "../../../components/row-link";
import { formatDateTime } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { iconOnPhone } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { lazyPart } from "../../../ui/lazy-part";
import { Card } from "../../../ui/page/card";
import { Badge } from "../../../ui/text/badge";
import { type Ticket, useDownload } from "../api";
import { MailWords } from "../mail/mail-words";
import { descriptionOf, quotable, type Quotable } from "../writing/quoting";
import { FIRST, useLinkedMessage } from "./linked-message";

const SplitDialog = lazyPart(() => import("../converting/split-dialog").then((part) => part.SplitDialog));

/**
 * What was said, oldest first; notes stand out, since only agents read them. `onQuote` is null while nothing can be
 * written.
 */
export function Conversation({ ticket, onQuote }: { ticket: Ticket; onQuote: ((said: Quotable) => void) | null }) {
  const { key: ticketKey, requester, openedBy, description, files, createdAt, messages } = ticket;
  const { linked, isGone } = useLinkedMessage(ticket);
  const at = (anchor: string) => ({ anchor, linked, to: pathTo("ticket", { id: ticketKey }, {}, anchor) });
  const [splitting, setSplitting] = useState<Ticket["messages"][number] | null>(null);
  return (
    <Card aria-label="Conversation" className="overflow-hidden">
      {isGone ? (
        <p id={linked} tabIndex={-1} role="status" className="border-b border-line px-4 py-3 text-sm text-ink-soft">
          The message this link leads to is not here, or you cannot read it.
        </p>
      ) : null}
      <ol>
        <Entry
          place={at(FIRST)}
          author={openedBy ?? requester}
          onBehalfOf={openedBy === null ? undefined : requester}
          said={createdAt}
          body={description}
          files={files}
          onQuote={quoting(onQuote, descriptionOf(ticket), ticket)}
        />
        {messages.map((message) => {
          const {
            id,
            author,
            isAnswer,
            isByMail,
            mailFrom,
            visibility,
            body,
            files: beside,
            createdAt: said,
            from,
            splitInto,
          } = message;
          const isQuestion = visibility === "public" && !isAnswer && from === null && mailFrom === null;
          return (
            <Entry
              key={id}
              place={at(anchorOf("message", id))}
              author={mailFrom ?? author}
              addedBy={mailFrom === null ? undefined : author}
              said={said}
              body={body}
              files={beside}
              from={from}
              splitInto={splitInto}
              isAnswer={isAnswer}
              isByMail={isByMail}
              isInternal={visibility === "internal"}
              onQuote={quoting(onQuote, quotable(message), ticket)}
              onSplit={ticket.isAgent && isQuestion && splitInto === null ? () => setSplitting(message) : undefined}
            />
          );
        })}
      </ol>
      <Suspense fallback={null}>
        {splitting ? <SplitDialog ticket={ticket} message={splitting} onClose={() => setSplitting(null)} /> : null}
      </Suspense>
    </Card>
  );
}

/** Quotes it; undefined where whoever writes can quote it nowhere. */
function quoting(onQuote: ((said: Quotable) => void) | null, said: Quotable, { isAgent }: Ticket) {
  return onQuote && (said.isForAll || isAgent) ? () => onQuote(said) : undefined;
}

function Entry(props: {
  place: { readonly anchor: string; readonly linked: string; readonly to: string };
  author: string;
  said: number;
  body: string;
  files: Ticket["files"];
  /** For whom an agent wrote it. */
  onBehalfOf?: string | undefined;
  /** Who added this mail of somebody else's. */
  addedBy?: string | undefined;
  from?: string | null;
  /** The ticket of its own it became. */
  splitInto?: string | null;
  /** Puts it into what is being written. */
  onQuote?: (() => void) | undefined;
  /** Makes it one. */
  onSplit?: (() => void) | undefined;
  isAnswer?: boolean;
  isByMail?: boolean;
  isInternal?: boolean;
}) {
  const { place, body, files, isInternal, onSplit, onQuote, isByMail = false } = props;
  const { anchor, linked, to } = place;
  const download = useDownload();
  return (
    <li
      {...linkedPart(anchor, linked)}
      className={cn(
        "group scroll-mt-16 border-b border-line px-4 py-3 -outline-offset-2 last:border-b-0",
        isInternal && "border-l-4 border-l-warning bg-warning-wash",
        anchor === linked && "bg-accent-wash",
      )}
    >
      <div className="flex items-start gap-2">
        <EntryHead {...props} />
        <EntryCommands to={to} onSplit={onSplit} onQuote={onQuote} />
      </div>
      <div className="mt-1">{isByMail ? <MailWords body={body} /> : <FormattedText text={body} />}</div>
      <SentFiles files={files} fetch={download} />
    </li>
  );
}

/** Who said it, as what, and when. */
function EntryHead(props: Parameters<typeof Entry>[0]) {
  const { place, author, said, onBehalfOf, addedBy, from, splitInto, isAnswer, isInternal, isByMail } = props;
  const { anchor, linked } = place;
  return (
    <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="min-w-0 font-medium wrap-anywhere text-ink">{author}</span>
      {addedBy ? <span className="text-ink-soft">added by {addedBy}</span> : null}
      {onBehalfOf ? <span className="text-ink-soft">on behalf of {onBehalfOf}</span> : null}
      {isInternal ? (
        <Badge variant="warning" icon={<Lock aria-hidden />}>
          Internal note
        </Badge>
      ) : isAnswer ? (
        <Badge variant="secondary">Support</Badge>
      ) : null}
      {isByMail ? (
        <Badge variant="outline" icon={<Mail aria-hidden />}>
          By email
        </Badge>
      ) : null}
      <time
        className={isInternal || anchor === linked ? "text-ink-soft" : "text-muted"}
        dateTime={new Date(said).toISOString()}
      >
        {formatDateTime(said)}
      </time>
      {from ? <span className="text-ink-soft">in {from}</span> : null}
      {splitInto ? (
        <span className="text-ink-soft">
          now <RowLink to={pathTo("ticket", { id: splitInto })}>{splitInto}</RowLink>
        </span>
      ) : null}
    </p>
  );
}

function EntryCommands(props: Pick<Parameters<typeof Entry>[0], "onSplit" | "onQuote"> & { to: string }) {
  const { to, onSplit, onQuote } = props;
  return (
    <span className="-my-1 flex shrink-0 gap-1">
      <CopyLink to={to} label="Copy link to this message" />
      {onSplit ? (
        <Button size="sm" variant="ghost" className={iconOnPhone} onClick={onSplit}>
          <Split aria-hidden /> <span className="max-sm:sr-only">Split off</span>
        </Button>
      ) : null}
      {onQuote ? (
        <Button size="sm" variant="ghost" className={iconOnPhone} onClick={onQuote}>
          <TextQuote aria-hidden /> <span className="max-sm:sr-only">Quote</span>
        </Button>
      ) : null}
    </span>
  );
}
