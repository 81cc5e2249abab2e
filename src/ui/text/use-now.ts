import { useSyncExternalStore } from "react";
import { SECOND_MS } from "../../../convex/lib/pure/time";

const tickMs = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for everything on the page that ages, running only while something does. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let shown = 0;

// The next whole second but one, and the same until it has come: what happened a moment ago is never "in a moment", and
// everything that is rendered in one go, at least a second, gets one answer. A second that passed meanwhile would make
// React begin again, with all rows.
function currentSecond(): number {
  const now = Date.now();
  if (now >= shown || shown - now > 2 * SECOND_MS) shown = (Math.ceil(now / SECOND_MS) + 1) * SECOND_MS;
  return shown;
}

/** The time now, renewed every 30 seconds; `onServer` is what the server renders instead. */
export function useNow(onServer = 0): number {
  return useSyncExternalStore(subscribe, currentSecond, () => onServer);
}
