import { useState } from "react";
import { type Still, stillRows } from "./frozen";

interface Row {
  readonly id: string;
}

/** Rows as they lie on the screen. */
interface StillRows<R extends Row> extends Still<R> {
  /** When they were all shown last. */
  readonly at: number;
  /** Takes over what waits, in the order of the list. */
  readonly showAll: () => void;
}

/** Rows as they lie there, beside the answer they were laid out for. */
export interface KeptRows<R extends Row> {
  readonly live: readonly R[];
  readonly still: Still<R>;
}

/** What lies there once an answer is there; while rows are read anew those that were shown stay. */
export function nextRows<R extends Row>(kept: KeptRows<R> | null, live: readonly R[] | undefined): KeptRows<R> | null {
  if (live === undefined || kept?.live === live) return kept;
  return { live, still: stillRows(kept?.still.rows ?? [], live) };
}

/** All of them, in the order of the list. */
export function allRows<R extends Row>({ live }: Pick<KeptRows<R>, "live">): KeptRows<R> {
  return { live, still: stillRows([], live) };
}

/** Keeps live rows still (frozen.ts) that have no pages and grow downwards; null until they are there. */
export function useStillRows<R extends Row>(live: readonly R[] | undefined): StillRows<R> | null {
  const [at, setAt] = useState(() => Date.now());
  const [kept, setKept] = useState<KeptRows<R> | null>(null);
  const next = nextRows(kept, live);
  if (next !== kept) setKept(next);
  if (next === null) return null;
  return {
    ...next.still,
    at,
    showAll: () => {
      setKept(allRows(next));
      setAt(Date.now());
    },
  };
}
