/** How texts are searched by their words; the screens mark what was found by the same rule. */

/** The words of a text, as the search index cuts them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const IN_EVERY_TEXT = new Set(
  "and any are but can for from has have not see that the then they this was when who will with you".split(" "),
);

/** The words of a text that say what it is about, each once: neither those every text has nor any shorter than this. */
export function tellingWordsOf(text: string, { fromLetters }: { readonly fromLetters: number }): string[] {
  return [...new Set(wordsOf(text))].filter((word) => word.length >= fromLetters && !IN_EVERY_TEXT.has(word));
}

/** Whether every word asked for begins a word of the text. */
export function holdsWords(text: string, wanted: readonly string[]): boolean {
  const words = wordsOf(text);
  return wanted.every((word) => words.some((own) => own.startsWith(word)));
}

/** A piece of a text, and whether a search found it. */
interface TextPiece {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text in pieces: of each word that begins with one asked for, that beginning is found. */
export function foundIn(text: string, wanted: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  const add = (end: number, isFound: boolean): void => {
    if (end > done) pieces.push({ text: text.slice(done, end), isFound });
    done = end;
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const longest = Math.max(0, ...wanted.map((one) => (word.toLowerCase().startsWith(one) ? one.length : 0)));
    if (longest === 0) continue;
    add(index, false);
    add(index + longest, true);
  }
  add(text.length, false);
  return pieces;
}
