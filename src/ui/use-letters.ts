import { createContext, useContext, useEffect, useRef } from "react";

/** Whether single letters act as shortcuts right now: whoever speaks their input switches them off. */
export const SingleLetters = createContext<() => boolean>(() => true);

/** `g` waits this long for its second letter, which belongs to the page's own shortcuts. */
const SEQUENCE_MS = 1_200;

const TYPING = "input:not([type='checkbox']), textarea, select, [role='combobox'], [role='textbox'], [role='listbox']";
const OVERLAYS = "[role='dialog'][data-open], [role='menu'][data-open], [role='alertdialog'][data-open]";

/**
 * Plain letters over a page, off while somebody types, while something lies open over the page, and when single letters
 * are switched off. `meant` says what a letter does here.
 */
export function useLetters(meant: (letter: string) => (() => void) | null): void {
  const areLettersOn = useContext(SingleLetters);
  const latest = useRef({ areLettersOn, meant });
  useEffect(() => {
    latest.current = { areLettersOn, meant };
  });
  useEffect(() => {
    const isPlain = plainLetters(() => latest.current.areLettersOn());
    function press(event: KeyboardEvent): void {
      if (!isPlain(event)) return;
      const act = latest.current.meant(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Tells the keys that are a page's own from those that are typed, meant for what lies over it, or the second after `g`. */
export function plainLetters(areLettersOn: () => boolean): (event: KeyboardEvent) => boolean {
  let sequenceAt = Number.NEGATIVE_INFINITY;
  return (event) => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event) || !areLettersOn()) return false;
    const isSequence = event.timeStamp - sequenceAt <= SEQUENCE_MS;
    sequenceAt = event.key === "g" && !isSequence ? event.timeStamp : Number.NEGATIVE_INFINITY;
    return !isSequence;
  };
}

function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector(OVERLAYS) !== null) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPING) !== null);
}
