/**
 * What an open session alone may not do: the server refuses it, the password is asked for in a dialog, and
 * it is tried once more. Put `stepUpDialog` inside the dialog the action is in, if there is one.
 */

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { PasswordInput } from "../../ui/form/password-input";
import { explain, refusalOf } from "../refusal-words";

/** Checks the password of the session's own person, and says to the server what it was given for. */
type Prove = (proof: {
  password: string;
  for: string;
}) => Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;

/** Runs actions that may need the password again. */
export function useStepUp(prove: Prove): {
  withStepUp: <T>(act: () => Promise<T>) => Promise<T>;
  stepUpDialog: ReactNode;
} {
  const [pending, setPending] = useState<Pending | null>(null);
  async function withStepUp<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code !== "step-up-required") throw error;
      const wanted = { for: String(refusal.data["for"]), sentence: explain(error) };
      const isProven = await new Promise<boolean>((answer) => setPending({ ...wanted, answer }));
      setPending(null);
      if (!isProven) throw error;
      return await act();
    }
  }
  return { withStepUp, stepUpDialog: pending === null ? null : <StepUpDialog prove={prove} pending={pending} /> };
}

/** What waits for the password: what the server named, in its words too. */
interface Pending {
  readonly for: string;
  readonly sentence: string;
  readonly answer: (isProven: boolean) => void;
}

function StepUpDialog({ prove, pending }: { prove: Prove; pending: Pending }) {
  const { answer: onEnd } = pending;
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A form inside a form of the page would send that one, too.
    event.stopPropagation();
    if (isBusy) return;
    if (password === "") return setProblem("Password is required");
    setBusy(true);
    const result = await prove({ password, for: pending.for });
    setBusy(false);
    if (result.ok) onEnd(true);
    else setProblem(result.message);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onEnd(false))}
      title="Confirm it is you"
      description={pending.sentence}
      footer={
        <>
          <Button type="submit" form="step-up" busy={isBusy} busyLabel="Confirming...">
            Confirm
          </Button>
          <Button variant="outline" onClick={() => onEnd(false)}>
            Cancel
          </Button>
        </>
      }
    >
      <form id="step-up" noValidate onSubmit={(event) => void confirm(event)}>
        <Field label="Password" error={problem} required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
