import { useState } from "react";
import { DAY_MS } from "../../../../convex/lib/pure/time";
import { useAct } from "../../../components/form/use-act";
import type { FoundPerson } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { dayFrom, dayText, typedMoment } from "../../../lib/readers-clock";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { DateInput } from "../../../ui/form/date-input";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import { toast } from "../../../ui/toast/toast";
import { useApprovalCommands, useTypeChoices } from "../api";

/** The first or last moment of a day in the reader's own time; null when the field is empty. */
function momentOf(day: string, edge: "start" | "end"): number | null {
  const at = typedMoment(day);
  if (Number.isNaN(at)) return null;
  return edge === "start" ? at : dayFrom(at, 1) - 1;
}

interface Wish {
  /** Who is away; null: the viewer. */
  readonly absent: FoundPerson | null;
  readonly person: FoundPerson | null;
  readonly from: string;
  readonly until: string;
  readonly reason: string;
  /** The types it is for; null: every one. */
  readonly types: readonly string[] | null;
}

/**
 * Out of office: who decides meanwhile, about what, and until when. Those who look after approvals arrange it for the
 * absent, too.
 */
export function DelegationDialog({ onClose }: { onClose: () => void }) {
  const mayArrange = useViewer()?.capabilities.includes("approvals.administer") ?? false;
  const [wish, setWish] = useState<Wish>(() => ({
    absent: null,
    person: null,
    from: dayText(Date.now()),
    until: dayText(Date.now() + 7 * DAY_MS),
    reason: "",
    types: null,
  }));
  const change = (changes: Partial<Wish>) => setWish((before) => ({ ...before, ...changes }));
  const { delegate } = useApprovalCommands();
  const { isBusy, act } = useAct();
  const { absent, person, reason, types } = wish;

  async function save(): Promise<void> {
    const [startsAt, endsAt] = [momentOf(wish.from, "start"), momentOf(wish.until, "end")];
    if (person === null || startsAt === null || endsAt === null) return;
    const what = {
      toId: person.id,
      startsAt,
      endsAt,
      reason: reason.trim(),
      ...(absent && { fromId: absent.id }),
      ...(types && { typeKeys: [...types] }),
    };
    if (!(await act("The delegation was not saved", () => delegate(what)))) return;
    toast.success(`${person.name} stands in for ${absent?.name ?? "you"}`);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title="Out of office"
      description="Somebody decides while you are away. Each decision shows both names, and everything returns to you afterwards."
      footer={
        <>
          <Button busy={isBusy} busyLabel="Saving..." disabledReason={missingIn(wish)} onClick={() => void save()}>
            Hand over {absent ? "the" : "my"} approvals
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <WishFields wish={wish} mayArrange={mayArrange} change={change} />
    </Dialog>
  );
}

/** Who, when, about what and why. */
function WishFields({
  wish: { absent, person, from, until, types, reason },
  mayArrange,
  change,
}: {
  wish: Wish;
  mayArrange: boolean;
  change: (changes: Partial<Wish>) => void;
}) {
  return (
    <>
      {mayArrange ? (
        <Field
          label="Who is away"
          help="Leave it empty when it is you. For somebody else it counts for the requests you look after."
        >
          <PersonPicker value={absent} onChange={(next) => change({ absent: next })} />
        </Field>
      ) : null}
      <Field
        label={absent ? `Who stands in for ${absent.name}` : "Who stands in for you"}
        help="They never decide about their own requests."
        required
      >
        <PersonPicker value={person} onChange={(next) => change({ person: next })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day" required>
          <DateInput value={from} onChange={(next) => change({ from: next })} />
        </Field>
        <Field label="Last day" required>
          <DateInput value={until} onChange={(next) => change({ until: next })} />
        </Field>
      </div>
      <TypeChoice chosen={types} onChange={(next) => change({ types: next })} />
      <Field label="Reason" help="For example: annual leave." required>
        <Textarea
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
    </>
  );
}

function missingIn({ absent, person, from, until, reason, types }: Wish): string | null {
  const [startsAt, endsAt] = [momentOf(from, "start"), momentOf(until, "end")];
  if (person === null) return `Choose who stands in for ${absent?.name ?? "you"}`;
  if (startsAt === null || endsAt === null) return "Choose both days";
  if (endsAt <= startsAt) return "The last day comes before the first";
  if (types?.length === 0) return "Choose at least one type";
  return reason.trim() === "" ? "Give a reason" : null;
}

/** Every request type, or the ticked ones. */
function TypeChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[] | null;
  onChange: (types: readonly string[] | null) => void;
}) {
  const known = useTypeChoices();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-ink">Requests</legend>
      <Checkbox
        label="Every type of request"
        checked={chosen === null}
        onCheckedChange={(isOn) => onChange(isOn ? null : [])}
      />
      {chosen !== null && known ? (
        <div className="ml-6 grid gap-1.5 sm:grid-cols-2">
          {known.map(({ key, name }) => (
            <Checkbox
              key={key}
              label={name}
              checked={chosen.includes(key)}
              onCheckedChange={(isOn) => onChange(isOn ? [...chosen, key] : chosen.filter((other) => other !== key))}
            />
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}
