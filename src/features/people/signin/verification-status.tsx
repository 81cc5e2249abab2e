import { useAuth } from "../../../shell/session";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { Alert } from "../../../ui/page/alert";
import { FailureAlert } from "./failure-alert";
import { SubmitButton } from "./submit-button";
import { useMailedLink } from "./use-mailed-link";

/** Waiting for the link in the mail, with a way to have it sent again. */
export function VerificationStatus(props: { email: string }) {
  const auth = useAuth();
  const { sentTo, errors, failure, busy, formProps } = useMailedLink((email) => auth.resendVerification(email));
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      {sentTo === null ? null : (
        <Alert meaning="success" title="Sent again">
          If {sentTo} is waiting to be verified, a new link is on its way.
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
