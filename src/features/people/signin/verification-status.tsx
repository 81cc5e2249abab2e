import { useState } from "react";
import { useAuth } from "../../../shell/session";
import { Alert } from "../../../ui/alert";
import { Field } from "../../../ui/field";
import { Input } from "../../../ui/input";
import { FailureAlert } from "./failure-alert";
import { normalizeEmail, whyNotEmail } from "./rules";
import { SubmitButton } from "./submit-button";
import { useAuthForm } from "./use-auth-form";

/** Waiting for the link in the mail, with a way to have it sent again. */
export function VerificationStatus(props: { email: string }) {
  const auth = useAuth();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { errors, failure, busy, formProps } = useAuthForm({
    fields: ["email"],
    check: ({ email }) => {
      const problem = whyNotEmail(email);
      return problem === null ? {} : { email: problem };
    },
    send: ({ email }) => auth.resendVerification(normalizeEmail(email)),
    done: (_result, { email }) => setSentTo(normalizeEmail(email)),
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      {sentTo === null ? null : (
        <Alert meaning="success" title="Sent again">
          If {sentTo} waits for verification, a new link is on its way.
        </Alert>
      )}
      <Field label="Email" error={errors.email} required>
        <Input name="email" type="email" autoComplete="username" defaultValue={props.email} />
      </Field>
      <SubmitButton variant="outline" busy={busy} busyLabel="Sending...">
        Send the link again
      </SubmitButton>
    </form>
  );
}
