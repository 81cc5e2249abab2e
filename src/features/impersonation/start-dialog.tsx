import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { IMPERSONATION_MINUTES, IMPERSONATION_REASON_MAX } from "../../../convex/core/people/rules/impersonating";
import { PAGES } from "../../../convex/site/pages";
import { useStepUp } from "../../components/form/step-up";
import { useAct } from "../../components/form/use-act";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { RadioGroup } from "../../ui/form/radio-group";
import { useImpersonationCommands } from "./api";
import { lengthText } from "./impersonation-words";
import { returnTo } from "./return-to";
import type { StartPlace } from "./start-place";
import { impersonationState } from "./state";

const [SHORTEST] = IMPERSONATION_MINUTES;

/** Asks for the reason, for how long, and for the password again; then the portal is shown as the other sees it. */
export function StartDialog({ personId, name, request, ticket, onClose }: StartPlace & { onClose: () => void }) {
  const router = useRouter();
  const { start } = useImpersonationCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const [reason, setReason] = useState(request?.key ?? ticket?.key ?? "");
  const [minutes, setMinutes] = useState<number>(SHORTEST);

  async function begin(): Promise<void> {
    const from = router.state.location.href;
    impersonationState.start(personId, Date.now());
    const isDone = await act(`You do not see the portal as ${name}`, () =>
      withStepUp(() =>
        start({
          personId: personId as Id<"people">,
          reason: reason.trim(),
          minutes,
          ...(request && { requestId: request.id as Id<"requests"> }),
          ...(ticket && { ticketKey: ticket.key }),
        }),
      ),
    );
    if (!isDone) return impersonationState.forceReset();
    returnTo.keep(from);
    onClose();
    await router.navigate({ href: request?.path ?? ticket?.path ?? PAGES.home.path });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`View the portal as ${name}?`}
      description="You see what they see and cannot change anything. They are notified when it ends, with your name and reason."
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Starting..."
            disabledReason={reason.trim() === "" ? "Give a reason" : null}
            onClick={() => void begin()}
          >
            Start viewing
          </Button>
          <Button variant="outline" onClick={onClose} disabledReason={isBusy ? "It is being started" : null}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="Reason" help="Name the ticket, where there is one." required>
        <Textarea
          rows={3}
          maxLength={IMPERSONATION_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Field label="For how long" required>
        <RadioGroup
          label="For how long"
          value={String(minutes)}
          onValueChange={(next) => setMinutes(Number(next))}
          options={IMPERSONATION_MINUTES.map((each) => ({ value: String(each), label: capital(lengthText(each)) }))}
        />
      </Field>
      {stepUpDialog}
    </Dialog>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
