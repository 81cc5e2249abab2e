import { useState } from "react";
import { Combobox } from "../../ui/form/combobox";
import { type FoundPerson, usePeopleSearch } from "./api";
import { type Named, personItem } from "./person-item";

/**
 * One person, found by name or address on the server; stands in a Field or has a label of its own. `others` are
 * offered beside people, `except` are not offered.
 */
export function PersonPicker<Other extends Named = never>({
  label,
  value,
  others = [],
  except = [],
  disabled,
  onChange,
}: {
  label?: string;
  value: Named | null;
  others?: readonly Other[];
  except?: readonly string[];
  disabled?: boolean;
  onChange: (chosen: FoundPerson | NoInfer<Other> | null) => void;
}) {
  const [text, setText] = useState("");
  const found = usePeopleSearch(text);
  const words = text.trim().toLowerCase();
  const offered: readonly (FoundPerson | Other)[] = [
    ...others.filter(({ name }) => name.toLowerCase().includes(words)),
    ...(found ?? []),
  ];
  return (
    <Combobox
      aria-label={label}
      items={offered.filter(({ id }) => !except.includes(id)).map(personItem)}
      value={value && personItem(value)}
      onValueChange={(item) => onChange(offered.find(({ id }) => id === item?.value) ?? null)}
      onQuery={setText}
      isLoading={found === undefined}
      disabled={disabled}
      emptyText="Nobody found"
      placeholder="Name or email"
    />
  );
}
