import { type RefObject, useEffect, useRef } from "react";

/** `g` waits this long for its second letter (the frame's shortcuts): until then letters are not ours. */
const SEQUENCE_MS = 1_200;

/** What a single letter does to the row that has the focus. */
export type RowKeys = Readonly<Record<string, (subjectId: string) => void>>;

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isTyping =
    target.isContentEditable ||
    target.closest("input:not([type=checkbox]), textarea, select, [role=combobox], [role=textbox], [role=menu]") !==
      null;
  return isTyping || document.querySelector("[role=dialog][data-open], [role=menu][data-open]") !== null;
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-notice-row]")];
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>("[data-row-link]")?.focus();
}

/** Gives the focus to the row after this one, or before it at the end: for a row that is about to leave. */
export function focusNeighbour(list: HTMLElement | null, subjectId: string): void {
  if (list === null) return;
  const rows = rowsOf(list);
  const index = rows.findIndex((row) => row.dataset.noticeRow === subjectId);
  if (!rows[index]?.contains(document.activeElement)) return;
  focusRow(rows[index + 1] ?? rows[index - 1]);
}

/**
 * Gives the focus to the row after this one, or to this one at the end, once a dialog above the list has given it back.
 */
export function focusNext(list: HTMLElement | null, subjectId: string): void {
  if (list === null) return;
  const rows = rowsOf(list);
  const index = rows.findIndex((row) => row.dataset.noticeRow === subjectId);
  requestAnimationFrame(() => requestAnimationFrame(() => focusRow(rows[index + 1] ?? rows[index])));
}

/** Gives the focus to the first row, once those that waited above it are there. */
export function focusFirst(list: HTMLElement | null): void {
  requestAnimationFrame(() => requestAnimationFrame(() => focusRow(list === null ? undefined : rowsOf(list)[0])));
}

/**
 * Gives the focus to the first of these rows, where they leave to the one after them, and without any to the page's
 * heading: once the bar that was pressed is gone.
 */
export function focusPast(list: HTMLElement | null, subjectIds: ReadonlySet<string>, areLeaving: boolean): void {
  if (list === null) return;
  const rows = rowsOf(list);
  const isOne = (row: HTMLElement): boolean => subjectIds.has(row.dataset.noticeRow ?? "");
  const first = rows.findIndex(isOne);
  const next = areLeaving ? (rows.slice(first).find((row) => !isOne(row)) ?? rows[first - 1]) : rows[first];
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      next ? focusRow(next) : document.querySelector<HTMLElement>("[data-page-heading]")?.focus(),
    ),
  );
}

/** j and k move between the rows of a list; other letters act on the row that has the focus. */
export function useListKeys(list: RefObject<HTMLElement | null>, keys: RowKeys, isOn: boolean): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    let sequenceAt = Number.NEGATIVE_INFINITY;
    function press(event: KeyboardEvent): void {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        list.current === null ||
        isElsewhere(event.target)
      )
        return;
      const isSequence = event.timeStamp - sequenceAt <= SEQUENCE_MS;
      sequenceAt = event.key === "g" && !isSequence ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (isSequence) return;
      const rows = rowsOf(list.current);
      const index = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === "j" || event.key === "k") {
        event.preventDefault();
        return focusRow(rows[event.key === "j" ? Math.min(index + 1, rows.length - 1) : Math.max(index - 1, 0)]);
      }
      const subjectId = rows[index]?.dataset.noticeRow;
      const act = latest.current[event.key];
      if (subjectId === undefined || act === undefined) return;
      event.preventDefault();
      act(subjectId);
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [list, isOn]);
}
