import { type FormEvent, useState } from "react";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary, type FormProblem } from "../../../ui/form/form-error-summary";
import { PasswordInput } from "../../../ui/form/password-input";
import { Alert } from "../../../ui/page/alert";
import { toast } from "../../../ui/toast/toast";
import { checkPasswordChange, type PasswordChange, type PasswordErrors } from "./password-check";

const empty: PasswordChange = { currentPassword: "", newPassword: "", confirmation: "" };

const fields = [
  { name: "currentPassword", label: "Current password", help: undefined, autoComplete: "current-password" },
  {
    name: "newPassword",
    label: "New password",
    help: "At least 8 characters with an uppercase letter, a lowercase letter and a number",
    autoComplete: "new-password",
  },
  { name: "confirmation", label: "New password again", help: undefined, autoComplete: "new-password" },
] as const;

/** Changes the password; every other session is signed out with it. */
export function PasswordForm({
  email,
  disabledReason,
  onChanged,
}: {
  email: string;
  disabledReason: string | null;
  onChanged: () => void;
}) {
  const [form, setForm] = useState(empty);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const auth = useAuth();

  function show(found: PasswordErrors): boolean {
    setErrors(found);
    setProblems(Object.entries(found).map(([name, message]) => ({ fieldId: `profile-${name}`, message })));
    return Object.keys(found).length > 0;
  }

  async function change(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailure(null);
    if (isBusy || disabledReason !== null || show(checkPasswordChange(form))) return;
    setBusy(true);
    const result = await auth.changePassword({ currentPassword: form.currentPassword, newPassword: form.newPassword });
    setBusy(false);
    if (result.ok) {
      setForm(empty);
      toast.success("Your password was changed", { description: "Other devices were signed out." });
      onChanged();
    } else if (!show(result.fields ?? {})) {
      setFailure(result.message);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void change(event)} className="flex max-w-96 flex-col gap-4">
      <FormErrorSummary problems={problems} submission={problems} />
      {failure ? <Alert meaning="danger">{failure}</Alert> : null}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {fields.map(({ name, label, help, autoComplete }) => (
        <Field key={name} id={`profile-${name}`} label={label} help={help} error={errors[name]} required>
          <PasswordInput
            name={name}
            autoComplete={autoComplete}
            value={form[name]}
            onChange={(event) => setForm({ ...form, [name]: event.target.value })}
          />
        </Field>
      ))}
      <div>
        <Button type="submit" busy={isBusy} busyLabel="Changing" disabledReason={disabledReason}>
          Change password
        </Button>
      </div>
    </form>
  );
}
