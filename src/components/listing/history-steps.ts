import { type RouterHistory, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** The browser's history, once it is followed, and whether it was gone through last. */
let followed: RouterHistory | null = null;
let isGoneThrough = false;

/** Whether Back or Forward led to where somebody is, as long as a list has been open since. */
export function wasGoneThrough(): boolean {
  return isGoneThrough;
}

/** From the first list on, for as long as the history is there: no list is, while somebody is on their way back to one. */
export function useFollowedHistory(): void {
  const { history } = useRouter();
  useEffect(() => {
    if (history === followed) return;
    followed = history;
    history.subscribe(({ action }) => {
      // An address that is only written otherwise is the same step.
      if (action.type !== "REPLACE") isGoneThrough = action.type !== "PUSH";
    });
  }, [history]);
}
