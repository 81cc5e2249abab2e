import { useState } from "react";
import type { Named } from "../../../../components/pickers/person-item";
import { PersonPicker } from "../../../../components/pickers/person-picker";
import { type OwnServiceUser, useOwnServiceUsers } from "../api";

interface PickerProps {
  value: string;
  onChange: (value: string) => void;
  /** Who it is, once that is known. */
  known: Named | undefined;
}

/** Whom something is for: a person, or a service user that the viewer answers for. */
export function BeneficiaryPicker(props: PickerProps) {
  return <FormPersonPicker {...props} others={useOwnServiceUsers()?.map(serviceUser)} />;
}

function serviceUser({ id, name, isOwner }: OwnServiceUser): Named {
  return { id, name, note: isOwner ? "Service user, yours" : "Service user, you are its deputy" };
}

/** A person, of whom the form holds the id. */
export function FormPersonPicker({
  value,
  onChange,
  known,
  others = [],
}: PickerProps & { others?: readonly Named[] | undefined }) {
  const [chosen, setChosen] = useState<Named | null>(null);
  const shown = [chosen, ...others, known].find((one) => one?.id === value) ?? null;
  return (
    <PersonPicker
      others={others}
      value={value === "" ? null : shown}
      onChange={(next) => {
        setChosen(next);
        onChange(next?.id ?? "");
      }}
    />
  );
}
