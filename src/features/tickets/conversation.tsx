import { Lock, Mail, Split, TextQuote } from "lucide-react";
import { Suspense, useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { SentFiles } from "../../components/files/sent-files";
import { FormattedText } from "../../components/formatted/formatted-text";
import { RowLink } from "../../components/row-link";
import { formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { iconOnPhone } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { lazyPart } from "../../ui/lazy-part";
import { Card } from "../../ui/page/card";
import { Badge } from "../../ui/text/badge";
import { type Ticket, useDownload } from "./api";
import { MailWords } from "./mail/mail-words";
import { descriptionOf, quotable, type Quotable } from "./writing/quoting";

const SplitDialog = lazyPart(() => import("./converting/split-dialog").then((part) => part.SplitDialog));

/**
 * What was said, oldest first; notes stand out, since only agents read them. `onQuote` is null while nothing can be
 * written.
 */
export function Conversation({ ticket, onQuote }: { ticket: Ticket; onQuote: ((said: Quotable) => void) | null }) {
  const { requester, openedBy, description, files, createdAt, messages } = ticket;
  const [splitting, setSplitting] = useState<Ticket["messages"][number] | null>(null);
  return (
    <Card aria-label="Conversation" className="overflow-hidden">
      <ol>
        <Entry
          author={openedBy ?? requester}
          onBehalfOf={openedBy === null ? undefined : requester}
          at={createdAt}
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
            createdAt: at,
            from,
            splitInto,
          } = message;
          const isQuestion = visibility === "public" && !isAnswer && from === null && mailFrom === null;
          return (
            <Entry
              key={id}
              author={mailFrom ?? author}
              addedBy={mailFrom === null ? undefined : author}
              at={at}
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
  author: string;
  at: number;
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
  const {
    author,
    at,
    body,
    files,
    onBehalfOf,
    addedBy,
    from,
    splitInto,
    isAnswer,
    isInternal,
    onSplit,
    onQuote,
    isByMail = false,
  } = props;
  const download = useDownload();
  return (
    <li
      className={cn(
        "border-b border-line px-4 py-3 last:border-b-0",
        isInternal && "border-l-4 border-l-warning bg-warning-wash",
      )}
    >
      <div className="flex items-start gap-2">
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
              By e-mail
            </Badge>
          ) : null}
          <time className={isInternal ? "text-ink-soft" : "text-muted"} dateTime={new Date(at).toISOString()}>
            {formatDateTime(at)}
          </time>
          {from ? <span className="text-ink-soft">in {from}</span> : null}
          {splitInto ? (
            <span className="text-ink-soft">
              now <RowLink to={pathTo("ticket", { id: splitInto })}>{splitInto}</RowLink>
            </span>
          ) : null}
        </p>
        <EntryCommands onSplit={onSplit} onQuote={onQuote} />
      </div>
      <div className="mt-1">{isByMail ? <MailWords body={body} /> : <FormattedText text={body} />}</div>
      <SentFiles files={files} fetch={download} />
    </li>
  );
}

function EntryCommands({ onSplit, onQuote }: Pick<Parameters<typeof Entry>[0], "onSplit" | "onQuote">) {
  if (!onSplit && !onQuote) return null;
  return (
    <span className="-my-1 flex shrink-0 gap-1">
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
