import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useFollowedHistory, wasGoneThrough } from "./history-steps";
import { markLeftAt, notePresses } from "./left-at";

/** Where the links led by which lists were left, the newest last. Forgotten with the browser's page. */
const left = new Map<string, string>();
const MAX_LEFT = 30;

/** How long the rows of a list may take. */
const ROWS_WAIT_MS = 5000;

/**
 * Leads whoever comes back by Back or Forward to the row a list was left at that has no still pages (`useStillPage`): its
 * rows come from the backend again, in their own time. `name` says the list and its filter, `eyes` who sees it.
 */
export function useLeftAt(eyes: string, name: string, list: RefObject<HTMLElement | null>): void {
  const key = `${eyes} ${name}`;
  const pressed = useRef<string | null>(null);
  useFollowedHistory();
  useEffect(
    () =>
      notePresses(
        () => list.current,
        (href) => (pressed.current = href),
      ),
    [list],
  );
  useLayoutEffect(() => {
    const href = wasGoneThrough() ? (left.get(key) ?? null) : null;
    const stop = href === null ? null : markOnceThere(list.current, href);
    return () => {
      stop?.();
      left.delete(key);
      if (pressed.current !== null) left.set(key, pressed.current);
      const oldest = left.keys().next().value;
      if (left.size > MAX_LEFT && oldest !== undefined) left.delete(oldest);
    };
  }, [key, list]);
}

/** Marks the link as soon as it is there, and brings it into view; returns how to stop waiting for it. */
function markOnceThere(list: HTMLElement | null, href: string): () => void {
  const mark = (): boolean => {
    const link = markLeftAt(list, href);
    link?.scrollIntoView({ block: "nearest" });
    return link !== null;
  };
  if (list === null || mark()) return () => undefined;
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(() => {
    if (mark()) stop();
  });
  observer.observe(list, { childList: true, subtree: true });
  const timer = setTimeout(stop, ROWS_WAIT_MS);
  return stop;
}
