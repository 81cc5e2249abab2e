import { CircleCheck, Flag, Tag, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { PRIORITIES } from "../../../../convex/core/tickets/rules";
import type { TicketPriority } from "../../../../convex/core/tickets/table";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import type { FoundPerson } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { explain } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { Menu, MenuItem } from "../../../ui/floating/menu";
import { Field } from "../../../ui/form/field";
import { SelectionBar } from "../../../ui/list/selection-bar";
import type { Selection } from "../../../ui/list/use-selection";
import { toast } from "../../../ui/toast/toast";
import { type TicketRow, useAgentCommands } from "../api";
import { ResolveDialog } from "../resolving/resolve-dialog";
import { useChangeTags } from "./api";
import { TagPicker } from "./tag-picker";

/** What is done with one of the chosen tickets. */
type Does = (key: string) => Promise<unknown>;

/** What can be done with the chosen tickets: each for itself, and those that refuse stay chosen. */
export function TicketBulkBar({ rows, selection }: { rows: readonly TicketRow[]; selection: Selection }) {
  const { claim, assign, setPriority } = useAgentCommands();
  const changeTags = useChangeTags();
  const [asking, setAsking] = useState<"person" | "tag" | "resolution" | null>(null);
  const { run, isBusy } = useEach(rows, selection);
  const chosen = rows.filter(({ id }) => selection.has(id));
  if (chosen.length === 0) return null;
  const prioritise = (priority: TicketPriority) => run(`${priority} priority`, (key) => setPriority({ key, priority }));
  return (
    <SelectionBar text={`${count(chosen.length, "ticket")} selected`} onClear={selection.clear}>
      <Button size="sm" busy={isBusy} busyLabel="Working..." onClick={() => void run("yours", (key) => claim({ key }))}>
        <UserRoundCheck aria-hidden /> Claim
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabledReason={isBusy ? "One thing at a time" : null}
        onClick={() => setAsking("person")}
      >
        Assign
      </Button>
      <Menu
        trigger={
          <Button size="sm" variant="outline" disabledReason={isBusy ? "One thing at a time" : null}>
            <Flag aria-hidden /> Priority
          </Button>
        }
      >
        {PRIORITIES.map((priority) => (
          <MenuItem key={priority} onClick={() => void prioritise(priority)}>
            {priority}
          </MenuItem>
        ))}
      </Menu>
      <Button
        size="sm"
        variant="outline"
        disabledReason={isBusy ? "One thing at a time" : null}
        onClick={() => setAsking("tag")}
      >
        <Tag aria-hidden /> Tag
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabledReason={isBusy ? "One thing at a time" : null}
        onClick={() => setAsking("resolution")}
      >
        <CircleCheck aria-hidden /> Resolve
      </Button>
      {asking === "person" ? (
        <AssignDialog
          tickets={count(chosen.length, "ticket")}
          assign={(person) => run(`assigned to ${person.name}`, (key) => assign({ key, assigneeId: person.id }))}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "resolution" ? <ResolveMany tickets={chosen} run={run} onClose={() => setAsking(null)} /> : null}
      {asking === "tag" ? (
        <TagDialog
          tickets={count(chosen.length, "ticket")}
          put={(tag) => run(`tagged “${tag}”`, (key) => changeTags({ key, add: [tag], remove: [] }))}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </SelectionBar>
  );
}

/** Resolves them with one answer; words that arrive while it is written hold up the end of their ticket. */
function ResolveMany(props: {
  tickets: readonly TicketRow[];
  run: (outcome: string, does: Does) => Promise<void>;
  onClose: () => void;
}) {
  const { tickets, run, onClose } = props;
  const { say } = useAgentCommands();
  const [read] = useState(() => new Map(tickets.map(({ key, updatedAt }) => [key, updatedAt])));
  return (
    <ResolveDialog
      what={count(tickets.length, "ticket")}
      isMany={tickets.length > 1}
      send={(resolution) =>
        run("resolved", (key) =>
          say({ key, ...resolution, visibility: "public", after: "resolve", readUpTo: read.get(key) ?? 0 }),
        )
      }
      onClose={onClose}
    />
  );
}

/** Does the same with each chosen ticket, one after the other, and says what was refused. */
function useEach(rows: readonly TicketRow[], selection: Selection) {
  const [isBusy, setBusy] = useState(false);
  async function run(outcome: string, does: Does): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const refused: { id: string; words: string }[] = [];
    const chosen = rows.filter(({ id }) => selection.has(id));
    for (const { id, key } of chosen) {
      try {
        await does(key);
      } catch (error) {
        refused.push({ id, words: `${key}: ${explain(error)}` });
      }
    }
    setBusy(false);
    selection.set(refused.map(({ id }) => id));
    const done = chosen.length - refused.length;
    if (done > 0) toast.success(`${count(done, "ticket")} ${done === 1 ? "is" : "are"} ${outcome} now`);
    if (refused.length > 0)
      toast.error(`${count(refused.length, "ticket")} stayed as ${refused.length === 1 ? "it was" : "they were"}`, {
        description: refused.map(({ words }) => words).join(" "),
      });
  }
  return { run, isBusy };
}

function AssignDialog(props: { tickets: string; assign: (person: FoundPerson) => Promise<void>; onClose: () => void }) {
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const form = useDialogForm({
    check: () => (person === null ? { person: "Choose who answers them" } : {}),
    send: async () => person && (await props.assign(person)),
    saved: null,
    onClose: props.onClose,
  });
  return (
    <FormDialog
      title={`Assign ${props.tickets}`}
      verb="Assign tickets"
      form={form}
      idOf={(field) => `assign-${field}`}
      onClose={props.onClose}
    >
      <Field id="assign-person" label="Assigned to" error={form.problems["person"] ?? null} required>
        <PersonPicker value={person} onChange={setPerson} />
      </Field>
    </FormDialog>
  );
}

function TagDialog(props: { tickets: string; put: (tag: string) => Promise<void>; onClose: () => void }) {
  const [tag, setTag] = useState<string | null>(null);
  const form = useDialogForm({
    check: () => (tag === null ? { tag: "Choose a tag" } : {}),
    send: async () => tag !== null && (await props.put(tag)),
    saved: null,
    onClose: props.onClose,
  });
  return (
    <FormDialog
      title={`Tag ${props.tickets}`}
      description="Only support sees tags."
      verb="Add tag"
      form={form}
      idOf={(field) => `bulk-${field}`}
      onClose={props.onClose}
    >
      <Field id="bulk-tag" label="Tag" error={form.problems["tag"] ?? null} required>
        <TagPicker except={[]} chosen={tag} onChoose={setTag} />
      </Field>
    </FormDialog>
  );
}
