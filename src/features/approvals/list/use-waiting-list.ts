import { useRef, useState } from "react";
import { whyOnItsPage } from "../../../../convex/core/catalog/rules/exposure";
import type { WaitingRow } from "../api";
import { usePeekKeys } from "../peek/use-peek-keys";
import type { Action } from "../seat-actions";
import type { TriageKey } from "./triage-keys";
import { useTriage } from "./use-triage";
import { nextAfter, whyNotTogether } from "./waiting-rows";

/** What is asked right now, above the list. */
export type ListDialog =
  | { row: WaitingRow; action: Action }
  | { row: WaitingRow; action: "snooze" }
  | { rows: readonly WaitingRow[]; verdict: "approve" | "reject" }
  | null;

/** Which row is looked into, and how: beside the list the panel follows the focus; on phones it lies above the list. */
export interface Peek {
  readonly approvalId: string;
  readonly isAbove: boolean;
}

/** Where the keyboard is in the list, what is selected, and what is asked about it. */
export function useWaitingList(shown: readonly WaitingRow[], { onOpen }: { onOpen: (address: string) => void }) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<ListDialog>(null);
  const [peek, setPeek] = useState<Peek | null>(null);
  const nextId = useRef<string | null>(null);

  function ask(next: ListDialog): void {
    if (next !== null) nextId.current = null;
    setDialog(next);
  }
  function goTo(id: string | null): void {
    if (id === null) return;
    focused(id);
    linkOf(id)?.focus();
  }
  function focused(approvalId: string): void {
    setCurrentId(approvalId);
    if (peek && !peek.isAbove) setPeek({ approvalId, isAbove: false });
  }
  function select(row: WaitingRow, isSelected: boolean): void {
    setSelected((before) => {
      const copy = new Set(before);
      if (isSelected) copy.add(row.approvalId);
      else copy.delete(row.approvalId);
      return copy;
    });
  }
  /** What a key, a button of the row, and one of its preview do: the same. */
  function actOn(row: WaitingRow, key: Exclude<TriageKey, "next" | "previous">): void {
    if (key === "open") return onOpen(row.address);
    if (key === "snooze") return ask({ row, action: "snooze" });
    if (key === "select") return whyNotTogether(row) === null ? select(row, !selected.has(row.approvalId)) : undefined;
    if (whyOnItsPage(row) !== null || row.whyNotApprove !== null) return onOpen(row.address);
    ask({ row, action: key });
  }
  /** The button of the row that is looked into looks away again; the focus is in the list, where arrows and Space go on. */
  function lookBeside({ approvalId }: WaitingRow): void {
    const isOn = peek?.approvalId === approvalId;
    goTo(approvalId);
    setPeek(isOn ? null : { approvalId, isAbove: false });
  }
  useTriage((key) => {
    const index = shown.findIndex(({ approvalId }) => approvalId === currentId);
    const row = shown[index];
    if (key === "next") goTo(shown[Math.min(index + 1, shown.length - 1)]?.approvalId ?? null);
    else if (key === "previous") goTo(shown[Math.max(index - 1, 0)]?.approvalId ?? null);
    else if (row) actOn(row, key);
    else goTo(shown[0]?.approvalId ?? null);
  });
  usePeekKeys(peek !== null && !peek.isAbove, {
    toggle: () => setPeek(peek ? null : currentId === null ? null : { approvalId: currentId, isAbove: false }),
    close: () => setPeek(null),
    move: (by) => goTo(shown[shown.findIndex(({ approvalId }) => approvalId === currentId) + by]?.approvalId ?? null),
  });
  return {
    currentId,
    selected,
    dialog,
    ask,
    actOn,
    select,
    clear: () => setSelected(new Set()),
    focused: (row: WaitingRow) => focused(row.approvalId),
    peek: peek && (shown.find(({ approvalId }) => approvalId === peek.approvalId) ?? null),
    isPeekAbove: peek?.isAbove ?? false,
    lookInto: (row: WaitingRow) => setPeek({ approvalId: row.approvalId, isAbove: true }),
    lookBeside,
    closePeek: () => setPeek(null),
    /** Rows are gone: the next one takes the focus as soon as the dialog that asked about them closes. */
    goOnAfter: (...goneIds: readonly string[]) => {
      const next = nextAfter(shown, goneIds);
      nextId.current = next;
      if (next === null) setCurrentId(null);
      else focused(next);
    },
    /** For `finalFocus` of a dialog. */
    afterDialog: () => focusAfterDialog(shown, nextId.current),
  };
}

/** The row to go on with, without rows the page's heading, or null for what opened the dialog. */
function focusAfterDialog(shown: readonly WaitingRow[], nextId: string | null): HTMLElement | null {
  if (shown.length === 0) return document.querySelector<HTMLElement>("[data-page-heading]");
  return nextId === null ? null : linkOf(nextId);
}

function linkOf(approvalId: string): HTMLElement | null {
  return document.querySelector(`[data-approval="${approvalId}"]`);
}
