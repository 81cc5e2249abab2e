/** Who takes one data domain over alone: chosen beside the domain, on the rehearsal and on the removal. */

import { X } from "lucide-react";
import { useState } from "react";
import type { PickedPerson } from "../../components/pickers/people-field";
import { PersonPicker } from "../../components/pickers/person-picker";
import { Button } from "../../ui/button";

/** One domain's successor: a button until one is wanted, then whom to choose, and who was chosen with the way back. */
export function DomainSuccessor(props: {
  /** The domain. */
  name: string;
  successor: PickedPerson | undefined;
  onChange: (successor: PickedPerson | undefined) => void;
}) {
  const { name, successor, onChange } = props;
  const [isChoosing, setChoosing] = useState(false);
  if (successor)
    return (
      <span className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-hover pl-2 text-sm text-ink">
        <span className="min-w-0 wrap-anywhere">{successor.name}</span>
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={`Remove ${successor.name} from ${name}`}
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden />
        </Button>
      </span>
    );
  if (!isChoosing)
    return (
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Choose another successor for ${name}`}
        onClick={() => setChoosing(true)}
      >
        Choose another successor
      </Button>
    );
  return (
    <span className="w-full sm:w-72">
      <PersonPicker
        label={`Successor for ${name}`}
        value={null}
        onChange={(person) => {
          setChoosing(false);
          if (person) onChange(person);
        }}
      />
    </span>
  );
}
