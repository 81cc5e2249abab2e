import { useDeferredValue, useState } from "react";
import { Input } from "../../ui/form/input";
import { type FoundPerson, usePeopleSearch } from "./api";
import { type Named, personItem } from "./person-item";

/** A person for a filter or a short dialog: found below the words, chosen with one press. */
export function PersonSearch<Other extends Named = never>(props: {
  label: string;
  /** Offered before anything is typed. */
  others?: readonly Other[];
  onChoose: (chosen: FoundPerson | NoInfer<Other>) => void;
  /** Said beside a name: how much somebody has to do. */
  noteOf?: (chosen: FoundPerson | NoInfer<Other>) => string;
}) {
  const { label, others = [], onChoose, noteOf } = props;
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed).trim();
  const found = usePeopleSearch(text === "" ? null : text);
  const offered: readonly (FoundPerson | Other)[] = text === "" ? others : (found ?? []);
  return (
    <div className="flex flex-col gap-1">
      <Input
        aria-label={label}
        placeholder="Name or email"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label={`${label}: found`} aria-live="polite" className="flex max-h-56 flex-col overflow-y-auto">
        {offered.map((one) => (
          <li key={one.id}>
            <Choice named={one} note={noteOf?.(one)} onChoose={() => onChoose(one)} />
          </li>
        ))}
        {text !== "" && found?.length === 0 ? <li className="px-2 py-1 text-sm text-muted">Nobody found</li> : null}
      </ul>
    </div>
  );
}

function Choice({ named, note, onChoose }: { named: Named; note: string | undefined; onChoose: () => void }) {
  const { label, detail } = personItem(named);
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-8 w-full items-baseline justify-between gap-2 rounded-md px-2 py-1 text-left hover:bg-hover pointer-coarse:min-h-11"
    >
      <span className="min-w-0">
        <span className="block truncate">{label}</span>
        {detail === undefined ? null : <span className="block truncate text-xs text-muted">{detail}</span>}
      </span>
      {note === undefined ? null : <span className="shrink-0 text-xs text-muted">{note}</span>}
    </button>
  );
}
