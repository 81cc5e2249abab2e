/** The arithmetic of a brush. */

/** The first and the last chosen place. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** How many places PageUp and PageDown go. */
const LEAP = 7;

/** The range between two places, whichever came first. */
export function rangeBetween(one: number, other: number): Range {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** The range a key on one of its ends leads to; undefined for keys that mean nothing here. Ends do not pass each other. */
export function brushedTo(key: string, side: "from" | "to", { from, to }: Range, last: number): Range | undefined {
  if (key === "Escape") return { from: 0, to: last };
  const at = side === "from" ? from : to;
  const [low, high] = side === "from" ? [0, to] : [from, last];
  const wanted = steppedTo(key, at, { low, high });
  if (wanted === undefined) return undefined;
  const next = Math.max(low, Math.min(high, wanted));
  return side === "from" ? { from: next, to } : { from, to: next };
}

function steppedTo(key: string, at: number, { low, high }: { low: number; high: number }): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return at + 1;
    case "ArrowLeft":
    case "ArrowDown":
      return at - 1;
    case "PageUp":
      return at + LEAP;
    case "PageDown":
      return at - LEAP;
    case "Home":
      return low;
    case "End":
      return high;
    default:
      return undefined;
  }
}
