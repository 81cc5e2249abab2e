import { type RefObject, useLayoutEffect, useState } from "react";

interface Place {
  readonly at: number;
  /** The `data-grip` of what has the focus in the row. */
  readonly grip: string;
}

/**
 * Keeps the focus in a list whose rows change places and leave: a row that does is taken out of the document, and loses
 * it. The row at a place has it once the list is drawn anew, past its end the last row, and without rows the list.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): (place: Place) => void {
  const [wanted, setWanted] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (wanted === null || list.current === null) return;
    const rows = list.current.children;
    const row = rows[Math.min(wanted.at, rows.length - 1)];
    (row?.querySelector<HTMLElement>(`[data-grip="${wanted.grip}"]`) ?? list.current).focus();
  }, [list, wanted]);
  return setWanted;
}
