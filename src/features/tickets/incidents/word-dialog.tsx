import { useState } from "react";
import { WORD_MAX_LENGTH } from "../../../../convex/core/incidents/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { SecretWarning } from "../../../components/form/secret-warning";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { useIncidentCommands } from "./api";

const WORDS = {
  update: {
    title: "Notify everyone in",
    does: "It appears as an answer in each of its unfinished tickets, and beside the form for new ones. Do not name anyone.",
    verb: "Notify everyone",
    saved: "Everyone has been notified",
  },
  ended: {
    title: "End",
    does: "Your closing message appears in each of its unfinished tickets. A reply within 7 days reopens a ticket.",
    verb: "End incident",
    saved: "The incident has ended",
  },
} as const;

/** Something for everybody in an incident: once it is sent, it stands in all of its tickets. */
export function WordDialog(props: {
  kind: "update" | "ended";
  ticketKey: string;
  incidentKey: string;
  shown: number;
  onClose: () => void;
}) {
  const { kind, ticketKey: key, incidentKey, onClose } = props;
  // What was there when it was opened: what is said meanwhile by somebody else is not answered blindly.
  const [shown] = useState(props.shown);
  const [body, setBody] = useState("");
  const [resolves, setResolves] = useState(true);
  const { tellAll, end } = useIncidentCommands();
  const { title, does, verb, saved } = WORDS[kind];
  const form = useDialogForm({
    check: () => (body.trim() === "" ? { body: "Write something first" } : {}),
    send: async () => await (kind === "update" ? tellAll({ key, body, shown }) : end({ key, body, shown, resolves })),
    saved,
    onClose,
  });
  return (
    <FormDialog
      title={`${title} ${incidentKey}`}
      description={does}
      verb={verb}
      form={form}
      idOf={(field) => `word-${field}`}
      onClose={onClose}
    >
      <Field id="word-body" label="Your message" error={form.problems.body ?? null} required>
        <FormattedField rows={5} maxLength={WORD_MAX_LENGTH} value={body} onText={setBody} />
      </Field>
      <SecretWarning text={body} />
      {kind === "ended" ? (
        <Checkbox
          checked={resolves}
          onCheckedChange={setResolves}
          label="Resolve its tickets with this message"
          help="Otherwise they stay with support, and those waiting for it come back."
        />
      ) : null}
    </FormDialog>
  );
}
