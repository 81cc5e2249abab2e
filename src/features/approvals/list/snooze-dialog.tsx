import { useAct } from "../../../components/form/use-act";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { useNow } from "../../../ui/text/use-now";
import { snoozeChoices } from "./snooze-choices";

/** When an approval should come back. Its deadline goes on. */
export function SnoozeDialog({
  subject,
  onClose,
  onSnooze,
  finalFocus,
}: {
  subject: string;
  onClose: () => void;
  onSnooze: (until: number) => Promise<unknown>;
  finalFocus?: () => HTMLElement | null;
}) {
  const now = useNow();
  const { isBusy, act } = useAct();
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      size="sm"
      finalFocus={finalFocus}
      title="Snooze"
      description={`${subject} comes back to your list. Its deadline does not move.`}
    >
      <div className="flex flex-col gap-2">
        {snoozeChoices(now).map(({ label, until }) => (
          <Button
            key={label}
            variant="outline"
            className="justify-start"
            busy={isBusy}
            onClick={() =>
              void act("It was not snoozed", () => onSnooze(until)).then((done) => (done ? onClose() : undefined))
            }
          >
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
