import { Link } from "@tanstack/react-router";
import { checkSignIn, normalizeEmail } from "../../../../contracts/sign-in";
import { PAGES } from "../../../../convex/site/pages";
import { useAuth } from "../../../shell/session";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { PasswordInput } from "../../../ui/form/password-input";
import { FailureAlert } from "./failure-alert";
import { SubmitButton } from "./submit-button";
import { useAuthForm } from "./use-auth-form";

/** E-mail and password of an existing account. */
export function SignInForm(props: {
  onSignedIn: () => void | Promise<void>;
  onUnverified: (email: string) => void | Promise<void>;
}) {
  const auth = useAuth();
  const { errors, failure, busy, formProps } = useAuthForm({
    fields: ["email", "password"],
    check: checkSignIn,
    send: ({ email, password }) => auth.signIn({ email: normalizeEmail(email), password }),
    done: ({ status }, { email }) =>
      status === "complete" ? props.onSignedIn() : props.onUnverified(normalizeEmail(email)),
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={failure} />
      <Field label="Email" error={errors.email} required>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <Field label="Password" error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <SubmitButton busy={busy} busyLabel="Signing in...">
        Sign in
      </SubmitButton>
      <p>
        <Link
          to={PAGES.forgotPassword.path}
          className="rounded-sm font-medium text-accent-text underline-offset-2 hover:underline"
        >
          Forgot password?
        </Link>
      </p>
    </form>
  );
}
