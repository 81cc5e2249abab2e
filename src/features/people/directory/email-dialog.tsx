import { useState } from "react";
import { normalizeEmail, whyNotEmail } from "../../../../contracts/sign-in";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { Reason, sayOutcome, SecondPerson } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Dialog } from "../../../ui/floating/dialog";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { usePersonCommands } from "./api";
import { type DialogProps, Footer } from "./dialog-footer";

/** Corrects somebody's address: their old mailbox can stop it, and the new one confirms it. */
export function EmailDialog({ person, moves, onClose }: DialogProps) {
  const [email, setEmail] = useState("");
  const [reason, setReason] = useState("");
  const { correctEmail } = usePersonCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const wanted = normalizeEmail(email);
  const problem = email === "" ? null : wanted === person.email ? "This is already their address" : whyNotEmail(wanted);
  const missing = email === "" ? "Enter the new address" : (problem ?? (reason.trim() === "" ? "Give a reason" : null));
  async function save(): Promise<void> {
    const done = await act("The address was not changed", () =>
      withStepUp(() => correctEmail({ personId: person.id, email: wanted, reason: reason.trim() })),
    );
    if (!done) return;
    sayOutcome(done.result, `${person.email} is notified, and ${wanted} confirms it later`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Correct the email address of ${person.name}`}
      description="They are notified at once and can stop it. A link to the new address follows later; once it is used, they sign in with that address. Their account stays the same."
      footer={
        <Footer
          isBusy={isBusy}
          label={moves.takesTwo ? "Propose" : "Correct address"}
          busyLabel={moves.takesTwo ? "Proposing..." : "Saving..."}
          disabledReason={missing}
          onSave={() => void save()}
          onClose={onClose}
        />
      }
    >
      {moves.takesTwo ? <SecondPerson waits={moves.waitsInstead} /> : null}
      <Field label="New email address" help={`Now ${person.email}`} error={problem} required>
        <Input
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Reason value={reason} onChange={setReason} help="They and those who look after people see it." />
      {stepUpDialog}
    </Dialog>
  );
}
