import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from "react";
import { cn } from "../../ui/cn";
import { Textarea } from "../../ui/input";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { type FoundPerson, usePeopleFound } from "./api";
import { mentionAt } from "./view";

const MOST_OFFERED = 6;

/** What a text with mentions needs from its composer. */
export interface MentionFieldProps {
  text: string;
  label: string;
  placeholder: string;
  onText: (text: string) => void;
  onMention: (person: FoundPerson) => void;
  onFiles: (files: Iterable<File>) => void;
  /** Ctrl+Enter, Cmd+Enter. */
  onSend: () => void;
  maxLength: number;
  input: RefObject<HTMLTextAreaElement | null>;
}

/** A text in which "@" and a name offers people; arrows choose, Enter or Tab takes, Esc closes. */
export function MentionField(props: MentionFieldProps) {
  const { text, label, placeholder, onText, onMention, onFiles, onSend, maxLength, input } = props;
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const typed = mentionAt(text, caret);
  const isAsking = typed !== null && typed.start !== closedAt;
  const found = usePeopleFound(isAsking ? typed.query : null);
  const offered = isAsking ? (found ?? []).slice(0, MOST_OFFERED) : [];
  const active = offered[Math.min(chosen, offered.length - 1)];
  const nextCaret = useRef<number | null>(null);

  function take(person: FoundPerson): void {
    if (typed === null) return;
    const inserted = `@${person.name} `;
    onText(text.slice(0, typed.start) + inserted + text.slice(caret));
    onMention(person);
    nextCaret.current = typed.start + inserted.length;
    setChosen(0);
    input.current?.focus();
    requestAnimationFrame(() => {
      const at = nextCaret.current;
      if (at === null) return;
      input.current?.setSelectionRange(at, at);
      setCaret(at);
    });
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (offered.length === 0 || !active) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => setChosen((at) => (Math.min(at, offered.length - 1) + 1) % offered.length),
      ArrowUp: () => setChosen((at) => (Math.min(at, offered.length - 1) + offered.length - 1) % offered.length),
      Enter: () => take(active),
      Tab: () => take(active),
      Escape: () => setClosedAt(typed?.start ?? null),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  function paste(event: ClipboardEvent): void {
    const { files } = event.clipboardData;
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

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
        onChange={(event) => {
          onText(event.target.value);
          setCaret(event.target.selectionStart);
          setChosen(0);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
        onPaste={paste}
      />
      {offered.length > 0 ? (
        <ul id={listId} role="listbox" aria-label="People" className="absolute inset-x-0 top-full z-30 mt-1 max-w-sm rounded-lg border border-line bg-raised p-1 shadow-float">
          {offered.map((person) => (
            <li
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={person === active}
              className={cn("flex cursor-pointer flex-col rounded-md px-2 py-1 pointer-coarse:py-2", person === active ? "bg-hover" : "hover:bg-hover")}
              onPointerDown={(event) => {
                event.preventDefault();
                take(person);
              }}
            >
              <span className="text-ink">{person.name}</span>
              <span className="text-xs text-muted">{person.area ?? person.email}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <VisuallyHidden role="status">{offered.length > 0 ? `${offered.length} people found` : ""}</VisuallyHidden>
    </div>
  );
}
