import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { stillRows, type Still } from "./frozen";
import { useFollowedHistory, wasGoneThrough } from "./history-steps";
import { markLeftAt, notePresses } from "./left-at";

/** A page as the backend answers it. */
export interface StillSource<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly isCut: boolean;
  readonly isWhole: boolean;
  /** Why the page of a number is not there, and the last one that can be opened by its number. */
  readonly missing: { readonly why: "end" | "far"; readonly last: number } | null;
}

/** A page as it lies on the screen. */
export interface StillPage<Row extends { readonly id: string }> extends Still<Row> {
  readonly page: StillSource<Row>;
  /** Another page is on its way; the one before is still shown. */
  readonly isBusy: boolean;
  /** It was left and is shown again, scrolled as it was. */
  readonly isBack: boolean;
  /** Takes over what waits. */
  readonly showAll: () => void;
}

interface Kept<Row extends { readonly id: string }> extends Still<Row> {
  readonly key: string;
  readonly page: StillSource<Row>;
}

/** A page as somebody left it: its rows, how far they were scrolled, and where the link led by which it was left. */
interface Left {
  readonly kept: unknown;
  readonly scrollTop: number;
  readonly href: string | null;
}

/** Pages somebody left: what Back shows at once. Forgotten with the browser's page. */
const left = new Map<string, Left>();
const MAX_LEFT = 30;

/** A page that was left under this key, where Back or Forward led to it again. */
function leftPage(key: string): Left | undefined {
  return wasGoneThrough() ? left.get(key) : undefined;
}

/**
 * Keeps a live page still (frozen.ts). `name` says the list, its filter and its place, `eyes` who sees it; a page that
 * Back or Forward leads to again is there at once as those eyes left it, scrolled as it was, at the row it was left at.
 */
export function useStillPage<Row extends { readonly id: string }>(
  eyes: string,
  name: string,
  live: StillSource<Row> | undefined,
  scroller: RefObject<HTMLElement | null>,
): StillPage<Row> | null {
  const key = `${eyes} ${name}`;
  useFollowedHistory();
  const [kept, setKept] = useState<Kept<Row> | null>(() => (leftPage(key)?.kept as Kept<Row> | undefined) ?? null);
  const [isBack] = useState(kept !== null);
  const next = nextKept(kept, key, live);
  if (next !== kept) setKept(next);
  useLeftPage(key, next, scroller);
  if (next === null) return null;
  return {
    ...next,
    isBusy: next.key !== key,
    isBack,
    showAll: () => setKept(live ? { key, page: live, rows: live.rows, goneIds: new Set(), waiting: 0 } : next),
  };
}

function nextKept<Row extends { readonly id: string }>(
  kept: Kept<Row> | null,
  key: string,
  live: StillSource<Row> | undefined,
): Kept<Row> | null {
  if (live === undefined || (kept?.key === key && kept.page === live)) return kept;
  const before = kept?.key === key ? kept.rows : [];
  return { key, page: live, ...stillRows(before, live.rows) };
}

function useLeftPage<Row extends { readonly id: string }>(
  key: string,
  kept: Kept<Row> | null,
  scroller: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(kept);
  const isRestored = useRef(false);
  const pressed = useRef<string | null>(null);
  useEffect(
    () =>
      notePresses(
        () => scroller.current,
        (href) => (pressed.current = href),
      ),
    [scroller],
  );
  useEffect(() => {
    latest.current = kept;
  });
  useLayoutEffect(() => {
    const found = leftPage(key);
    if (!isRestored.current && found) {
      scroller.current?.scrollTo({ top: found.scrollTop });
      markLeftAt(scroller.current, found.href);
    }
    isRestored.current = true;
  }, [key, scroller]);
  // A layout effect, because its end comes while the rows are still on the page and know how far they are scrolled.
  useLayoutEffect(() => {
    return () => {
      if (latest.current?.key !== key) return;
      left.delete(key);
      left.set(key, { kept: latest.current, scrollTop: scrollTopOf(scroller), href: pressed.current });
      const oldest = left.keys().next().value;
      if (left.size > MAX_LEFT && oldest !== undefined) left.delete(oldest);
    };
  }, [key, scroller]);
}

/** Asked for when the page is left, not when it came: the rows may have come later. */
function scrollTopOf(scroller: RefObject<HTMLElement | null>): number {
  return scroller.current?.scrollTop ?? 0;
}
