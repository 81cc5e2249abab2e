import { useCallback, useSyncExternalStore } from "react";

/** Where the layout changes, as the class names call it. */
const BREAKPOINTS = { md: "(min-width: 48rem)", lg: "(min-width: 64rem)" } as const;

/** Whether the window is at least as wide as a breakpoint; on the server it is thought to be. */
export function useIsWide(from: keyof typeof BREAKPOINTS): boolean {
  const query = BREAKPOINTS[from];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}
