import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
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
