/** How long a browser that cannot tell when it is idle is left alone. */
const BUSY_MS = 2_000;

/** Does something once the browser has nothing else to do; returns how to call that off. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act, BUSY_MS);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(act);
  return () => cancelIdleCallback(wish);
}
