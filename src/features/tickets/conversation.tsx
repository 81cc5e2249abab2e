import { Lock, Mail, Split } from "lucide-react";
import { useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { SentFiles } from "../../components/files/sent-files";
import { FormattedText } from "../../components/formatted/formatted-text";
import { RowLink } from "../../components/row-link";
import { formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Card } from "../../ui/page/card";
import { Badge } from "../../ui/text/badge";
import { type Ticket, useDownload } from "./api";
import { SplitDialog } from "./converting/split-dialog";
import { MailWords } from "./mail/mail-words";

/** What was said, oldest first; notes stand out, since only agents read them. */
export function Conversation({ ticket }: { ticket: Ticket }) {
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
              onSplit={ticket.isAgent && isQuestion && splitInto === null ? () => setSplitting(message) : undefined}
            />
          );
        })}
      </ol>
      {splitting ? <SplitDialog ticket={ticket} message={splitting} onClose={() => setSplitting(null)} /> : null}
    </Card>
  );
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
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
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
        {onSplit ? (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={onSplit}>
            <Split aria-hidden /> Split off
          </Button>
        ) : null}
      </p>
      <div className="mt-1">{isByMail ? <MailWords body={body} /> : <FormattedText text={body} />}</div>
      <SentFiles files={files} fetch={download} />
    </li>
  );
}
