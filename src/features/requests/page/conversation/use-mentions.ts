import { useId, useState, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { type FoundPerson, usePeopleSearch } from "../../../../components/pickers/api";
import { mentionAt } from "./mentions";

const MOST_OFFERED = 6;

/** What the offering of people needs to know about the text. */
export interface MentionedText {
  text: string;
  onText: (text: string) => void;
  onMention: (person: FoundPerson) => void;
  /** Ctrl+Enter, Cmd+Enter. */
  onSend: () => void;
  input: RefObject<HTMLTextAreaElement | null>;
}

/** The people offered for the name being typed after an "@", and what the keys do with them. */
export function useMentions({ text, onText, onMention, onSend, input }: MentionedText) {
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const typed = mentionAt(text, caret);
  const isAsking = typed !== null && typed.start !== closedAt;
  const found = usePeopleSearch(isAsking && typed.query !== "" ? typed.query : null);
  const offered = isAsking ? (found ?? []).slice(0, MOST_OFFERED) : [];
  const at = Math.min(chosen, offered.length - 1);
  const active = offered[at];

  function take(person: FoundPerson): void {
    if (typed === null) return;
    const inserted = `@${person.name} `;
    const next = typed.start + inserted.length;
    // The caret can only go there once the text is; a moment later it would be in the middle of what is typed next.
    flushSync(() => {
      onText(text.slice(0, typed.start) + inserted + text.slice(caret));
      onMention(person);
      setChosen(0);
      setCaret(next);
    });
    input.current?.focus();
    input.current?.setSelectionRange(next, next);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!active) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => setChosen((at + 1) % offered.length),
      ArrowUp: () => setChosen((at + offered.length - 1) % offered.length),
      Enter: () => take(active),
      Tab: () => take(active),
      Escape: () => setClosedAt(typed?.start ?? null),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  function type(next: string, place: number): void {
    onText(next);
    setCaret(place);
    setChosen(0);
  }
  return { listId, offered, active, take, press, type, moveCaret: setCaret };
}
