/** What happens to notices that arrive while the list is read: nothing moves under the reader. */

import { count } from "../../../lib/text";
import type { NoticeGroup, Section } from "../api";

/** A place the reader has before them: a subject, in the section where it was first shown. */
export interface Place {
  readonly id: string;
  readonly section: Section;
}

/** What is shown while rows arrive above: those known keep their places, the new ones wait behind a bar. */
export interface Arranged {
  readonly shown: readonly NoticeGroup[];
  readonly waiting: number;
}

/**
 * Splits the live groups: `known` is the order the reader has before them, null for none yet. What no longer asks for
 * anything stays in its section until they leave.
 */
export function arrange(groups: readonly NoticeGroup[], known: readonly Place[] | null): Arranged {
  if (known === null) return { shown: groups, waiting: 0 };
  const bySubject = new Map(groups.map((group) => [group.subject.id, group]));
  const kept = known.flatMap(({ id, section }) => {
    const group = bySubject.get(id);
    return group ? [{ ...group, section }] : [];
  });
  const isKnown = new Set(known.map(({ id }) => id));
  const lastKnown = groups.findLastIndex(({ subject }) => isKnown.has(subject.id));
  // What comes after the last known one is an older page: it moves nothing.
  const older = groups.slice(lastKnown + 1);
  return { shown: [...kept, ...older], waiting: groups.length - kept.length - older.length };
}

/** The place of a group. */
export function placeOf({ subject, section }: NoticeGroup): Place {
  return { id: subject.id, section };
}

/** "3 new", of the bar above the list. */
export function waitingText(waiting: number): string {
  return `Show ${count(waiting, "new notification")}`;
}
