import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;

/**
 * Said before the page is laid out for paper, so that what is drawn for it is on it: at once, since a page that prints
 * itself is laid out before anything that was put off.
 */
function subscribe(listener: () => void): () => void {
  const tell = ({ type }: Event): void => {
    isPrinting = type === "beforeprint";
    flushSync(listener);
  };
  window.addEventListener("beforeprint", tell);
  window.addEventListener("afterprint", tell);
  return () => {
    window.removeEventListener("beforeprint", tell);
    window.removeEventListener("afterprint", tell);
  };
}

/** Whether the page goes to paper right now: what keeps rows out of the document draws all of them meanwhile. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
}
