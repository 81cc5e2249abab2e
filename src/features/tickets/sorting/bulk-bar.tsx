import { CircleCheck, Flag, Merge, Tag, UserRoundCheck } from "lucide-react";
import { Suspense, useLayoutEffect, useRef, useState } from "react";
import { PRIORITIES } from "../../../../convex/core/tickets/rules";
import type { ChosenCause, TicketPriority } from "../../../../convex/core/tickets/table";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { countText } from "../../../components/listing/counting";
import type { FoundPerson } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { Menu, MenuItem } from "../../../ui/floating/menu";
import { Field } from "../../../ui/form/field";
import { lazyPart } from "../../../ui/lazy-part";
import { SelectionBar } from "../../../ui/list/selection-bar";
import type { Selection } from "../../../ui/list/use-selection";
import { type TicketRow, useAgentCommands, useHeldReplyCommands } from "../api";
import { MergeMany } from "../merging/merge-dialog";
import type { Resolution } from "../resolving/resolve-dialog";
import { useChangeTags } from "./api";
import { TagPicker } from "./tag-picker";
import { type Chosen, type Progress, useChosenTickets, useEach, type WholeQueue } from "./use-each";
import { useSayHeld } from "./use-say-held";

const ResolveDialog = lazyPart(() => import("../resolving/resolve-dialog").then((part) => part.ResolveDialog));

type DialogName = "person" | "tag" | "merge" | "resolution";

/** Does the same with each of them. */
type Run = ReturnType<typeof useEach>["run"];

const MERGED_ONE_BY_ONE = "Choose tickets on this page: they all have to be about the same thing";
const RESOLVED_ONE_BY_ONE = "Choose tickets on this page: each has to be read before it is resolved";

/** What can be done with the chosen tickets: each for itself, and those that refuse stay chosen. */
export function TicketBulkBar(props: { rows: readonly TicketRow[]; selection: Selection; whole: WholeQueue }) {
  const { rows, selection, whole } = props;
  const { claim, setPriority } = useAgentCommands();
  const [asking, setAsking] = useState<DialogName | null>(null);
  const picked = useChosenTickets(rows, selection, whole);
  const { run, isBusy, progress, stop } = useEach(whole, picked);
  const { chosen, isAll } = picked;
  if (chosen.length === 0) return null;
  const tickets = isAll ? `all ${countText(whole.total, "matching ticket")}` : count(chosen.length, "ticket");
  const busy = isBusy ? "One thing at a time" : null;
  const prioritise = (priority: TicketPriority) =>
    run(`${priority} priority`, ({ key }) => setPriority({ key, priority }), { kind: "prioritise", priority });
  return (
    <SelectionBar
      text={`${tickets.charAt(0).toUpperCase()}${tickets.slice(1)} selected`}
      more={
        progress === null ? (
          <More picked={picked} total={whole.total} />
        ) : progress.of > 1 ? (
          <Stop progress={progress} stop={stop} />
        ) : null
      }
      onClear={selection.clear}
    >
      <Button
        size="sm"
        busy={isBusy}
        busyLabel="Working..."
        onClick={() => void run("yours", ({ key }) => claim({ key }), { kind: "claim" })}
      >
        <UserRoundCheck aria-hidden /> Claim
      </Button>
      <Button size="sm" variant="outline" disabledReason={busy} onClick={() => setAsking("person")}>
        Assign
      </Button>
      <Menu
        trigger={
          <Button size="sm" variant="outline" disabledReason={busy}>
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
      <Button size="sm" variant="outline" disabledReason={busy} onClick={() => setAsking("tag")}>
        <Tag aria-hidden /> Tag
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabledReason={isAll ? MERGED_ONE_BY_ONE : busy}
        onClick={() => setAsking("merge")}
      >
        <Merge aria-hidden /> Merge
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabledReason={isAll ? RESOLVED_ONE_BY_ONE : busy}
        onClick={() => setAsking("resolution")}
      >
        <CircleCheck aria-hidden /> Resolve
      </Button>
      <BulkDialog {...{ asking, tickets, chosen, run }} onClose={() => setAsking(null)} />
    </SelectionBar>
  );
}

/** The dialog in which what is done with them is chosen. */
function BulkDialog(props: {
  asking: DialogName | null;
  /** "3 tickets". */
  tickets: string;
  chosen: readonly Chosen[];
  run: Run;
  onClose: () => void;
}) {
  const { asking, tickets, chosen, run, onClose } = props;
  const [kept, setKept] = useState<Resolution | undefined>(undefined);
  const { assign } = useAgentCommands();
  const changeTags = useChangeTags();
  return (
    <>
      {asking === "person" ? (
        <AssignDialog
          tickets={tickets}
          assign={({ id: assigneeId, name }) => {
            void run(`assigned to ${name}`, ({ key }) => assign({ key, assigneeId }), { kind: "assign", assigneeId });
          }}
          onClose={onClose}
        />
      ) : null}
      {asking === "merge" ? <MergeMany tickets={chosen} run={run} onClose={onClose} /> : null}
      {asking === "resolution" ? (
        <ResolveMany tickets={chosen} kept={kept} onKeep={setKept} run={run} onClose={onClose} />
      ) : null}
      {asking === "tag" ? (
        <TagDialog
          tickets={tickets}
          put={(tag) => {
            const wish = { kind: "tag", tag } as const;
            void run(`tagged “${tag}”`, ({ key }) => changeTags({ key, add: [tag], remove: [] }), wish);
          }}
          onClose={onClose}
        />
      ) : null}
    </>
  );
}

/** How far it is, and what ends it early. Whoever has the focus here when it ends is still in the bar. */
function Stop({ progress: { done, of }, stop }: { progress: Progress; stop: () => void }) {
  const [isStopping, setStopping] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) own?.closest<HTMLElement>('[role="region"]')?.focus();
    };
  }, []);
  return (
    <>
      <span className="text-sm tabular-nums">
        {done} of {of} done
      </span>
      <Button
        ref={button}
        size="sm"
        variant="outline"
        busy={isStopping}
        busyLabel="Stopping..."
        onClick={() => {
          setStopping(true);
          stop();
        }}
      >
        Stop
      </Button>
    </>
  );
}

