import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePrinting } from "../page/use-printing";

/** Rows beyond those in view, above and below, that are in the document all the same. */
const AROUND_VIEW = 12;

const ignore = (): void => undefined;

/** Which rows of a table are in the document, and what stands in for the others. */
export interface VirtualRows {
  readonly indexes: readonly number[];
  /** Heights of what is left out above and below, in pixels. */
  readonly before: number;
  readonly after: number;
  /** For each row, with its index as `data-index`. */
  readonly measure: (element: Element | null) => void;
}

/**
 * Keeps only the rows near the view in the document, once there are more than `wholeUpTo`; on paper, which has no view,
 * all of them. The table says how many there are by `aria-rowcount`, each row which it is by `aria-rowindex`.
 */
export function useVirtualRows({
  count,
  scroller,
  rowPx,
  keyOf,
  wholeUpTo = 0,
}: {
  readonly count: number;
  /** Where the rows scroll. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** About how high a row is. */
  readonly rowPx: number;
  readonly keyOf: (index: number) => string | number;
  readonly wholeUpTo?: number;
}): VirtualRows {
  const isOnPaper = usePrinting();
  const isWhole = isOnPaper || count <= wholeUpTo;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: AROUND_VIEW,
    getItemKey: keyOf,
  });
  const inView = virtual.getVirtualItems();
  return {
    indexes: isWhole ? Array.from({ length: count }, (_, index) => index) : inView.map(({ index }) => index),
    before: isWhole ? 0 : (inView[0]?.start ?? 0),
    after: isWhole ? 0 : virtual.getTotalSize() - (inView.at(-1)?.end ?? 0),
    measure: isWhole ? ignore : virtual.measureElement,
  };
}

/** Stands in for the rows that are not in the document. */
export function RowGap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td aria-hidden colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** The rows of a list in the page that are in the document, each with what stands in for those left out before it. */
export interface PageRows {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly rows: readonly { readonly index: number; readonly gap: number }[];
  readonly after: number;
  /** For each row, with its index as `data-index`. */
  readonly measure: (element: Element | null) => void;
}

/**
 * The same for a list that scrolls with the page. The ends of the list, the row somebody is in and its neighbours always
 * are in the document, so that going from row to row skips none and nothing that is open in one closes.
 */
export function usePageRows({
  count,
  rowPx,
  keyOf,
  isWhole,
}: {
  readonly count: number;
  readonly rowPx: number;
  readonly keyOf: (index: number) => string | number;
  readonly isWhole: boolean;
}): PageRows {
  const list = useRef<HTMLUListElement>(null);
  const held = useRowSomebodyIsIn(list);
  const isOnPaper = usePrinting();
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: AROUND_VIEW,
    enabled: !isWhole,
    getItemKey: keyOf,
    scrollMargin: useTopOf(list),
    rangeExtractor: (range) => {
      const all = new Set([0, held - 1, held, held + 1, count - 1, ...defaultRangeExtractor(range)]);
      return [...all].filter((index) => index >= 0 && index < count).toSorted((a, b) => a - b);
    },
  });
  const measure = isOnPaper ? ignore : virtual.measureElement;
  if (isOnPaper || isWhole) {
    const rows = Array.from({ length: count }, (_, index) => ({ index, gap: 0 }));
    return { list, rows, after: 0, measure };
  }
  let end = virtual.options.scrollMargin;
  const rows = virtual.getVirtualItems().map((item) => {
    const gap = item.start - end;
    ({ end } = item);
    return { index: item.index, gap };
  });
  return { list, rows, after: virtual.getTotalSize() + virtual.options.scrollMargin - end, measure };
}

/** The place of the row the focus or the pointer was in last. */
function useRowSomebodyIsIn(list: RefObject<HTMLElement | null>): number {
  const [row, setRow] = useState(0);
  useEffect(() => {
    const element = list.current;
    const look = ({ target }: Event): void => {
      const found = target instanceof Element ? target.closest("[data-index]") : null;
      if (found) setRow(Number(found.getAttribute("data-index")));
    };
    element?.addEventListener("focusin", look);
    element?.addEventListener("pointerdown", look);
    return () => {
      element?.removeEventListener("focusin", look);
      element?.removeEventListener("pointerdown", look);
    };
  }, [list]);
  return row;
}

/** How far below the top of the page something begins, whatever grows above it. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = (): void => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [element]);
  return top;
}

/** Stands in for the rows of a list that are not in the document. */
export function ListGap({ height }: { readonly height: number }) {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null;
}
