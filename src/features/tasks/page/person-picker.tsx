import { useState } from "react";
import { Combobox } from "../../../ui/form/combobox";
import { type FoundPerson, usePeopleSearch } from "../api";

/** Finds a colleague by name or address; stands in a Field. */
export function PersonPicker({
  value,
  onChange,
}: {
  value: FoundPerson | null;
  onChange: (person: FoundPerson | null) => void;
}) {
  const [text, setText] = useState("");
  const found = usePeopleSearch(text);
  const isTooShort = text.trim().length < 2;
  return (
    <Combobox
      items={(found ?? []).map(itemOf)}
      value={value === null ? null : itemOf(value)}
      onValueChange={(item) => onChange(found?.find(({ id }) => id === item?.value) ?? null)}
      onQuery={setText}
      isLoading={!isTooShort && found === undefined}
      emptyText={isTooShort ? "Type at least two letters" : "Nobody found"}
      placeholder="Name or email"
    />
  );
}

function itemOf({ id, name, email, area }: FoundPerson) {
  return { value: id as string, label: name, detail: [email, area].filter(Boolean).join(" · ") };
}
