import { useState } from "react";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { Input, Textarea } from "../../ui/input";
import { toast } from "../../ui/toast";
import { type FoundPerson, useApprovalCommands } from "./api";
import { PersonPicker } from "./person-picker";
import { useRun } from "./use-run";

const DAY_MS = 86_400_000;

/** "2026-03-02", the way a date field holds a day. */
function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), String(date.getMonth() + 1).padStart(2, "0"), String(date.getDate()).padStart(2, "0")].join("-");
}

/** The first or last moment of a day in the reader's own time; null when the field is empty. */
function momentOf(day: string, edge: "start" | "end"): number | null {
  const at = Date.parse(`${day}T00:00:00`);
  if (Number.isNaN(at)) return null;
  return edge === "start" ? at : at + DAY_MS - 1;
}

/** Out of office: who decides meanwhile, and until when. Administrators arrange it for the absent as well. */
export function DelegationDialog({ onClose }: { onClose: () => void }) {
  const mayArrange = useViewer()?.capabilities.includes("approvals.administer") ?? false;
  const [absent, setAbsent] = useState<FoundPerson | null>(null);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [from, setFrom] = useState(() => dayOf(Date.now()));
  const [until, setUntil] = useState(() => dayOf(Date.now() + 7 * DAY_MS));
  const [reason, setReason] = useState("");
  const { delegate } = useApprovalCommands();
  const { isBusy, run } = useRun();
  const [startsAt, endsAt] = [momentOf(from, "start"), momentOf(until, "end")];
  const missing = person === null ? "Choose who sits in" : startsAt === null || endsAt === null ? "Choose both days" : endsAt <= startsAt ? "The last day comes before the first" : reason.trim() === "" ? "Give a reason" : null;

  async function save(): Promise<void> {
    if (person === null || startsAt === null || endsAt === null) return;
    const done = await run("The delegation was not saved", () => delegate({ ...(absent && { fromId: absent.id }), toId: person.id, startsAt, endsAt, reason: reason.trim() }));
    if (!done) return;
    toast.success(`${person.name} sits in for ${absent?.name ?? "you"}`);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title="Out of office"
      description="Somebody decides for whoever is away. Both names stand on each decision, and everything comes back afterwards."
      footer={
        <>
          <Button busy={isBusy} busyLabel="Saving..." disabledReason={missing} onClick={() => void save()}>Hand over {absent ? "the" : "my"} approvals</Button>
          <Button variant="outline" onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {mayArrange ? (
        <Field label="Who is away" help="Leave it empty when it is you.">
          <PersonPicker value={absent} onChange={setAbsent} />
        </Field>
      ) : null}
      <Field label={absent ? `Who sits in for ${absent.name}` : "Who sits in for you"} help="They never decide about their own requests." required>
        <PersonPicker value={person} onChange={setPerson} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day" required>
          <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="Last day" required>
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
      <Field label="Reason" help="For example: annual leave." required>
        <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
