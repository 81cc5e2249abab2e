import { useState } from "react";
import { whyNotWaitUntil } from "../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { DateTimeInput } from "../../ui/form/date-input";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { useAgentCommands } from "./api";

export type WaitsOn = "waitingOnRequester" | "waitingOnThirdParty";

const WORDS: Readonly<Record<WaitsOn, readonly [title: string, help: string]>> = {
  waitingOnRequester: ["Wait for the requester", "Their reply ends the wait, or this time. Empty waits for the reply."],
  waitingOnThirdParty: [
    "Wait for a third party",
    "At this time support takes it up again. Empty waits without an end.",
  ],
};

/** Lets a ticket wait, until somebody says otherwise or a time has come that its requester reads too. */
export function WaitDialog({ ticketKey, on, onClose }: { ticketKey: string; on: WaitsOn; onClose: () => void }) {
  const [until, setUntil] = useState("");
  const [request, setRequest] = useState("");
  const { wait } = useAgentCommands();
  const [title, help] = WORDS[on];
  const at = () => (until === "" ? null : new Date(until).getTime());
  const form = useDialogForm({
    check: () => (whyNotWaitUntil(at(), Date.now()) ? { until: "Choose a time within the next 90 days." } : {}),
    send: async () => await wait({ key: ticketKey, on, until: at(), request: request.trim() || null }),
    saved: `${ticketKey} waits`,
    onClose,
  });
  return (
    <FormDialog
      title={title}
      description="The time until the answer is due does not run meanwhile."
      verb="Let it wait"
      form={form}
      idOf={(field) => `wait-${field}`}
      onClose={onClose}
    >
      {on === "waitingOnThirdParty" ? (
        <Field
          id="wait-request"
          label="Request"
          help="A request of the portal, such as REQ-142. When it ends, the ticket is back with how it ended."
        >
          <Input value={request} maxLength={20} onChange={({ target }) => setRequest(target.value)} />
        </Field>
      ) : null}
      <Field id="wait-until" label="Until" help={help} error={form.problems.until ?? null}>
        <DateTimeInput value={until} onChange={setUntil} />
      </Field>
    </FormDialog>
  );
}
