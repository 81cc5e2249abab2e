/** The keys of a list: j and k go from row to row, x chooses the row, Enter opens it because its link has the focus. */

import { type RefObject, useContext, useEffect } from "react";
import { plainLetters, SingleLetters } from "../use-letters";

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
    const isPlain = plainLetters(areLettersOn);
    function press(event: KeyboardEvent): void {
      if (!isPlain(event) || list.current === null) return;
      const all = [...list.current.querySelectorAll(rows)];
      if (act(event.key, all) || pressIn(all, letters[event.key])) event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [list, rows, letters, areLettersOn]);
}

/** Whether the key meant something here. */
function act(key: string, rows: readonly Element[]): boolean {
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  switch (key) {
    case "j":
      return focusRow(rows[here < 0 ? firstInView(rows) : Math.min(here + 1, rows.length - 1)]);
    case "k":
      return focusRow(rows[here < 0 ? firstInView(rows) : Math.max(here - 1, 0)]);
    case "x":
      return chooseRow(rows[here]);
    default:
      return false;
  }
}

/** Where somebody begins who is in none: at what they see, of the page or of what scrolls in it. */
function firstInView(rows: readonly Element[]): number {
  const scroller = rows[0]?.closest("[role='region']");
  const top = Math.max(scroller?.getBoundingClientRect().top ?? 0, 0);
  return Math.max(
    rows.findIndex((row) => row.getBoundingClientRect().top >= top),
    0,
  );
}

function focusRow(row: Element | undefined): boolean {
  const link = row && rowLinkOf(row);
  link?.focus();
  // Whole, and not below what stays at the top of the page.
  row?.scrollIntoView({ block: "nearest" });
  return link !== undefined && link !== null;
}

function chooseRow(row: Element | undefined): boolean {
  const box = row?.querySelector<HTMLElement>("[type='checkbox'], [role='checkbox']");
  box?.click();
  return box !== undefined && box !== null;
}

function pressIn(rows: readonly Element[], selector: string | undefined): boolean {
  const row = rows.find((one) => one.contains(document.activeElement));
  const button = selector === undefined ? null : (row?.querySelector<HTMLElement>(selector) ?? null);
  button?.click();
  return button !== null;
}
