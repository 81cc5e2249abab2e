import { Mail } from "lucide-react";
import { useState } from "react";
import { whyNotMove } from "../../../../convex/core/tickets/rules";
import { SentFiles } from "../../../components/files/sent-files";
import { useAct } from "../../../components/form/use-act";
import { explain } from "../../../components/refusal-words";
import { replyReaders } from "../../../components/tickets/reply-meaning";
import { formatDateTime } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { Card, CardHeader } from "../../../ui/page/card";
import { Badge } from "../../../ui/text/badge";
import { toast } from "../../../ui/toast/toast";
import { type Ticket, useDownload } from "../api";
import { type HeldMail, useHeldMailCommands, useHeldMails } from "./api";
import { MailWords } from "./mail-words";

/** Mails to this ticket that came from another address than that of whoever was given it: an agent decides. */
export function HeldMails({ ticket }: { ticket: Ticket }) {
  const mails = useHeldMails(ticket.key) ?? [];
  if (mails.length === 0) return null;
  return (
    <Card aria-labelledby="held-mails" className="overflow-hidden border-warning-line">
      <CardHeader
        id="held-mails"
        title={mails.length === 1 ? "Held mail" : `Held mails (${mails.length})`}
        description="It came from another address than expected. Only support sees it, for 30 days."
      />
      <ol>
        {mails.map((mail) => (
          <Held key={mail.id} ticket={ticket} mail={mail} />
        ))}
      </ol>
    </Card>
  );
}

function Held({ ticket, mail }: { ticket: Ticket; mail: HeldMail }) {
  const { id, key, from, body, files, receivedAt } = mail;
  const download = useDownload();
  const { add } = useHeldMailCommands();
  const { isBusy, act } = useAct();
  const [pending, setPending] = useState<"add" | "drop" | null>(null);
  const whyNot = explainMove(ticket);
  async function addNote(): Promise<void> {
    if (await act("The mail was not added", () => add({ id, visibility: "internal" })))
      toast.success("The mail is an internal note");
  }
  return (
    <li aria-label={`Mail from ${from}`} className="border-t border-line px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="min-w-0 font-medium wrap-anywhere text-ink">{from}</span>
        <Badge variant="outline" icon={<Mail aria-hidden />}>
          By email
        </Badge>
        <time className="text-muted" dateTime={new Date(receivedAt).toISOString()}>
          {formatDateTime(receivedAt)}
        </time>
        {key === ticket.key ? null : <span className="text-ink-soft">in {key}</span>}
      </p>
      <p className="mt-1 text-sm text-ink-soft">{whyHeld(mail)}</p>
      <div className="mt-2 max-h-60 overflow-y-auto border-l-2 border-line pl-3">
        <MailWords body={body} />
      </div>
      <SentFiles files={files} fetch={download} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" disabledReason={whyNot} onClick={() => setPending("add")}>
          Add for everybody
        </Button>
        <Button size="sm" variant="outline" busy={isBusy} busyLabel="Adding..." onClick={() => void addNote()}>
          Add as internal note
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setPending("drop")}>
          Discard
        </Button>
      </div>
      {pending ? <Decision ticket={ticket} mail={mail} pending={pending} onClose={() => setPending(null)} /> : null}
    </li>
  );
}

function Decision(props: { ticket: Ticket; mail: HeldMail; pending: "add" | "drop"; onClose: () => void }) {
  const { ticket, mail, pending, onClose } = props;
  const { add, drop } = useHeldMailCommands();
  const isAdd = pending === "add";
  async function decide(): Promise<void> {
    try {
      await (isAdd ? add({ id: mail.id, visibility: "public" }) : drop({ id: mail.id }));
      toast.success(isAdd ? "The mail was added" : "The mail was discarded");
    } catch (error) {
      toast.error(isAdd ? "The mail was not added" : "The mail was not discarded", { description: explain(error) });
      throw error;
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={isAdd ? `Add the mail from ${mail.from}?` : `Discard the mail from ${mail.from}?`}
      description={
        isAdd
          ? `${replyReaders(ticket)} It appears there under your name, with the address it came from.`
          : "Its text and files are deleted permanently, and its sender is not notified."
      }
      confirmLabel={isAdd ? "Add for everybody" : "Discard mail"}
      busyLabel={isAdd ? "Adding..." : "Discarding..."}
      destructive={!isAdd}
      onConfirm={decide}
    />
  );
}

function whyHeld({ sender, sentTo }: HeldMail): string {
  const who =
    sender === null ? "This address is unknown to the portal." : `This is the address of ${sender.name}, who `;
  const part = sender === null ? "" : sender.isParty ? "takes part in this ticket." : "takes no part in this ticket.";
  return `${who}${part} It was sent to an address that only ${sentTo} was given. The sender may be forged.`;
}

function explainMove({ state }: Ticket): string | null {
  return whyNotMove(state, "answer") === null ? null : "This ticket is over: add it as an internal note";
}
