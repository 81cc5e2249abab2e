/**
 * What several queries read at one state is read once: a committed state does not change, so the same range of an index
 * holds the same rows for whoever asks. Mutations read by themselves, because they see their own writes.
 */

import type { Reader, StoredDocument } from "../storage/reader.ts";
import { SharedDocument } from "../values/plain-document.ts";
import type { DocumentJson } from "./types.ts";

/** What is read further is not kept. Characters count twice, as the widest of them do. */
const MOST_BYTES = 8 * 1024 * 1024;
/** What reads more in one go is hardly what many ask for. */
const MOST_ROWS = 256;

/** Texts of lists that are kept: those told last. */
const LISTS = 4;
/** A longer one is not kept. */
const LONGEST_LIST = 64 * 1024;

function isSameList(one: readonly SharedDocument[], other: readonly SharedDocument[]): boolean {
  return one.length === other.length && one.every((document, i) => document === other[i]);
}

/** The text of a list of documents, in one piece: brackets that are put around it later have it copied. */
export function textOfList(documents: readonly SharedDocument[]): string {
  const texts = documents.map(({ text }) => text);
  texts[0] = `[${texts[0] ?? ""}`;
  texts.push(`${texts.pop() ?? ""}]`);
  return texts.join(",");
}

/** An interval of an index, an order and a number of rows. */
export type Range = Parameters<Reader["scan"]>;

/** A text that two ranges share only when they are the same: how long each part is stands before the parts. */
export function rangeKey(index: number, lower: Uint8Array, upper: Uint8Array | null, order: string, limit: number) {
  return `${index} ${order} ${limit} ${lower.length} ${upper?.length ?? "end"} ${latin1(lower)}${upper === null ? "" : latin1(upper)}`;
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** The reads of one state, for as long as somebody reads it. */
export class SharedReads {
  readonly #reader: Pick<Reader, "scan">;
  readonly #ranges = new Map<string, readonly StoredDocument[]>();
  /** Ranges that were asked for again. */
  readonly #again = new Set<readonly StoredDocument[]>();
  readonly #documents = new Map<DocumentJson, SharedDocument>();
  readonly #lists: { readonly of: readonly SharedDocument[]; readonly text: string }[] = [];
  #bytes = 0;

  constructor(reader: Pick<Reader, "scan">) {
    this.#reader = reader;
  }

  /** About how much is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** As the reader's own. */
  scan(...range: Range): readonly StoredDocument[] {
    const [, , , , limit] = range;
    if (limit > MOST_ROWS) return this.#reader.scan(...range);
    const key = rangeKey(...range);
    const kept = this.#ranges.get(key);
    if (kept !== undefined) {
      this.#share(kept);
      return kept;
    }
    const rows = this.#reader.scan(...range);
    if (this.#hasRoom(rows.reduce((sum, { json }) => sum + json.length, key.length))) this.#ranges.set(key, rows);
    return rows;
  }

  /** The document of a text that several have read, null for any other. */
  document(text: DocumentJson): SharedDocument | null {
    return this.#documents.size === 0 ? null : (this.#documents.get(text) ?? null);
  }

  /** The text of a list of them. Of those that several tell, the one that was made. */
  list(documents: readonly SharedDocument[]): string {
    const known = this.#lists.find(({ of }) => isSameList(of, documents));
    if (known !== undefined) return known.text;
    const text = textOfList(documents);
    if (text.length > LONGEST_LIST) return text;
    this.#lists.unshift({ of: documents, text });
    this.#lists.length = Math.min(this.#lists.length, LISTS);
    return text;
  }

  /** Forgets all of it. */
  clear(): void {
    this.#lists.length = 0;
    this.#ranges.clear();
    this.#again.clear();
    this.#documents.clear();
    this.#bytes = 0;
  }

  /** What is made of the texts counts as much as they do. */
  #share(rows: readonly StoredDocument[]): void {
    if (this.#again.has(rows)) return;
    this.#again.add(rows);
    for (const { json } of rows)
      if (!this.#documents.has(json) && this.#hasRoom(json.length)) this.#documents.set(json, new SharedDocument(json));
  }

  #hasRoom(characters: number): boolean {
    const bytes = this.#bytes + characters * 2;
    if (bytes > MOST_BYTES) return false;
    this.#bytes = bytes;
    return true;
  }
}
