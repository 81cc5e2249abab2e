/** What happens to notices that arrive while the list is read: nothing moves under the reader. */

import { count } from "../../../lib/text";
import type { NoticeGroup } from "../api";

/** What is shown while rows arrive above: those known keep their places, the new ones wait behind a bar. */
export interface Arranged {
  readonly shown: readonly NoticeGroup[];
  readonly waiting: number;
}

/** Splits the live groups: `known` is the order the reader has before them, null for none yet. */
export function arrange(groups: readonly NoticeGroup[], known: readonly string[] | null): Arranged {
  if (known === null) return { shown: groups, waiting: 0 };
  const bySubject = new Map(groups.map((group) => [group.subject.id, group]));
  const kept = known.flatMap((id) => bySubject.get(id) ?? []);
  const isKnown = new Set(known);
  const lastKnown = groups.findLastIndex(({ subject }) => isKnown.has(subject.id));
  // What comes after the last known one is an older page: it moves nothing.
  const older = groups.slice(lastKnown + 1);
  return { shown: [...kept, ...older], waiting: groups.length - kept.length - older.length };
}

/** "3 new", of the bar above the list. */
export function waitingText(waiting: number): string {
  return `Show ${count(waiting, "new notification")}`;
}
