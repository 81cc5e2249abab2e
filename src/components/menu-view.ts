/** The ready-made view of the menu that the page somebody is on belongs to, told by the page: its address does not say so. */

import { useEffect, useSyncExternalStore } from "react";
import type { QueueViewId } from "../../convex/site/views";

/** Those of the pages that are shown: there is one, but for the moment between two. */
let shown: readonly QueueViewId[] = [];
const listeners = new Set<() => void>();

function set(next: readonly QueueViewId[]): void {
  shown = next;
  for (const tell of listeners) tell();
}

/** This page belongs to the view while it is shown; null where it belongs to its list. */
export function useMenuView(view: QueueViewId | null): void {
  useEffect(() => {
    if (view === null) return;
    set([...shown, view]);
    return () => {
      const place = shown.indexOf(view);
      set(shown.filter((_, at) => at !== place));
    };
  }, [view]);
}

/** The view that the page which is shown belongs to, or null. */
export function useShownMenuView(): QueueViewId | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    () => shown.at(-1) ?? null,
    () => null,
  );
}
