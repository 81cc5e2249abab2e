import { useState } from "react";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { Input } from "../../../ui/input";
import { PasswordInput } from "../../../ui/password-input";
import { FailureAlert } from "./failure-alert";
import { checkSignUp, normalizeEmail, type SignUpForm as SignUpValues } from "./rules";
import { useAuthForm } from "./use-auth-form";

const EMPTY: SignUpValues = { firstName: "", lastName: "", email: "", password: "" };

/** A new account; the address has to be verified before it can be used. */
export function SignUpForm(props: { onSignedIn: () => void | Promise<void>; onUnverified: (email: string) => void | Promise<void> }) {
  const auth = useAuth();
  const [values, setValues] = useState(EMPTY);
  const email = normalizeEmail(values.email);
  const { errors, failure, busy, formProps } = useAuthForm({
    fields: ["firstName", "lastName", "email", "password"],
    check: () => checkSignUp(values),
    send: () => auth.signUp({ ...values, email }),
    done: ({ status }) => (status === "complete" ? props.onSignedIn() : props.onUnverified(email)),
  });
  const bind = (name: keyof SignUpValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues((before) => ({ ...before, [name]: event.target.value })),
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName} required>
          <Input {...bind("firstName")} autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={errors.lastName} required>
          <Input {...bind("lastName")} autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" help="Your company address" error={errors.email} required>
        <Input {...bind("email")} type="email" autoComplete="username" />
      </Field>
      <Field label="Password" help="At least 8 characters, with an uppercase letter, a lowercase letter and a number" error={errors.password} required>
        <PasswordInput {...bind("password")} autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" busy={busy} busyLabel="Creating account...">
        Create account
      </Button>
    </form>
  );
}
