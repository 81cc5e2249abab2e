import { useState } from "react";
import type { EventPage } from "./api";

/** A page of an audit trail that grows while it is read. */
export interface HeldPage {
  readonly page: EventPage | undefined;
  /** Whether it is still the page before, because the asked one is on its way. */
  readonly isOld: boolean;
  /** Events that came since it was opened; they are shown when asked for, so that nothing moves under the pointer. */
  readonly fresh: number;
  readonly showFresh: () => void;
}

/** Holds a page still as it was first answered. `key` tells one page from another. */
export function useHeldPage(live: EventPage | undefined, key: string): HeldPage {
  const [held, setHeld] = useState<{ key: string; page: EventPage } | null>(null);
  if (live && held?.key !== key) setHeld({ key, page: live });
  const isOld = held !== null && held.key !== key;
  const fresh = live && held && !isOld ? freshCount(held.page.events, live.events) : 0;
  return { page: held?.page, isOld, fresh, showFresh: () => live && setHeld({ key, page: live }) };
}

interface Row {
  readonly id: string;
  readonly folded?: { readonly count: number } | null;
}

/** How many events of a newer reading were not in an older one: rows come in at the top, and the first may have grown. */
export function freshCount(older: readonly Row[], newer: readonly Row[]): number {
  const [first] = older;
  if (!first) return newer.length;
  const at = newer.findIndex(({ id }) => id === first.id);
  if (at < 0) return newer.length;
  return at + (newer[at]?.folded?.count ?? 1) - (first.folded?.count ?? 1);
}
