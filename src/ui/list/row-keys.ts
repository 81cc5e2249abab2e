/** The keys of a list: j and k go from row to row, x chooses the row, Enter opens it because its link has the focus. */

import { createContext, type RefObject, useContext, useEffect } from "react";

/** Whether single letters act as shortcuts right now: whoever speaks their input switches them off. */
export const SingleLetters = createContext<() => boolean>(() => true);

/** `g` waits this long for its second letter, which belongs to the page's own shortcuts. */
const SEQUENCE_MS = 1_200;

const TYPING = "input:not([type='checkbox']), textarea, select, [role='combobox'], [role='textbox'], [role='listbox']";
const OVERLAYS = "[role='dialog'][data-open], [role='menu'][data-open], [role='alertdialog'][data-open]";

/** What opens a row: the link to its own page. */
export function rowLinkOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>("[data-row-link]") ?? row.querySelector<HTMLElement>("a[href]");
}

const NO_LETTERS: Readonly<Record<string, string>> = {};

/** Listens while the list is on the page. `letters` name what a letter presses in the row that has the focus. */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  { rows = "tbody > tr", letters = NO_LETTERS }: { readonly rows?: string; readonly letters?: typeof NO_LETTERS } = {},
): void {
  const areLettersOn = useContext(SingleLetters);
  useEffect(() => {
    let sequenceAt = Number.NEGATIVE_INFINITY;
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isElsewhere(event) || !areLettersOn()) return;
      const isSequence = event.timeStamp - sequenceAt <= SEQUENCE_MS;
      sequenceAt = event.key === "g" && !isSequence ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (isSequence || list.current === null) return;
      const all = [...list.current.querySelectorAll(rows)];
      if (act(event.key, all) || pressIn(all, letters[event.key])) event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [list, rows, letters, areLettersOn]);
}

function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector(OVERLAYS) !== null) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPING) !== null);
}

/** Whether the key meant something here. */
function act(key: string, rows: readonly Element[]): boolean {
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  switch (key) {
    case "j":
      return focusRow(rows[Math.min(here + 1, rows.length - 1)]);
    case "k":
      return focusRow(rows[Math.max(here - 1, 0)]);
    case "x":
      return chooseRow(rows[here]);
    default:
      return false;
  }
}

function focusRow(row: Element | undefined): boolean {
  const link = row && rowLinkOf(row);
  link?.focus();
  return link !== undefined && link !== null;
}

function chooseRow(row: Element | undefined): boolean {
  const box = row?.querySelector<HTMLElement>("[role='checkbox']");
  box?.click();
  return box !== undefined && box !== null;
}

function pressIn(rows: readonly Element[], selector: string | undefined): boolean {
  const row = rows.find((one) => one.contains(document.activeElement));
  const button = selector === undefined ? null : (row?.querySelector<HTMLElement>(selector) ?? null);
  button?.click();
  return button !== null;
}
