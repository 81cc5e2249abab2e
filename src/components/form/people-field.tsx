import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Combobox } from "../../ui/form/combobox";
import { Field } from "../../ui/form/field";

/** Somebody as pickers show them. */
export interface PickedPerson<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly email: string;
}

/** Chooses one or several people by name or address. */
export function PeopleField<Id extends string>(props: {
  label: string;
  help?: string;
  error?: string | null;
  id: string;
  people: readonly PickedPerson<Id>[];
  onChange: (people: readonly PickedPerson<Id>[]) => void;
  /** How many there may be. */
  limit: number;
  /** Finds people by words: a hook of the feature's own door to the backend. */
  useSearch: (text: string) => readonly PickedPerson<Id>[] | undefined;
}) {
  const { label, help, error, id, people, onChange, limit, useSearch } = props;
  const [text, setText] = useState("");
  const found = useSearch(text);
  const isTooShort = text.trim().length < 2;
  const isFull = people.length >= limit;
  return (
    <Field label={label} help={help} error={error} id={id}>
      {people.length === 0 ? null : (
        <ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-1.5 pb-0.5">
          {people.map((person) => (
            <li
              key={person.id}
              className="flex max-w-full items-center gap-1 rounded-md border border-line bg-hover pl-2 text-sm text-ink"
            >
              <span className="min-w-0 truncate" title={person.email}>
                {person.name} <span className="text-muted">{person.email}</span>
              </span>
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={`Remove ${person.name}`}
                onClick={() => onChange(people.filter((one) => one.id !== person.id))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isFull && limit === 1 ? null : (
        <Combobox
          key={people.length}
          items={(found ?? [])
            .filter((one) => !people.some((person) => person.id === one.id))
            .map((one) => ({ value: one.id, label: one.name, detail: one.email }))}
          value={null}
          onValueChange={(item) => {
            const person = found?.find((one) => one.id === item?.value);
            if (person) onChange([...people, person]);
          }}
          onQuery={setText}
          isLoading={!isTooShort && found === undefined}
          disabled={isFull}
          emptyText={isTooShort ? "Type at least two letters" : "Nobody found"}
          placeholder="Name or email"
        />
      )}
    </Field>
  );
}
