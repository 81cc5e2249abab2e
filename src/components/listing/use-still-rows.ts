import { useState } from "react";
import { type Still, stillRows } from "./frozen";

/** Rows as they lie on the screen. */
interface StillRows<Row extends { readonly id: string }> extends Still<Row> {
  /** When they were all shown last. */
  readonly at: number;
  /** Takes over what waits, in the order of the list. */
  readonly showAll: () => void;
}

/**
 * Keeps live rows still (frozen.ts) that have no pages and grow downwards; null until they are there. While they are read
 * anew those that were shown stay.
 */
export function useStillRows<Row extends { readonly id: string }>(
  live: readonly Row[] | undefined,
): StillRows<Row> | null {
  const [at, setAt] = useState(() => Date.now());
  const [kept, setKept] = useState<{ live: readonly Row[]; still: Still<Row> } | null>(null);
  let next = kept;
  if (live !== undefined && kept?.live !== live) {
    next = { live, still: stillRows(kept?.still.rows ?? [], live) };
    setKept(next);
  }
  if (next === null) return null;
  const { live: latest, still } = next;
  return {
    ...still,
    at,
    showAll: () => {
      setKept({ live: latest, still: stillRows([], latest) });
      setAt(Date.now());
    },
  };
}
