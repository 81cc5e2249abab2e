import { useState } from "react";
import { whyNotDates } from "../../../../convex/core/people/rules/dates";
import { DAY_MS } from "../../../../convex/lib/pure/time";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { refusalText } from "../../../components/refusal-words";
import { Reason, sayOutcome, SecondPerson } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Dialog } from "../../../ui/floating/dialog";
import { usePersonCommands } from "./api";
import { dayOfEnd, DayField, endOfDay } from "./day-field";
import { type DialogProps, Footer } from "./dialog-footer";

/** The day somebody begins, and the last one they are here. */
export function DatesDialog({ person, moves, onClose }: DialogProps) {
  const [first, setFirst] = useState(dayOfEnd(person.startsAt === null ? null : person.startsAt + DAY_MS));
  const [last, setLast] = useState(dayOfEnd(person.endsAt));
  const [now] = useState(() => Date.now());
  const [reason, setReason] = useState("");
  const { setDates } = usePersonCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const begins = endOfDay(first);
  const dates = { startsAt: begins === null ? null : begins - DAY_MS, endsAt: endOfDay(last) };
  const before = {
    status: person.status,
    ...(person.startsAt !== null && { startsAt: person.startsAt }),
    ...(person.endsAt !== null && { endsAt: person.endsAt }),
  };
  const problem = refusalText(whyNotDates(dates, before, now));
  const mayBegin = person.status === "invited" || person.startsAt !== null;
  async function save(): Promise<void> {
    const done = await act(`The dates of ${person.name} were not set`, () =>
      withStepUp(() => setDates({ personId: person.id, ...dates, reason: reason.trim() })),
    );
    if (!done) return;
    sayOutcome(done.result, `The dates of ${person.name} were set`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Set the dates of ${person.name}`}
      description="At the end of their last day (UTC) they are suspended, and their work goes to others. They, their manager and the admins are notified seven days before."
      footer={
        <Footer
          isBusy={isBusy}
          label={moves.takesTwo ? "Propose" : "Set dates"}
          busyLabel={moves.takesTwo ? "Proposing..." : "Setting dates..."}
          disabledReason={problem ?? (reason.trim() === "" ? "Give a reason" : null)}
          onSave={() => void save()}
          onClose={onClose}
        />
      }
    >
      {moves.takesTwo ? <SecondPerson waits={moves.waitsInstead} /> : null}
      {mayBegin ? (
        <DayField label="First day" help="Before it they cannot sign in." value={first} onChange={setFirst} />
      ) : null}
      <DayField label="Last day" help="Leave it empty if they stay." value={last} onChange={setLast} />
      <Reason value={reason} onChange={setReason} help="They and those who look after people see it." />
      {stepUpDialog}
    </Dialog>
  );
}
