import { useState } from "react";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { Reason, sayOutcome, SecondPerson } from "../../../components/second-person/second-person-words";
import { SeenLines, useSeen } from "../../../components/second-person/seen";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { type Duty, type ReviewedDuties, useHandOnImpact, useMoveCommands } from "./api";

/** Names who looks after something from now on, and why. */
export function HandOnDialog({
  review,
  duty,
  name,
  onClose,
}: {
  review: ReviewedDuties;
  duty: Duty;
  name: string;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly PickedPerson[]>([]);
  const [reason, setReason] = useState("");
  const { decideDuty } = useMoveCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const [to] = chosen;
  const isDomain = duty.kind === "domain";
  const { personId } = review;
  const asks = isDomain && to ? { personId, domainId: duty.id, toId: to.id } : null;
  const seen = useSeen(to?.id ?? "", useHandOnImpact(asks));
  async function save(): Promise<void> {
    if (!to) return;
    const shown = isDomain ? { ...duty, shownHash: seen.shown?.shownHash } : duty;
    const wish = { personId, reviewAt: review.at, duty: shown, toId: to.id, reason: reason.trim() };
    const done = await act(`${name} was not handed on`, () => withStepUp(() => decideDuty(wish)));
    if (!done) return;
    sayOutcome(done.result, `${name} was handed on to ${to.name}`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Hand on ${name}`}
      description={
        isDomain
          ? `Somebody else takes the place of ${review.name}, once they agree. Those in charge before and after are notified.`
          : `Somebody else decides instead of ${review.name}. It has to be a person the approval step may ask.`
      }
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel={isDomain ? "Proposing..." : "Handing on..."}
            disabledReason={
              !to
                ? "Choose a person"
                : ((isDomain ? seen.whyNot : null) ?? (reason.trim() === "" ? "Give a reason" : null))
            }
            onClick={() => void save()}
          >
            {isDomain ? "Propose" : "Hand on"}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {isDomain ? <SecondPerson waits={review.waitsInstead} /> : null}
      <PeopleField id="hand-on-to" label="Hand on to" limit={1} required people={chosen} onChange={setChosen} />
      {asks === null ? null : <SeenLines seen={seen} />}
      <Reason
        value={reason}
        onChange={setReason}
        help={isDomain ? "Whoever confirms sees it." : "Whoever decides from now on sees it."}
      />
      {stepUpDialog}
    </Dialog>
  );
}
