import { useState } from "react";

/** Which rows of a list are chosen. */
export interface Selection {
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  /** Chooses or lets go of one row; with `isRange` also everything between it and the row touched before. */
  readonly toggle: (id: string, isRange?: boolean) => void;
  /** All rows of this page, or none of them when all were chosen. */
  readonly togglePage: () => void;
  readonly set: (ids: readonly string[]) => void;
  readonly clear: () => void;
  /** How much of this page is chosen. */
  readonly ofPage: "none" | "some" | "all";
}

/**
 * The chosen rows of a page. They are kept while rows change around them, and forgotten when `key` (the
 * list and its filter) becomes another.
 */
export function useSelection(pageIds: readonly string[], key: string): Selection {
  const [kept, setKept] = useState<{ key: string; ids: readonly string[]; touched: string | null }>({
    key,
    ids: [],
    touched: null,
  });
  const { ids, touched } = kept.key === key ? kept : { ids: [], touched: null };
  const chosen = new Set(ids);
  const chosenHere = pageIds.filter((id) => chosen.has(id)).length;
  const ofPage = chosenHere === 0 ? "none" : chosenHere === pageIds.length ? "all" : "some";
  const keep = (next: readonly string[], nextTouched: string | null): void =>
    setKept({ key, ids: next, touched: nextTouched });
  return {
    ids,
    ofPage,
    has: (id) => chosen.has(id),
    toggle: (id, isRange = false) => keep(toggled({ pageIds, ids, touched }, id, isRange), id),
    togglePage: () =>
      keep(ofPage === "all" ? ids.filter((id) => !pageIds.includes(id)) : [...new Set([...ids, ...pageIds])], null),
    set: (next) => keep(next, null),
    clear: () => keep([], null),
  };
}

/** The chosen ids after one row was touched. */
export function toggled(
  {
    pageIds,
    ids,
    touched,
  }: { readonly pageIds: readonly string[]; readonly ids: readonly string[]; readonly touched: string | null },
  id: string,
  isRange: boolean,
): string[] {
  const isOn = !ids.includes(id);
  const from = isRange && touched !== null ? pageIds.indexOf(touched) : -1;
  const to = pageIds.indexOf(id);
  const touchedNow = from === -1 || to === -1 ? [id] : pageIds.slice(Math.min(from, to), Math.max(from, to) + 1);
  return isOn ? [...new Set([...ids, ...touchedNow])] : ids.filter((one) => !touchedNow.includes(one));
}