/** The way to all that match, or back to the page. */
function More({ picked, total }: { picked: ReturnType<typeof useChosenTickets>; total: WholeQueue["total"] }) {
  if (picked.isAll)
    return (
      <Button size="sm" variant="ghost" onClick={picked.onlyPage}>
        Only this page
      </Button>
    );
  return picked.hasMore ? (
    <Button size="sm" variant="ghost" disabledReason={picked.whyNotAll} onClick={picked.takeAll}>
      Select all {countText(total, "matching ticket")}
    </Button>
  ) : null;
}

/**
 * Resolves them with one answer, a minute from now each; words that arrive while it is written hold up the end of their
 * ticket. For those the answer is kept: they stay chosen, to be read and resolved with it. The bar says how far it is.
 */
function ResolveMany(props: {
  tickets: readonly Chosen[];
  kept: Resolution | undefined;
  onKeep: (resolution: Resolution | undefined) => void;
  run: Run;
  onClose: () => void;
}) {
  const { tickets, kept, onKeep, run, onClose } = props;
  const { hold } = useHeldReplyCommands();
  const sayHeld = useSayHeld();
  const [read] = useState(() => new Map(tickets.map(({ key, row }) => [key, row?.updatedAt])));
  async function begin(resolution: { body: string; cause: ChosenCause }): Promise<void> {
    onKeep(resolution);
    const held: string[] = [];
    const stayed = await run(null, async ({ key }) => {
      await hold({ key, ...resolution, after: "resolve", readUpTo: read.get(key) ?? 0 });
      held.push(key);
      return null;
    });
    sayHeld(held);
    if (stayed === 0) onKeep(undefined);
  }
  return (
    <Suspense fallback={null}>
      <ResolveDialog
        what={count(tickets.length, "ticket")}
        isMany={tickets.length > 1}
        {...(kept && { initial: kept })}
        send={(resolution) => {
          void begin(resolution);
          return Promise.resolve();
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

function AssignDialog(props: {
  tickets: string;
  /** Begins it; the bar says how far it is. */
  assign: (person: FoundPerson) => void;
  onClose: () => void;
}) {
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const form = useDialogForm({
    check: () => (person === null ? { person: "Choose who answers them" } : {}),
    send: () => {
      if (person) props.assign(person);
      return Promise.resolve();
    },
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

function TagDialog(props: { tickets: string; put: (tag: string) => void; onClose: () => void }) {
  const [tag, setTag] = useState<string | null>(null);
  const form = useDialogForm({
    check: () => (tag === null ? { tag: "Choose a tag" } : {}),
    send: () => {
      if (tag !== null) props.put(tag);
      return Promise.resolve();
    },
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
