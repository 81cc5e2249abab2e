import { useDeferredValue, useState } from "react";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { Alert } from "../../../ui/page/alert";
import { type MergeTarget, type Ticket, useAgentCommands, useMergeTargets } from "../api";

/** An agent chooses the ticket that this one becomes part of. */
export function MergeDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [target, setTarget] = useState<MergeTarget | null>(null);
  const [isSure, setSure] = useState(false);
  const { merge } = useAgentCommands();
  const isAcross = target !== null && !target.isSameRequester;
  const form = useDialogForm({
    check: () => ({
      ...(target === null && { into: "Choose a ticket" }),
    }),
    send: async () => {
      if (target) await merge({ key: ticket.key, into: target.key, acrossRequesters: isAcross });
    },
    saved: target && `${ticket.key} was merged into ${target.key}`,
    onClose,
  });
  return (
    <FormDialog
      title={`Merge ${ticket.key}`}
      description="What its requester says from then on reaches the other ticket. You can undo this for 30 days."
      verb="Merge ticket"
      form={form}
      disabledReason={isAcross && !isSure ? "Confirm that two people wrote these tickets" : null}
      idOf={(field) => `merge-${field}`}
      onClose={onClose}
    >
      <Field id="merge-into" label="Merge into" error={form.problems.into ?? null} required>
        <TargetPicker
          ticketKey={ticket.key}
          value={target}
          onChange={(next) => {
            setTarget(next);
            setSure(false);
          }}
        />
      </Field>
      {isAcross ? (
        <>
          <Alert meaning="warning" title={`${target.requester} wrote ${target.key}, ${ticket.requester} ${ticket.key}`}>
            Neither can read the other’s ticket. {ticket.requester} does not get the answers given in {target.key}, only
            a notification when it is resolved.
          </Alert>
          <Checkbox checked={isSure} onCheckedChange={setSure} label="Merge them anyway" />
        </>
      ) : null}
    </FormDialog>
  );
}

function TargetPicker(props: {
  ticketKey: string;
  value: MergeTarget | null;
  onChange: (next: MergeTarget | null) => void;
}) {
  const { ticketKey, value, onChange } = props;
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed).trim();
  const found = useMergeTargets(ticketKey, text);
  const items = (found ?? []).map(itemOf);
  return (
    <Combobox
      items={items}
      value={value && itemOf(value)}
      onValueChange={(item) => onChange(found?.find(({ key }) => key === item?.value) ?? null)}
      onQuery={setTyped}
      isLoading={found === undefined}
      placeholder="Number or words of the title"
      emptyText="No unfinished ticket found"
    />
  );
}

function itemOf({ key, title, requester }: MergeTarget) {
  return { value: key, label: `${key} ${title}`, detail: requester };
}
