/** Takes people out of a text that becomes an article: pure, so that each case stands in withoutPeople.test.ts. */

/** Somebody whose name a text may hold. */
export interface NamedPerson {
  readonly firstName: string;
  readonly lastName: string;
}

/** Each looks at a fixed number of characters from any place: a long text costs its length. */
const ADDRESS = /[\w.+-]{1,64}@[\w.-]{1,255}/g;
const PHONE = /\+\d[\d ()/-]{6,20}\d/g;
const WORD = /[\p{L}\p{M}]+/gu;
/** One letter is an initial, or a word like "I" and "a". */
const MIN_LETTERS = 2;

/** A text without e-mail addresses, phone numbers and the names of these people, whichever way they are written. */
export function withoutPeople(text: string, people: readonly NamedPerson[]): string {
  const names = new Set(
    people
      .flatMap(({ firstName, lastName }) => `${firstName} ${lastName}`.toLowerCase().match(WORD) ?? [])
      .filter((name) => name.length >= MIN_LETTERS),
  );
  return text
    .replace(ADDRESS, "[email]")
    .replace(PHONE, "[phone]")
    .replace(WORD, (word) => (names.has(word.toLowerCase()) ? "[name]" : word))
    .replaceAll("[name] [name]", "[name]");
}
