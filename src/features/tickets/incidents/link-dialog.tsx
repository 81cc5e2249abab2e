import { useState } from "react";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { Alert } from "../../../ui/page/alert";
import { useIncidentCommands, useOpenIncidents } from "./api";

/** Makes a ticket part of an open incident. */
export function LinkDialog({ ticketKey, onClose }: { ticketKey: string; onClose: () => void }) {
  const incidents = useOpenIncidents();
  const [picked, setPicked] = useState("");
  // Mostly one is open: whoever links a ticket means that one.
  const only = incidents?.length === 1 ? incidents[0]?.key : undefined;
  const chosen = picked || (only ?? "");
  const [waits, setWaits] = useState(true);
  const { link } = useIncidentCommands();
  const form = useDialogForm({
    check: () => (chosen === "" ? { incident: "Choose an incident" } : {}),
    send: async () => await link({ key: ticketKey, incident: chosen, waits }),
    saved: `${ticketKey} is part of ${chosen}`,
    onClose,
  });
  return (
    <FormDialog
      title={`Link ${ticketKey} to an incident`}
      description={`What is said in the incident answers ${ticketKey} too, and whoever ends it can resolve the ticket with it. You can undo this link.`}
      verb="Link ticket"
      form={form}
      disabledReason={incidents?.length === 0 ? "No incident is open" : null}
      idOf={(field) => `link-${field}`}
      onClose={onClose}
    >
      {incidents?.length === 0 ? (
        <Alert meaning="info" title="No incident is open">
          Declare one from the ticket that describes it best.
        </Alert>
      ) : (
        <>
          <Field id="link-incident" label="Incident" error={form.problems.incident ?? null} required>
            <Select
              value={chosen}
              onValueChange={setPicked}
              options={(incidents ?? []).map(({ key, title }) => ({ value: key, label: `${key} ${title}` }))}
            />
          </Field>
          <Checkbox
            checked={waits}
            onCheckedChange={setWaits}
            label="Wait until it ends"
            help="Waiting time does not count towards the target for solving it."
          />
        </>
      )}
    </FormDialog>
  );
}
