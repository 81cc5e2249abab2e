import { useState } from "react";
import { Input } from "../../ui/form/input";
import { usePeopleSearch } from "./api";

const choiceClasses = "min-h-8 w-full rounded-md px-1.5 py-1 text-left hover:bg-hover pointer-coarse:min-h-11";

/** Chooses a person by name or address; `others` are offered before anything is typed. */
export function PersonPanel(props: {
  label: string;
  others?: readonly { readonly value: string; readonly label: string }[];
  onChoose: (value: string) => void;
}) {
  const [text, setText] = useState("");
  const found = usePeopleSearch(text);
  const hasText = text.trim() !== "";
  return (
    <div className="flex flex-col gap-1">
      <Input
        aria-label={props.label}
        placeholder="Name or email address"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="flex flex-col" aria-live="polite">
        {hasText
          ? found?.map(({ id, name, email }) => (
              <li key={id}>
                <button type="button" className={choiceClasses} onClick={() => props.onChoose(id)}>
                  <span className="block truncate">{name}</span>
                  <span className="block truncate text-xs text-muted">{email}</span>
                </button>
              </li>
            ))
          : props.others?.map(({ value, label }) => (
              <li key={value}>
                <button type="button" className={choiceClasses} onClick={() => props.onChoose(value)}>
                  {label}
                </button>
              </li>
            ))}
        {hasText && found?.length === 0 ? (
          <li className="px-1.5 py-1 text-sm text-muted">Nobody active by this name</li>
        ) : null}
      </ul>
    </div>
  );
}
