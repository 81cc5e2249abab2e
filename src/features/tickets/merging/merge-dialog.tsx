import { useDeferredValue, useState } from "react";
import { UNFINISHED } from "../../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { count } from "../../../lib/text";
import { Checkbox } from "../../../ui/form/checkbox";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { Alert } from "../../../ui/page/alert";
import { type MergeTarget, type Ticket, type TicketRow, useAgentCommands, useMergeTargets } from "../api";
import type { Chosen, useEach } from "../sorting/use-each";
import { isOfAnother } from "./requesters";

/** An agent chooses the ticket that this one becomes part of. */
export function MergeDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [target, setTarget] = useState<MergeTarget | null>(null);
  const [isSure, setSure] = useState(false);
  const { merge } = useAgentCommands();
  const isAcross = target !== null && isOfAnother(ticket, target);
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

function itemOf({ key, title, requester }: Target) {
  return { value: key, label: `${key} ${title}`, detail: requester };
}

/** What the chosen tickets become part of: one of them, or another one. */
interface Target {
  readonly key: string;
  readonly title: string;
  readonly requester: string;
  readonly requesterId: TicketRow["requesterId"];
}

/** Merges the chosen tickets into one of them, or into another; each for itself, and each can be undone for itself. */
export function MergeMany(props: {
  tickets: readonly Chosen[];
  run: ReturnType<typeof useEach>["run"];
  onClose: () => void;
}) {
  const { tickets, run, onClose } = props;
  // What was chosen when the dialog opened: the list behind it may move on.
  const [chosen] = useState(tickets);
  const [target, setTarget] = useState<Target | null>(() => targetsAmong(chosen)[0] ?? null);
  const [isSure, setSure] = useState(false);
  const { merge } = useAgentCommands();
  const sources = chosen.filter(({ key }) => key !== target?.key);
  const others = target ? sources.filter(({ row }) => isOfAnother(row, target)) : [];
  /** Begins it; the bar says how far it is. */
  function mergeInto(into: string): void {
    const isAcross = new Set(others.map(({ key }) => key));
    void run(
      `part of ${into}`,
      ({ key }) => merge({ key, into, acrossRequesters: isAcross.has(key) }),
      undefined,
      sources,
    );
  }
  const form = useDialogForm({
    check: () => (target === null ? { into: "Choose a ticket" } : {}),
    send: () => {
      if (target) mergeInto(target.key);
      return Promise.resolve();
    },
    saved: null,
    onClose,
  });
  return (
    <FormDialog
      title={`Merge ${count(sources.length, "ticket")}`}
      description="Their requesters’ replies will go to the ticket they are merged into. You can undo each merge for 30 days, from the merged ticket."
      verb={`Merge ${count(sources.length, "ticket")}`}
      form={form}
      disabledReason={others.length > 0 && !isSure ? "Confirm that different people wrote these tickets" : null}
      idOf={(field) => `merge-many-${field}`}
      onClose={onClose}
    >
      <Field id="merge-many-into" label="Merge into" error={form.problems.into ?? null} required>
        <AmongPicker
          chosen={chosen}
          value={target}
          onChange={(next) => {
            setTarget(next);
            setSure(false);
          }}
        />
      </Field>
      {target && others.length > 0 ? (
        <>
          <Alert
            meaning="warning"
            title={`${count(others.length, "ticket")} ${others.length === 1 ? "has" : "have"} a different requester from ${target.key}`}
          >
            Requesters cannot read each other’s tickets. They do not get the answers given in {target.key}, only a
            notification when it is resolved.
          </Alert>
          <Checkbox checked={isSure} onCheckedChange={setSure} label="Merge them anyway" />
        </>
      ) : null}
    </FormDialog>
  );
}

/** Those of the chosen ones that others can be merged into, the oldest first. */
function targetsAmong(chosen: readonly Chosen[]): Target[] {
  return chosen
    .flatMap(({ row }) => (row && chosen.length > 1 && UNFINISHED.includes(row.state) ? [row] : []))
    .toSorted((one, other) => one.createdAt - other.createdAt);
}

function AmongPicker(props: {
  chosen: readonly Chosen[];
  value: Target | null;
  onChange: (next: Target | null) => void;
}) {
  const { chosen, value, onChange } = props;
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed).trim();
  const among = targetsAmong(chosen);
  const found = useMergeTargets(chosen[0]?.key ?? "", text);
  const words = text.toLowerCase();
  const targets = [
    ...among.filter((one) => itemOf(one).label.toLowerCase().includes(words)),
    ...(found ?? []).filter(({ key }) => !chosen.some((one) => one.key === key)),
  ];
  const items = targets.map(itemOf);
  return (
    <Combobox
      items={items}
      value={value && itemOf(value)}
      onValueChange={(item) => onChange(targets.find(({ key }) => key === item?.value) ?? null)}
      onQuery={setTyped}
      isLoading={found === undefined}
      placeholder="Number or words of the title"
      emptyText="No unfinished ticket found"
    />
  );
}
