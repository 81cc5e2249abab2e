import { useEffect, useState, useSyncExternalStore } from "react";
import { checkNewPassword } from "../../../../contracts/sign-in";
import { type AuthFailed, useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { PasswordInput } from "../../../ui/form/password-input";
import { FailureAlert } from "./failure-alert";
import { firstLoginEmail, forgetFirstLogin, rememberFirstLogin } from "./first-login";
import { SubmitButton } from "./submit-button";
import { useAuthForm } from "./use-auth-form";

const neverChanges = () => () => undefined;

/** Replaces the password somebody else chose. Leaving without doing so signs out. */
export function FirstPasswordForm(props: { email: string }) {
  const auth = useAuth();
  const [isLeaving, setIsLeaving] = useState(false);
  const [stays, setStays] = useState<AuthFailed | null>(null);
  // After a reload the address is known from the storage before the person's record has loaded.
  const remembered = useSyncExternalStore(
    neverChanges,
    () => firstLoginEmail(),
    () => null,
  );
  const email = props.email === "" ? (remembered ?? "") : props.email;
  useEffect(() => rememberFirstLogin(email), [email]);
  const { errors, failure, busy, formProps } = useAuthForm({
    fields: ["newPassword", "confirmation"],
    check: checkNewPassword,
    send: ({ newPassword }) => auth.setFirstPassword({ newPassword }),
    done: () => forgetFirstLogin(),
  });

  async function cancel(): Promise<void> {
    setIsLeaving(true);
    const result = await auth.signOut();
    if (result.ok) forgetFirstLogin();
    setStays(result.ok ? null : result);
    setIsLeaving(false);
  }

  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FailureAlert failure={stays ?? failure} />
      {/* Lets a password manager know whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        help="At least 8 characters, with an uppercase letter, a lowercase letter and a number"
        error={errors.newPassword}
        required
      >
        <PasswordInput name="newPassword" autoComplete="new-password" />
      </Field>
      <Field label="New password again" error={errors.confirmation} required>
        <PasswordInput name="confirmation" autoComplete="new-password" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={busy} busyLabel="Changing...">
          Change password
        </SubmitButton>
        <Button variant="ghost" size="lg" busy={isLeaving} onClick={() => void cancel()}>
          Cancel and sign out
        </Button>
      </div>
    </form>
  );
}
