import { useDeferredValue, useState } from "react";
import { Input } from "../../ui/form/input";
import { type FoundPerson, type PersonId, useFoundPeople } from "./api";

/** Finds a person by words of their name or address, and gives them back. */
export function PersonSearch(props: {
  label: string;
  onChoose: (person: { readonly id: PersonId; readonly name: string }) => void;
  /** Offers the viewer without any typing. */
  me?: { readonly id: PersonId; readonly name: string };
  /** Said behind a name: how much somebody has to do. */
  noteOf?: (id: PersonId) => string | null;
}) {
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed);
  const found = useFoundPeople(text);
  const isAsked = text.trim() !== "";
  return (
    <div className="flex flex-col gap-1">
      <Input
        aria-label={props.label}
        placeholder="Name or address"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label={`${props.label}: found`} className="flex max-h-56 flex-col overflow-y-auto">
        {!isAsked && props.me ? (
          <Person
            person={{ ...props.me, name: `Me (${props.me.name})` }}
            note={props.noteOf?.(props.me.id)}
            onChoose={() => props.me && props.onChoose(props.me)}
          />
        ) : null}
        {isAsked
          ? (found ?? []).map((person) => (
              <Person
                key={person.id}
                person={person}
                note={props.noteOf?.(person.id) ?? person.area}
                onChoose={() => props.onChoose(person)}
              />
            ))
          : null}
        {isAsked && found?.length === 0 ? (
          <li className="px-2 py-1 text-sm text-muted">Nobody is called that</li>
        ) : null}
      </ul>
    </div>
  );
}

function Person(props: {
  person: Pick<FoundPerson, "id" | "name">;
  note: string | null | undefined;
  onChoose: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        onClick={props.onChoose}
        className="flex min-h-8 w-full items-baseline justify-between gap-2 rounded-md px-2 py-1 text-left hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="truncate">{props.person.name}</span>
        {props.note ? <span className="shrink-0 text-xs text-muted">{props.note}</span> : null}
      </button>
    </li>
  );
}
