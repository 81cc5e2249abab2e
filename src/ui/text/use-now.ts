import { useSyncExternalStore } from "react";

const tickMs = 30_000;
const secondMs = 1000;
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

// Rounded up, so that what happened a moment ago is never "in a moment"; to whole seconds, so that
// asking twice while rendering gives one answer.
function currentSecond(): number {
  return Math.ceil(Date.now() / secondMs) * secondMs;
}

/** The time now, renewed every 30 seconds; `onServer` is what the server renders instead. */
export function useNow(onServer = 0): number {
  return useSyncExternalStore(subscribe, currentSecond, () => onServer);
}
