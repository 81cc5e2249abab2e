import { useState } from "react";
import { TITLE_MAX_LENGTH, titleProblem } from "../../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { SecretWarning } from "../../../components/form/secret-warning";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { useIncidentCommands } from "./api";

/** Corrects what everybody reads an incident is called. */
export function TitleDialog(props: { ticketKey: string; incidentKey: string; title: string; onClose: () => void }) {
  const { ticketKey, incidentKey, onClose } = props;
  const [title, setTitle] = useState(props.title);
  const { retitle } = useIncidentCommands();
  const form = useDialogForm({
    check: () => {
      const problem = titleProblem(title);
      return problem === null ? {} : { title: problem };
    },
    send: async () => await retitle({ key: ticketKey, title }),
    saved: `The title of ${incidentKey} was corrected`,
    onClose,
  });
  return (
    <FormDialog
      title={`Correct the title of ${incidentKey}`}
      description="Everyone sees the new title at once. Only support can still see the earlier one."
      verb="Correct title"
      form={form}
      idOf={(field) => `retitle-${field}`}
      onClose={onClose}
    >
      <Field id="retitle-title" label="Title for everybody" error={form.problems.title ?? null} required>
        <Input value={title} maxLength={TITLE_MAX_LENGTH} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <SecretWarning text={title} />
    </FormDialog>
  );
}
