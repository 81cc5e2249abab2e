/** What a page that shows its parts together waits for (settled.tsx). */

import { createContext, useContext, useLayoutEffect } from "react";

/** Called by a part that is still to come; what it gets back says that it came. Null where nobody waits. */
export const Arrivals = createContext<(() => () => void) | null>(null);

/** Says that something is still to come, for as long as it is rendered. */
export function useAwaited(): void {
  const announce = useContext(Arrivals);
  useLayoutEffect(() => announce?.(), [announce]);
}

/** Something that is still to come and shows nothing until then. */
export function Awaited() {
  useAwaited();
  return null;
}
