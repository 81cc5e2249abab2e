import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import {
  GOES_BY_RULE,
  SUCCESSION_KINDS,
  SUCCESSION_WORDS,
  type SuccessionKind,
} from "../../../../convex/core/people/rules/succession";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";

/** Who takes a kind over instead of the successor. */
export type NamedSuccessors = Partial<Record<SuccessionKind, PickedPerson>>;

/** One successor by default; a different one per kind for whoever needs that. */
export function SuccessorsByKind(props: {
  named: NamedSuccessors;
  /** The successor of the rest, where one was chosen. */
  successor: PickedPerson | undefined;
  onChange: (named: NamedSuccessors) => void;
}) {
  const { named, successor, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = Object.keys(named).length;
  function name(kind: SuccessionKind, person: PickedPerson | undefined): void {
    const { [kind]: _before, ...others } = named;
    onChange(person ? { ...others, [kind]: person } : others);
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden className={cn("transition-transform", isOpen && "rotate-90")} />
          Different successors per kind
          {count === 0 ? null : <span className="text-muted">({count})</span>}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <div className="flex flex-col gap-3 border-l-2 border-line pl-3">
            {SUCCESSION_KINDS.map((kind) => (
              <PeopleField
                key={kind}
                id={`${id}-${kind}`}
                label={SUCCESSION_WORDS[kind].label}
                help={helpOf(kind, successor)}
                limit={1}
                people={named[kind] ? [named[kind]] : []}
                onChange={([person]) => name(kind, person)}
              />
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Where a kind goes while nobody is named for it. */
function helpOf(kind: SuccessionKind, successor: PickedPerson | undefined): string {
  const rule = GOES_BY_RULE[kind];
  return `If empty: ${rule ?? (successor ? successor.name : "the successor")}.`;
}
