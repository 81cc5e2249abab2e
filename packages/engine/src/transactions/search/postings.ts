/**
 * The entries of a search index. A document has one per distinct word of its text:
 *
 *   word, value of every filter field, _creationTime   (order-preserving)
 *   internal id                                        (16 bytes)
 *   times the word occurs, words in the text           (2 bytes each, capped)
 *
 * So the documents with a word are one interval, those with a word and given values of the leading filter
 * fields are one too, and ranking needs no document.
 */

import { valueAtPath } from "../../values/json.ts";
import type { JsonObject } from "../../values/json.ts";
import { KeyWriter } from "../../values/keys.ts";
import type { SearchInfo } from "../schema/catalog.ts";

/** Longer words (in bytes of UTF-8) are in no index. */
const MAX_WORD_BYTES = 32;
const MAX_COUNT = 0xffff;
const COUNTS_BYTES = 4;
/** _creationTime (a float: tag and 8 bytes) and the internal id. */
const AGE_BYTES = 9 + 16;

/** What is between words. Vowel signs are alphabetic and no letters; an index made by another rule is filled anew. */
const NOT_WORDS = /[^\p{Alphabetic}\p{N}]+/u;

/** The words of a text, in order: runs of letters with their vowel signs and digits in lower case; overlong ones are left out. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(NOT_WORDS)
    .filter((word) => word !== "" && Buffer.byteLength(word) <= MAX_WORD_BYTES);
}

const writer = new KeyWriter();

/** The entries of a document; none when the field holds no text. */
export function postingKeys(
  { searchPath, filterPaths }: SearchInfo,
  document: JsonObject,
  internalId: Uint8Array,
): Uint8Array[] {
  const text = valueAtPath(document, searchPath);
  if (typeof text !== "string") return [];
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const filters = filterPaths.map((path) => valueAtPath(document, path));
  return [...counts].map(([word, count]) => {
    writer.reset();
    writer.value(word);
    for (const value of filters) writer.value(value);
    writer.value(document["_creationTime"]);
    writer.raw(internalId);
    writer.raw(countsBytes(count, words.length));
    return writer.take();
  });
}

function countsBytes(count: number, length: number): Uint8Array {
  const bytes = new Uint8Array(COUNTS_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.min(count, MAX_COUNT));
  view.setUint16(2, Math.min(length, MAX_COUNT));
  return bytes;
}

/** Times the word of an entry occurs in its document's text. */
export function countOf(key: Uint8Array): number {
  return uint16(key, key.length - COUNTS_BYTES);
}

/** Words in the text of an entry's document. */
export function lengthOf(key: Uint8Array): number {
  return uint16(key, key.length - COUNTS_BYTES / 2);
}

/** Sorts the entry of the younger document first. */
export function compareAges(a: Uint8Array, b: Uint8Array): number {
  const [aStart, bStart] = [a.length - AGE_BYTES - COUNTS_BYTES, b.length - AGE_BYTES - COUNTS_BYTES];
  for (let i = 0; i < AGE_BYTES; i++) {
    const difference = (b[bStart + i] as number) - (a[aStart + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function uint16(key: Uint8Array, at: number): number {
  return ((key[at] as number) << 8) | (key[at + 1] as number);
}
