import { Combobox } from "@base-ui/react/combobox";
import { useState } from "react";
import { cn } from "../../ui/cn";
import { useFieldControl } from "../../ui/field";
import { controlClasses } from "../../ui/input";
import { optionClasses, popupClasses } from "../../ui/popup-classes";
import { type FoundPerson, usePeopleSearch } from "./api";

/** Finds a colleague by name or address; stands in a Field. */
export function PersonPicker({ value, onChange }: { value: FoundPerson | null; onChange: (person: FoundPerson | null) => void }) {
  const [text, setText] = useState("");
  const found = usePeopleSearch(text);
  const isTooShort = text.trim().length < 2;
  return (
    <Combobox.Root
      items={[...(found ?? [])]}
      filter={null}
      value={value}
      onValueChange={(next) => onChange(next)}
      inputValue={text}
      onInputValueChange={(next) => setText(next)}
      itemToStringLabel={(person: FoundPerson) => person.name}
      isItemEqualToValue={(a: FoundPerson, b: FoundPerson) => a.id === b.id}
    >
      <Combobox.Input {...useFieldControl()} placeholder="Name or email" autoComplete="off" className={cn(controlClasses, "h-8")} />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className={cn(popupClasses, "max-h-64 w-(--anchor-width) overflow-y-auto")}>
            <Combobox.Empty className="px-2.5 py-2 text-sm text-muted empty:hidden">
              {isTooShort ? "Type at least two letters" : found === undefined ? "Searching..." : "Nobody found"}
            </Combobox.Empty>
            <Combobox.List>
              {(person: FoundPerson) => (
                <Combobox.Item key={person.id} value={person} className={cn(optionClasses, "flex-col items-start gap-0")}>
                  <span className="text-ink">{person.name}</span>
                  <span className="text-xs text-muted">{[person.email, person.area].filter(Boolean).join(" · ")}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
