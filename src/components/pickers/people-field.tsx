import { X } from "lucide-react";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import type { FoundPerson } from "./api";
import { PersonPicker } from "./person-picker";

/** Somebody who was chosen. */
export type PickedPerson = Pick<FoundPerson, "id" | "name" | "email">;

/** Chooses one or several people by name or address. */
export function PeopleField(props: {
  label: string;
  help?: string;
  error?: string | null;
  id: string;
  people: readonly PickedPerson[];
  onChange: (people: readonly PickedPerson[]) => void;
  /** How many there may be. */
  limit: number;
  required?: boolean;
}) {
  const { label, help, error, id, people, onChange, limit, required } = props;
  const isFull = people.length >= limit;
  return (
    <Field label={label} help={help} error={error} id={id} required={required}>
      {people.length === 0 ? null : (
        <ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-1.5 pb-0.5">
          {people.map((person) => (
            <li
              key={person.id}
              className="flex max-w-full items-center gap-1 rounded-md border border-line bg-hover pl-2 text-sm text-ink"
            >
              <span className="min-w-0 truncate" onPointerEnter={titleWhenCut}>
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
        <PersonPicker
          key={people.length}
          value={null}
          except={people.map((person) => person.id)}
          disabled={isFull}
          onChange={(person) => {
            if (person) onChange([...people, person]);
          }}
        />
      )}
    </Field>
  );
}
