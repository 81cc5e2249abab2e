import { useAuth } from "../../../shell/session";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { Alert } from "../../../ui/page/alert";
import { FailureAlert } from "./failure-alert";
import { SubmitButton } from "./submit-button";
import { useMailedLink } from "./use-mailed-link";

/** Asks for the link that resets a password. What it says never depends on whether there is an account. */
export function ForgotPasswordForm() {
  const auth = useAuth();
  const { sentTo, errors, failure, busy, formProps } = useMailedLink((email) => auth.requestPasswordReset(email));
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      {sentTo === null ? null : (
        <Alert meaning="success" title="Check your email">
          If {sentTo} has an account, a link to reset the password is on its way. It works for one hour.
        </Alert>
      )}
      <Field label="Email" error={errors.email} required>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <SubmitButton variant={sentTo === null ? "default" : "outline"} busy={busy} busyLabel="Sending...">
        {sentTo === null ? "Send reset link" : "Send the link again"}
      </SubmitButton>
    </form>
  );
}
