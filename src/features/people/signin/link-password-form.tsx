import { checkNewPassword } from "../../../../contracts/sign-in";
import type { AuthResult } from "../../../shell/session";
import { Field } from "../../../ui/form/field";
import { PasswordInput } from "../../../ui/form/password-input";
import { FailureAlert } from "./failure-alert";
import { SubmitButton } from "./submit-button";
import { useAuthForm } from "./use-auth-form";

/** The password an account opens with from now on, given by whoever opened a mailed link. */
export function LinkPasswordForm(props: {
  label: string;
  submitLabel: string;
  busyLabel: string;
  send: (password: string) => Promise<AuthResult>;
  onDone: () => void | Promise<void>;
}) {
  const { errors, failure, busy, formProps } = useAuthForm({
    fields: ["newPassword", "confirmation"],
    check: checkNewPassword,
    send: ({ newPassword }) => props.send(newPassword),
    done: props.onDone,
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      <Field
        label={props.label}
        help="At least 8 characters, with an uppercase letter, a lowercase letter and a number"
        error={errors.newPassword}
        required
      >
        <PasswordInput name="newPassword" autoComplete="new-password" />
      </Field>
      <Field label={`${props.label} again`} error={errors.confirmation} required>
        <PasswordInput name="confirmation" autoComplete="new-password" />
      </Field>
      <SubmitButton busy={busy} busyLabel={props.busyLabel}>
        {props.submitLabel}
      </SubmitButton>
    </form>
  );
}
