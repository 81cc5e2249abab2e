/** Which titles are about the same, by the words they share. */

/** Shorter words say nothing about what a title is about. */
const MIN_LETTERS = 4;
/** Shared words that make two titles alike; of a title with fewer words, all of them. */
const ENOUGH = 2;

/** What has a title much like a text, the most words in common first. */
export function alike<T>(text: string, things: readonly T[], titleOf: (thing: T) => string): T[] {
  const wanted = wordsOf(text);
  if (wanted.size === 0) return [];
  return things
    .map((thing) => ({ thing, shared: countIn(wanted, wordsOf(titleOf(thing))) }))
    .filter(({ shared }) => shared >= Math.min(ENOUGH, wanted.size))
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ thing }) => thing);
}

function countIn(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return [...wanted].filter((word) => words.has(word)).length;
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_LETTERS));
}
