import { useState } from "react";
import { RATING_REASON_MAX_LENGTH } from "../../../convex/core/tickets/rules/rating";
import type { Satisfaction } from "../../../convex/core/tickets/table";
import { useAct } from "../../components/form/use-act";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { toast } from "../../ui/toast/toast";
import { type Ticket, usePartyCommands } from "./api";

/** What its requester says of the help: one word at a press, why beside it if they like. */
export function Rating({ ticket }: { ticket: Ticket }) {
  return (
    <>
      {ticket.canRate ? <Word ticketKey={ticket.key} /> : null}
      {ticket.satisfaction === null ? null : <Said ticket={ticket} satisfaction={ticket.satisfaction} />}
      {ticket.canExplain && ticket.satisfaction !== null ? (
        <Why ticketKey={ticket.key} satisfaction={ticket.satisfaction} />
      ) : null}
    </>
  );
}

const WORDS = [
  ["good", "Yes"],
  ["bad", "No"],
] as const;

function Word({ ticketKey: key }: { ticketKey: string }) {
  const { rate } = usePartyCommands();
  const { isBusy, act } = useAct();
  return (
    <div role="group" aria-label="Was the help good?" className="flex flex-wrap items-center gap-2">
      Was the help good?
      {WORDS.map(([satisfaction, label]) => (
        <Button
          key={satisfaction}
          size="sm"
          variant="outline"
          busy={isBusy}
          onClick={() => void act("Nothing was saved", () => rate({ key, satisfaction }))}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function Said({ ticket, satisfaction }: { ticket: Ticket; satisfaction: Satisfaction }) {
  const who = ticket.isRequester ? "You" : ticket.requesterFirstName;
  const word = satisfaction === "good" ? `${who} said the help was good` : `${who} said the help was not good`;
  return (
    <p className="text-sm break-words text-ink-soft">
      {ticket.satisfactionReason === null ? `${word}.` : `${word}: “${ticket.satisfactionReason}”`}
    </p>
  );
}

const ASKS: Readonly<Record<Satisfaction, string>> = {
  good: "What was good?",
  bad: "What was slow or missing?",
};

function Why({ ticketKey: key, satisfaction }: { ticketKey: string; satisfaction: Satisfaction }) {
  const { rate } = usePartyCommands();
  const { isBusy, act } = useAct();
  const [reason, setReason] = useState("");
  async function send(): Promise<void> {
    const isSaved = await act("Nothing was saved", () => rate({ key, satisfaction, reason }));
    if (isSaved) toast.success("Thank you. Support reads it.");
  }
  return (
    <div className="flex w-full flex-col items-start gap-2">
      <Field label={ASKS[satisfaction]} help="Only support reads it." className="w-full max-w-xl">
        <Textarea
          rows={2}
          maxLength={RATING_REASON_MAX_LENGTH}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Field>
      <Button
        size="sm"
        variant="outline"
        busy={isBusy}
        busyLabel="Saving..."
        disabledReason={reason.trim() === "" ? "Write something first" : null}
        onClick={() => void send()}
      >
        Say why
      </Button>
    </div>
  );
}
