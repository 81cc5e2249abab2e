import { useState } from "react";
import { Combobox } from "../../ui/form/combobox";
import type { ComboboxItem } from "../../ui/form/combobox-body";
import { type PersonId, useFoundPeople } from "./api";

/** Somebody found by name or address. */
export function PersonPicker(props: {
  label: string;
  value: { readonly id: string; readonly name: string } | null;
  onChange: (person: { id: PersonId; name: string } | null) => void;
}) {
  const [text, setText] = useState("");
  const found = useFoundPeople(text);
  const items = (found ?? []).map(({ id, name, email, area }): ComboboxItem => ({
    value: id,
    label: name,
    detail: [email, area].filter(Boolean).join(" · "),
  }));
  return (
    <Combobox
      aria-label={props.label}
      items={items}
      value={props.value && { value: props.value.id, label: props.value.name }}
      onQuery={setText}
      isLoading={found === undefined}
      emptyText="Nobody has this name"
      placeholder="Name or e-mail address"
      onValueChange={(item) => {
        const person = item && found?.find(({ id }) => id === item.value);
        props.onChange(person ? { id: person.id, name: person.name } : null);
      }}
    />
  );
}
