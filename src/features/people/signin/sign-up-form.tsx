import { checkSignUp, normalizeEmail } from "../../../../contracts/sign-in";
import { useAuth } from "../../../shell/session";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { PasswordInput } from "../../../ui/form/password-input";
import { FailureAlert } from "./failure-alert";
import { SubmitButton } from "./submit-button";
import { useAuthForm } from "./use-auth-form";

/** A new account; the address has to be verified before it can be used. */
export function SignUpForm(props: {
  onSignedIn: () => void | Promise<void>;
  onUnverified: (email: string) => void | Promise<void>;
}) {
  const auth = useAuth();
  const { errors, failure, busy, formProps } = useAuthForm({
    fields: ["firstName", "lastName", "email", "password"],
    check: checkSignUp,
    send: (values) => auth.signUp({ ...values, email: normalizeEmail(values.email) }),
    done: ({ status }, { email }) =>
      status === "complete" ? props.onSignedIn() : props.onUnverified(normalizeEmail(email)),
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName} required>
          <Input name="firstName" autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={errors.lastName} required>
          <Input name="lastName" autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" help="Your company address" error={errors.email} required>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <Field
        label="Password"
        help="At least 8 characters, with an uppercase letter, a lowercase letter and a number"
        error={errors.password}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <SubmitButton busy={busy} busyLabel="Creating account...">
        Create account
      </SubmitButton>
    </form>
  );
}
