/**
 * Takes what nobody should read out of a text that was not written for us: an error's message, a stack, a trail of
 * what happened before. Anybody may send such texts, so every step goes over the text once: no pattern looks again at
 * what it has passed, except over a fixed number of characters (`secrets.test.ts` measures it).
 */

/** Stands where a secret was. */
export const REMOVED = "[removed]";

const LOCATION_AT_END = /(?::\d{1,7}){0,2}[)\]"'>,.;]{0,4}$/;
/** Of "?a=b" and "#a" in an address only the mark's place is known; a question at the end of a sentence is no query. */
const QUERY_MARK = /[?#](?=\S)/;
const USER_OF_ADDRESS = /:\/\/[^\s/@]{1,256}@/g;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g;
const HEADER =
  /((?:authorization|cookie)["']?[^\S\r\n]{0,4}[:=][^\S\r\n]{0,4})(?:"[^"\r\n]*"?|'[^'\r\n]*'?|[^\r\n]+)/gi;
const NAMED =
  /((?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key|credentials?|session[_-]?id|\bsid|\botp|\bkey)[\w-]{0,20}["']{0,1}\s{0,4}(?:[:=]|%3[ad])\s{0,4})("(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|[^\s"',;&)}\]]+)/gi;
const SCHEME = /\b(bearer|basic|digest)\s{1,4}[\w.~+/=-]{6,}/gi;
const TOKEN = /\beyJ[\w-]{5,}(?:\.[\w-]*)*/g;
/** A cookie of the portal's own, by its name: what it holds is short, and looks like nothing. */
const OWN_COOKIE = /(\bportal\.[a-z_]{1,30}=)[^\s;,"'<>]+/gi;
/** A hash in base64 with its end: a word that is no path, since nothing else ends so. */
const BASE64 = /(?<![\w+/%-])(?:[\w+/-]|%2[bf]){20,}(?:={1,2}|(?:%3d){1,2})(?![\w+/])/gi;
const KNOWN_KEY = /\b(?:[sp]k_(?:live|test)_|gh[opsu]_|github_pat_|xox[abprs]-|glpat-|AKIA|ASIA|AIza)[\w-]{8,}/g;
const LONG_WORD = /[\w-]{24,}/g;
/** An id of a row is a long word, too: only lower-case letters and digits, and shorter than this. */
const LONGEST_ID = 39;

/** The text without queries of addresses, passwords, tokens, keys, cookies and authorization headers. */
export function withoutSecrets(text: string): string {
  return withoutKeys(text.replace(PRIVATE_KEY, REMOVED).replace(/\S+/g, withoutQuery));
}

/** Whether something in a text looks like a password or a key; the query of an address alone does not. */
export function looksSecret(text: string): boolean {
  return withoutKeys(text.replace(PRIVATE_KEY, REMOVED)) !== text;
}

function withoutKeys(text: string): string {
  return text
    .replace(USER_OF_ADDRESS, `://${REMOVED}@`)
    .replace(HEADER, `$1${REMOVED}`)
    .replace(NAMED, (_found, name: string) => `${name}${REMOVED}`)
    .replace(OWN_COOKIE, `$1${REMOVED}`)
    .replace(BASE64, REMOVED)
    .replace(SCHEME, `$1 ${REMOVED}`)
    .replace(TOKEN, REMOVED)
    .replace(KNOWN_KEY, REMOVED)
    .replace(LONG_WORD, (word) => (isLikelySecret(word) ? REMOVED : word));
}

/** The beginning of a text, without secrets. What lies just behind the cut is read too, so that it halves no secret. */
export function shortWithoutSecrets(text: string, maxLength: number): string {
  return withoutSecrets(text.slice(0, maxLength + 1_024)).slice(0, maxLength);
}

/** A run of characters that are no space: an address in it loses its query and fragment, a place in a file stays. */
function withoutQuery(word: string): string {
  const path = word.indexOf("/");
  if (path < 0) return word;
  const mark = word.slice(path).search(QUERY_MARK);
  if (mark < 0) return word;
  return word.slice(0, path + mark) + (LOCATION_AT_END.exec(word.slice(-24))?.[0] ?? "");
}

/** How often the kind of character changes in a random word, at least: in a name of many words it does so in a third. */
const CHANGES_OF_CHANCE = 0.42;

/** The least share of capitals, and of small letters, that a random word has: a name of many words has fewer capitals. */
const CAPITALS_OF_CHANCE = 0.25;
const SMALL_OF_CHANCE = 0.15;

/**
 * Keys and tokens mix kinds of characters; names of functions and files hardly do. One sign alone misses six of ten
 * thousand random words of 32 bytes, both together about one of a hundred thousand.
 */
function isLikelySecret(word: string): boolean {
  if (word.length > LONGEST_ID && (changesOf(word) > word.length * CHANGES_OF_CHANCE || isMixed(word))) return true;
  const digits = word.length - word.replace(/\d/g, "").length;
  if (digits < 3 || !/[a-z]/i.test(word)) return false;
  return word.length > LONGEST_ID ? !/^[\da-f]{8}-/.test(word) : /[a-z]/.test(word) && /[A-Z]/.test(word);
}

function isMixed(word: string): boolean {
  const capitals = word.replace(/[^A-Z]/g, "").length;
  const small = word.replace(/[^a-z]/g, "").length;
  return capitals >= word.length * CAPITALS_OF_CHANCE && small >= word.length * SMALL_OF_CHANCE;
}

/** How often a small letter, a capital, a digit or a mark follows something else than its kind. */
function changesOf(word: string): number {
  let changes = 0;
  let before = "";
  for (const character of word) {
    const kind = /[a-z]/.test(character) ? "a" : /[A-Z]/.test(character) ? "A" : /\d/.test(character) ? "1" : "-";
    if (kind !== before) changes++;
    before = kind;
  }
  return changes;
}
