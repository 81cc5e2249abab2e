import { type FormEvent, useState } from "react";
import { normalizeEmail, whyNotEmail } from "../../../../contracts/sign-in";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary } from "../../../ui/form/form-error-summary";
import { Input } from "../../../ui/form/input";
import { PasswordInput } from "../../../ui/form/password-input";
import { Alert } from "../../../ui/page/alert";

type Errors = Readonly<Record<string, string>>;

/** Asks for another address: a link is mailed to it, and the old one stays until the link is used. */
export function EmailForm({ disabledReason }: { disabledReason: string | null }) {
  const auth = useAuth();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || disabledReason !== null) return;
    const found = check(email, password);
    setErrors(found);
    setFailure(null);
    setSentTo(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const result = await auth.requestEmailChange({ email: normalizeEmail(email), password });
    setBusy(false);
    if (result.ok) {
      setSentTo(normalizeEmail(email));
      setEmail("");
      setPassword("");
    } else if (result.fields) setErrors(result.fields);
    else setFailure(result.message);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex max-w-96 flex-col gap-4">
      <FormErrorSummary
        problems={Object.entries(errors).map(([name, message]) => ({ fieldId: `profile-new-${name}`, message }))}
        submission={errors}
      />
      {failure === null ? null : <Alert meaning="danger">{failure}</Alert>}
      {sentTo === null ? null : (
        <Alert meaning="success" title={`A link is on its way to ${sentTo}`}>
          Open it within one hour. Until then your address stays as it is.
        </Alert>
      )}
      <Field id="profile-new-email" label="New email address" error={errors["email"]} required>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field id="profile-new-password" label="Your password" error={errors["password"]} required>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="outline" busy={isBusy} busyLabel="Sending..." disabledReason={disabledReason}>
          Send link
        </Button>
      </div>
    </form>
  );
}

function check(email: string, password: string): Errors {
  const problem = whyNotEmail(email);
  return {
    ...(problem !== null && { email: problem }),
    ...(password === "" && { password: "Password is required" }),
  };
}
