import { plural } from "../../../../../convex/lib/pure/text";
import type { FoundPerson } from "../../../../components/pickers/api";
import { cn } from "../../../../ui/cn";
import { Textarea } from "../../../../ui/form/input";
import { VisuallyHidden } from "../../../../ui/text/visually-hidden";
import { type MentionedText, useMentions } from "./use-mentions";

/** What a text with mentions needs from its composer. */
export interface MentionFieldProps extends MentionedText {
  label: string;
  placeholder: string;
  maxLength: number;
}

/** A text in which "@" and a name offers people; arrows choose, Enter or Tab takes, Esc closes. */
export function MentionField(props: MentionFieldProps) {
  const { text, label, placeholder, maxLength, input } = props;
  const { listId, offered, active, take, press, type, moveCaret } = useMentions(props);

  return (
    <div className="relative">
      <Textarea
        ref={input}
        rows={3}
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        onChange={(event) => type(event.target.value, event.target.selectionStart)}
        onSelect={(event) => moveCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
      />
      {offered.length > 0 ? <Offered id={listId} people={offered} active={active} onTake={take} /> : null}
      <VisuallyHidden role="status">
        {offered.length > 0 ? `${plural(offered.length, "person", "people")} found` : ""}
      </VisuallyHidden>
    </div>
  );
}

function Offered(props: {
  id: string;
  people: readonly FoundPerson[];
  active: FoundPerson | undefined;
  onTake: (person: FoundPerson) => void;
}) {
  const { id, people, active, onTake } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People"
      className="absolute inset-x-0 top-full z-30 mt-1 max-w-sm rounded-lg border border-line bg-raised p-1 shadow-float"
    >
      {people.map((person) => (
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === active}
          className={cn(
            "flex cursor-pointer flex-col rounded-md px-2 py-1 pointer-coarse:py-2",
            person === active ? "bg-hover" : "hover:bg-hover",
          )}
          onPointerDown={(event) => {
            // The text keeps the focus.
            event.preventDefault();
            onTake(person);
          }}
        >
          <span className="text-ink">{person.name}</span>
          <span className="text-xs text-muted">{person.area ?? person.email}</span>
        </div>
      ))}
    </div>
  );
}
