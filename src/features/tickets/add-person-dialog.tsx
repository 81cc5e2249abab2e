import { useState } from "react";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import type { FoundPerson } from "../../components/pickers/api";
import { PersonPicker } from "../../components/pickers/person-picker";
import { Field } from "../../ui/form/field";
import { type Ticket, usePartyCommands } from "./api";

/** Somebody is added to those who take part in a ticket. */
export function AddPersonDialog({ ticket: { key, participants }, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const { addParticipant } = usePartyCommands();
  const form = useDialogForm({
    check: () => (person ? {} : { person: "Choose somebody" }),
    send: async () => {
      if (person) await addParticipant({ key, personId: person.id });
    },
    saved: person && `${person.name} takes part`,
    onClose,
  });
  return (
    <FormDialog
      title={`Add somebody to ${key}`}
      description="They can read the conversation as its requester does, and are notified of answers."
      verb="Add person"
      form={form}
      idOf={(field) => `participant-${field}`}
      onClose={onClose}
    >
      <Field id="participant-person" label="Person" error={form.problems.person ?? null} required>
        <PersonPicker value={person} except={participants.map(({ id }) => id)} onChange={(next) => setPerson(next)} />
      </Field>
    </FormDialog>
  );
}
