import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import type { PickedPerson } from "../../../components/pickers/people-field";
import { formatDeadline } from "../../../lib/dates";
import { useAuth } from "../../../shell/session";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { toast } from "../../../ui/toast/toast";
import { type DomainSuccessors, type Impact, type Successors, useRemovalCommands } from "./api";

/** Says the address once more, and removes or proposes. */
export function ConfirmRemoval(props: {
  impact: Impact;
  handing: {
    readonly successorId: PickedPerson["id"];
    readonly successors: Successors;
    readonly domainSuccessors: DomainSuccessors;
  };
  reason: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { impact, handing, reason, onDone, onClose } = props;
  const { remove } = useRemovalCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { act } = useAct();
  async function send(): Promise<void> {
    const { email, name, shownHash } = impact;
    const done = await act(`${name} was not removed`, () =>
      withStepUp(() => remove({ userEmail: email, ...handing, reason, typed: email, shownHash })),
    );
    // The dialog stays open; the toast said why.
    if (!done) throw new Error("not removed");
    const { result } = done;
    if (result?.state === "proposed")
      toast.success("Proposed", {
        description:
          result.appliesAt === null
            ? "A second person has to confirm it."
            : `It takes effect on ${formatDeadline(result.appliesAt)} unless an admin stops it.`,
      });
    else toast.success(`${name} was removed`);
    onDone();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${impact.title}?`}
      description="They are signed out everywhere, and what they own changes hands."
      confirmLabel={impact.takesTwo ? "Propose" : "Remove user"}
      busyLabel={impact.takesTwo ? "Proposing..." : "Removing..."}
      destructive
      typedConfirmation={impact.email}
      onConfirm={send}
    >
      {stepUpDialog}
    </ConfirmDialog>
  );
}
