import { useState } from "react";
import { WORD_MAX_LENGTH } from "../../../../convex/core/incidents/rules";
import { TITLE_MAX_LENGTH, titleProblem } from "../../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { SecretWarning } from "../../../components/form/secret-warning";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { useIncidentCommands } from "./api";

/** Asks for what everybody reads of an incident: nothing of the ticket is taken over. */
export function DeclareDialog({ ticketKey, onClose }: { ticketKey: string; onClose: () => void }) {
  const [title, setTitle] = useState("");
  const [word, setWord] = useState("");
  const { declare } = useIncidentCommands();
  const form = useDialogForm({
    check: () => {
      const problem = titleProblem(title);
      return {
        ...(problem !== null && { title: problem }),
        ...(word.trim() === "" && { word: "Say what is known" }),
      };
    },
    send: async () => await declare({ key: ticketKey, title, word }),
    saved: "The incident is open",
    onClose,
  });
  return (
    <FormDialog
      title={`Declare ${ticketKey} an incident`}
      description="Everyone sees this beside the form for new tickets. Nothing in the ticket is shown to others, so do not name anyone."
      verb="Declare incident"
      form={form}
      idOf={(field) => `incident-${field}`}
      onClose={onClose}
    >
      <Field id="incident-title" label="Title for everybody" error={form.problems.title ?? null} required>
        <Input value={title} maxLength={TITLE_MAX_LENGTH} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <Field id="incident-word" label="What is known" error={form.problems.word ?? null} required>
        <FormattedField rows={4} maxLength={WORD_MAX_LENGTH} value={word} onText={setWord} />
      </Field>
      <SecretWarning text={`${title}\n${word}`} />
    </FormDialog>
  );
}
