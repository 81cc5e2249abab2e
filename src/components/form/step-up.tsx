/**
 * What an open session alone may not do: the server refuses it, the password is asked for in a dialog, and
 * it is tried once more. Put `stepUpDialog` inside the dialog the action is in, if there is one.
 */

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { PasswordInput } from "../../ui/form/password-input";
import { isStepUpRequired } from "../refusal-words";

/** Checks the password of the session's own person. */
type Prove = (password: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;

/** Runs actions that may need the password again. */
export function useStepUp(prove: Prove): {
  withStepUp: <T>(act: () => Promise<T>) => Promise<T>;
  stepUpDialog: ReactNode;
} {
  const [pending, setPending] = useState<{ answer: (isProven: boolean) => void } | null>(null);
  async function withStepUp<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!isStepUpRequired(error)) throw error;
      const isProven = await new Promise<boolean>((answer) => setPending({ answer }));
      setPending(null);
      if (!isProven) throw error;
      return await act();
    }
  }
  return { withStepUp, stepUpDialog: pending === null ? null : <StepUpDialog prove={prove} onEnd={pending.answer} /> };
}

function StepUpDialog({ prove, onEnd }: { prove: Prove; onEnd: (isProven: boolean) => void }) {
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
    const result = await prove(password);
    setBusy(false);
    if (result.ok) onEnd(true);
    else setProblem(result.message);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onEnd(false))}
      title="Confirm it is you"
      description="Enter your password again to continue. It stays valid for five minutes."
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
