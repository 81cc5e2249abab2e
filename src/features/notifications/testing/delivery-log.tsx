import { CircleCheck, CircleX, Hourglass, Inbox, MailX } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import { Dialog } from "../../../ui/floating/dialog";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../../ui/list/table";
import { Card, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Badge } from "../../../ui/text/badge";
import { TruncatedText } from "../../../ui/text/truncated-text";
import { type OutboxMail, useOutbox } from "../api";
import { isReadable, receiptText, statusText } from "./mail-words";

const looks = {
  sent: { variant: "default", Icon: CircleCheck },
  queued: { variant: "secondary", Icon: Hourglass },
  failed: { variant: "destructive", Icon: CircleX },
  bounced: { variant: "destructive", Icon: MailX },
  kept: { variant: "neutral", Icon: Inbox },
} as const;

/** The newest mails of the outbox, live, and what became of each. */
export function DeliveryLog() {
  const mails = useOutbox();
  const [shown, setShown] = useState<OutboxMail | null>(null);
  return (
    <Card aria-labelledby="delivery-log">
      <CardHeader
        id="delivery-log"
        title="Delivery log"
        description="The latest mails, newest first. Without a mail server they are kept here and not sent; what a mail server refused or sent back is shown as bounced, with its reply. Nothing in a mail reports that it was opened; the log says when its notification was seen in the portal."
      />
      {mails === undefined ? (
        <SkeletonGroup label="Loading the delivery log" className="flex flex-col gap-3 px-4 pb-4">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} />
          ))}
        </SkeletonGroup>
      ) : mails.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No mail was sent in the last 30 days" className="pt-0" />
      ) : (
        <MailTable mails={mails} onShow={setShown} />
      )}
      <Dialog
        open={shown !== null}
        onOpenChange={(open) => open || setShown(null)}
        title={shown?.subject ?? ""}
        description={shown ? `To ${shown.to}, ${formatDateTime(shown.recordedAt)}` : null}
        size="lg"
      >
        <pre className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-ink-soft">
          {shown?.text}
        </pre>
      </Dialog>
    </Card>
  );
}

function MailTable({ mails, onShow }: { mails: readonly OutboxMail[]; onShow: (mail: OutboxMail) => void }) {
  return (
    <TableScroll label="Mails, scrollable" maxHeight="24rem" className="border-t border-line">
      <Table stacks>
        <TableHead>
          <HeadRow>
            <HeaderCell>Time</HeaderCell>
            <HeaderCell>To</HeaderCell>
            <HeaderCell>Subject</HeaderCell>
            <HeaderCell>Kind</HeaderCell>
            <HeaderCell>Status</HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} onShow={() => onShow(mail)} />
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

function MailRow({ mail, onShow }: { mail: OutboxMail; onShow: () => void }) {
  const receipt = receiptText(mail);
  const { variant, Icon } = looks[mail.isKept ? "kept" : mail.status];
  return (
    <TableRow className="@max-2xl/rows:gap-y-1">
      <Cell className="whitespace-nowrap tabular-nums">{formatDateTime(mail.recordedAt)}</Cell>
      <Cell className="max-w-56">
        <TruncatedText text={mail.to} />
      </Cell>
      <Cell className="w-full max-w-0 min-w-56 @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        {isReadable(mail) ? (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-2.5 max-w-full justify-start"
            aria-label={`Read the mail: ${mail.subject}`}
            onClick={onShow}
          >
            <span className="truncate">{mail.subject}</span>
          </Button>
        ) : (
          <TruncatedText text={mail.subject} />
        )}
      </Cell>
      <Cell mono className="whitespace-nowrap">
        {mail.kind}
      </Cell>
      <Cell className="@2xl/rows:min-w-48">
        <Badge variant={variant} icon={<Icon aria-hidden />}>
          {statusText(mail)}
        </Badge>
        {receipt === null ? null : (
          <p className={cn("mt-0.5 text-xs", mail.receipt?.seen === 0 ? "text-muted" : "text-ink-soft")}>{receipt}</p>
        )}
        {mail.error ? <p className="mt-0.5 text-xs text-danger">{mail.error}</p> : null}
      </Cell>
    </TableRow>
  );
}
