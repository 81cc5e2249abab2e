import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { tagProblem, tidyTag } from "../../../../convex/core/tickets/rules/tags";
import { Combobox } from "../../../ui/form/combobox";
import { useKnownTags } from "./api";

/** Chooses a tag tickets have, or a new one; `except` are not offered. Without `chosen` each choice empties the box. */
export function TagPicker(props: {
  except: readonly string[];
  chosen?: string | null;
  onChoose: (tag: string) => void;
}) {
  const { except, chosen, onChoose } = props;
  const known = useKnownTags();
  const [text, setText] = useState("");
  const [turn, setTurn] = useState(0);
  const wanted = tidyTag(text);
  const problem = wanted === "" ? null : tagProblem(wanted);
  const found = (known ?? []).filter((tag) => tag.includes(wanted) && !except.includes(tag));
  const isNew = wanted !== "" && problem === null && !known?.includes(wanted) && !except.includes(wanted);
  const box = useRef<HTMLDivElement>(null);
  // The box that comes after each choice is empty; the next tag can be typed at once.
  useEffect(() => {
    if (turn > 0) box.current?.querySelector("input")?.focus();
  }, [turn]);
  function choose(tag: string): void {
    setText("");
    if (chosen === undefined) setTurn(turn + 1);
    onChoose(tag);
  }
  /** Enter takes what is typed, where nothing in the list is pointed at; it sends no form that the tag is not part of yet. */
  function onKey(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || wanted === "") return;
    if (!(event.target instanceof HTMLInputElement) || event.target.getAttribute("aria-activedescendant")) return;
    event.preventDefault();
    event.stopPropagation();
    if (isNew || found.includes(wanted)) choose(wanted);
  }
  return (
    <div ref={box} onKeyDownCapture={onKey}>
      <Combobox
        key={turn}
        placeholder="Add a tag"
        items={[
          ...found.map((tag) => ({ value: tag, label: tag })),
          ...(isNew ? [{ value: wanted, label: wanted, detail: "New tag" }] : []),
        ]}
        value={chosen ? { value: chosen, label: chosen } : null}
        onQuery={setText}
        onValueChange={(item) => {
          if (item) choose(item.value);
        }}
        isLoading={known === undefined}
        emptyText={problem ?? (wanted === "" ? "No tags yet. Type a new one." : "The ticket has this tag")}
      />
    </div>
  );
}

/** Tags, each with the way to take it off. */
export function TagList(props: {
  label: string;
  tags: readonly string[];
  isBusy?: boolean;
  onRemove: (tag: string) => void;
}) {
  const { label, tags, isBusy = false, onRemove } = props;
  if (tags.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="inline-flex items-center rounded-full border border-line bg-hover pl-2 text-xs font-medium text-ink-soft"
        >
          <span className="wrap-anywhere">{tag}</span>
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Remove the tag ${tag}`}
            onClick={() => onRemove(tag)}
            className="flex size-6 items-center justify-center rounded-full text-muted hover:text-ink pointer-coarse:size-11 [&_svg]:size-3.5"
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
