import { useState } from "react";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { useAreas, usePeople } from "../../../components/pickers/api";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { refusalText } from "../../../components/refusal-words";
import { Reason, sayOutcome, SecondPerson } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { useMoveCommands, usePlace } from "./api";

interface Named {
  personId: string;
  name: string;
}

type Place = NonNullable<ReturnType<typeof usePlace>>;

/** Opens the dialog that moves somebody. */
export function MoveButton({ personId, name }: Named) {
  const place = usePlace(personId);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        disabledReason={place ? refusalText(place.whyNotMove) : "Loading"}
        onClick={() => setOpen(true)}
      >
        Move
      </Button>
      {isOpen && place ? <MoveDialog {...{ name, place }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const NO_AREA = "none";

function MoveDialog({ name, place, onClose }: Pick<Named, "name"> & { place: Place; onClose: () => void }) {
  const areas = useAreas() ?? [];
  const known = usePeople(place.managerId === null ? [] : [place.managerId]) ?? [];
  const [areaId, setAreaId] = useState(place.areaId ?? NO_AREA);
  const [chosen, setChosen] = useState<readonly PickedPerson[] | null>(null);
  const [reason, setReason] = useState("");
  const { move } = useMoveCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const managers = chosen ?? known;
  // Until somebody else is chosen it is the manager they have, whether or not their name has arrived.
  const managerId = chosen === null ? place.managerId : (chosen[0]?.id ?? null);
  const area = areas.find(({ id }) => id === areaId)?.id ?? null;
  const isManagerChanged = managerId !== place.managerId;
  const isSame = area === place.areaId && !isManagerChanged;
  const takesTwo = place.takesTwo || isManagerChanged;
  async function save(): Promise<void> {
    const wish = { personId: place.personId, areaId: area, managerId, reason: reason.trim() };
    const done = await act(`${name} was not moved`, () => withStepUp(() => move(wish)));
    if (!done) return;
    sayOutcome(done.result, `${name} was moved`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Move ${name}`}
      description="They and both managers are notified, open approvals are seated again, and what they hold is reviewed."
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel={takesTwo ? "Proposing..." : "Moving..."}
            disabledReason={isSame ? "Nothing is changed yet" : reason.trim() === "" ? "Give a reason" : null}
            onClick={() => void save()}
          >
            {takesTwo ? "Propose" : "Move"}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {takesTwo ? <SecondPerson waits={place.waitsInstead} /> : null}
      <Field label="Business area">
        <Select
          value={areaId}
          onValueChange={setAreaId}
          options={[{ value: NO_AREA, label: "None" }, ...areas.map((one) => ({ value: one.id, label: one.name }))]}
        />
      </Field>
      <PeopleField id="move-manager" label="Manager" limit={1} people={managers} onChange={setChosen} />
      <Reason value={reason} onChange={setReason} help="They, both managers and whoever confirms see it." />
      {stepUpDialog}
    </Dialog>
  );
}
