import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * The id of the part of the page that its address names, or "". Once that is there, which `isShown` says of parts that
 * load late, it is brought into view and reading goes on from it: the browser does so only for what stands on the page
 * when it opens.
 */
export function useLinkedPart(isShown: (linked: string) => boolean = () => true): string {
  const linked = useLocation({ select: ({ hash }) => hash });
  const isThere = linked !== "" && isShown(linked);
  useEffect(() => {
    const part = isThere ? document.getElementById(linked) : null;
    part?.scrollIntoView({ block: "start" });
    part?.focus({ preventScroll: true });
  }, [linked, isThere]);
  return linked;
}

/** How a part with an address looks, and what a screen reader hears of it where the address names it. */
export function linkedPart(id: string, linked: string) {
  return { id, tabIndex: -1, ...(id === linked && { "aria-current": true as const }) };
}
