import { type FormEvent, useState } from "react";
import { whyNotName } from "../../../../contracts/sign-in";
import { explain } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary, type FormProblem } from "../../../ui/form/form-error-summary";
import { Input } from "../../../ui/form/input";
import { toast } from "../../../ui/toast/toast";
import { useSaveProfile } from "./api";

interface Names {
  firstName: string;
  lastName: string;
}

type NameErrors = Partial<Names>;

/** First and last name, saved with the person's record. */
export function NamesForm({ saved, disabledReason }: { saved: Names; disabledReason: string | null }) {
  const [names, setNames] = useState<Names>(saved);
  const [errors, setErrors] = useState<NameErrors>({});
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const saveProfile = useSaveProfile();
  const isUnchanged = names.firstName.trim() === saved.firstName && names.lastName.trim() === saved.lastName;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = checkNames(names);
    setErrors(found);
    setProblems(problemsOf(found));
    if (Object.keys(found).length > 0 || isBusy || disabledReason) return;
    setBusy(true);
    try {
      const trimmed = { firstName: names.firstName.trim(), lastName: names.lastName.trim() };
      await saveProfile(trimmed);
      setNames(trimmed);
      toast.success("Your names were saved");
    } catch (error) {
      toast.error("Your names were not saved", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }

  function change(field: keyof Names, value: string): void {
    setNames({ ...names, [field]: value });
    // A message that was shown goes as soon as its cause does; a new one waits for the next save.
    if (errors[field] && !whyNot(field, value)) setErrors({ ...errors, [field]: undefined });
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex max-w-96 flex-col gap-4">
      <FormErrorSummary problems={problems} submission={problems} />
      {(["firstName", "lastName"] as const).map((field) => (
        <Field key={field} id={`profile-${field}`} label={labels[field]} error={errors[field]} required>
          <Input
            name={field}
            autoComplete={field === "firstName" ? "given-name" : "family-name"}
            value={names[field]}
            onChange={(event) => change(field, event.target.value)}
          />
        </Field>
      ))}
      <div>
        <Button
          type="submit"
          busy={isBusy}
          busyLabel="Saving"
          disabledReason={disabledReason ?? (isUnchanged ? "Nothing has changed yet" : null)}
        >
          Save names
        </Button>
      </div>
    </form>
  );
}

const labels = { firstName: "First name", lastName: "Last name" } as const;

function whyNot(field: keyof Names, value: string): string | null {
  return whyNotName(value, labels[field]);
}

function checkNames(names: Names): NameErrors {
  const errors: NameErrors = {};
  for (const field of ["firstName", "lastName"] as const) {
    const message = whyNot(field, names[field]);
    if (message) errors[field] = message;
  }
  return errors;
}

function problemsOf(errors: NameErrors): FormProblem[] {
  return Object.entries(errors).map(([field, message]) => ({ fieldId: `profile-${field}`, message }));
}
