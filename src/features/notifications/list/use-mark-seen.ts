import { useEffect, useRef, useState } from "react";
import { type NoticeGroup, useMayChange, useNoticeActions } from "../api";

/** What is shorter than this on the screen was not seen. */
const LOOK_MS = 1_200;
/** Seen in one call. */
const MAX_AT_ONCE = 100;

/**
 * Marks what is shown as seen once the reader has had a moment with it. What was new when it came stays
 * marked as new for this visit: otherwise the mark would vanish while it is being looked for.
 */
export function useMarkSeen(groups: readonly NoticeGroup[]): ReadonlySet<string> {
  const mayChange = useMayChange();
  const { markSeen } = useNoticeActions();
  const [wasNew, setWasNew] = useState<ReadonlySet<string>>(new Set());
  const unseen = groups
    .flatMap(({ items }) => items.filter(({ seenAt }) => seenAt === null))
    .slice(0, MAX_AT_ONCE)
    .map(({ id }) => id);
  const latest = useRef(unseen);
  useEffect(() => {
    latest.current = unseen;
  });
  const key = unseen.join();
  useEffect(() => {
    if (!mayChange || key === "") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function see(): void {
      const ids = latest.current;
      setWasNew((before) => new Set([...before, ...ids]));
      // The badge tells the truth either way; the next visit tries again.
      markSeen({ ids }).catch(() => undefined);
    }
    /** A window that is hidden, or opened behind another, is looked at once it is shown. */
    function look(): void {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(see, LOOK_MS);
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [key, mayChange, markSeen]);
  return wasNew;
}
