/** Documents of a snapshot ZIP, read line by line, each checked before it is staged. */

import { messageOf } from "../lib/message-of.ts";
import type { BlobClaim, BlobStore } from "../storage/blobs.ts";
import type { StagedDocument, Staging } from "../storage/staging.ts";
import { parseExportText, type PlainNumbers } from "../values/export-json.ts";
import { decodeId } from "../values/ids.ts";
import { isJsonObject, wrapperKey, type Json, type JsonObject } from "../values/json.ts";
import { checkDocumentFields } from "../values/limits.ts";
import { ArchiveError } from "./archive.ts";
import type { Line } from "./lines.ts";

/** Where to put what is read. */
export interface ReadTarget {
  readonly staging: Staging;
  readonly blobs: BlobStore;
  newStorageUuid(): string;
  /** Every claim is told at once, so that a reading that fails later can let go of it. */
  onClaim(claim: BlobClaim): void;
}

/** Runs a check; what it throws gets the place in front. */
export function at<T>(place: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new ArchiveError(place, messageOf(error));
  }
}

/** Reads one object; the parser's message repeats the text, so only its first words are kept. */
export function objectOf(text: string, plain: PlainNumbers): JsonObject {
  let value: Json;
  try {
    value = parseExportText(text, plain);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`it is no JSON (${error.message.slice(0, 80)})`, { cause: error });
  }
  if (!isJsonObject(value) || wrapperKey(value) !== null) throw new Error("it is no JSON object");
  return value;
}

/** Gathers the documents of one table. */
export class TableReader {
  readonly table: string;
  readonly #entry: string;
  readonly #staging: Staging;
  readonly #plain: PlainNumbers;
  /** From `_tables`, else from the first id. */
  #number: number | null;

  constructor(options: { table: string; entry: string; staging: Staging; plain: PlainNumbers; number: number | null }) {
    this.table = options.table;
    this.#entry = options.entry;
    this.#staging = options.staging;
    this.#plain = options.plain;
    this.#number = options.number;
  }

  get number(): number | null {
    return this.#number;
  }

  take(line: Line): void {
    at(`${this.#entry} line ${line.number}`, () => this.add(objectOf(line.text, this.#plain), line.number));
  }

  /** Checks a document and stages it. */
  add(document: JsonObject, line: number): void {
    const { _id: id = null, _creationTime: creationTime = null, ...fields } = document;
    if (creationTime !== null && typeof creationTime !== "number") throw new Error("its _creationTime is no float");
    if (id !== null && typeof id !== "string") throw new Error("its _id is no text");
    if (id !== null) this.#checkId(id);
    const { value } = checkDocumentFields(fields, 0n);
    const staged: StagedDocument = { table: this.table, id, creationTime, json: JSON.stringify(value), line };
    const sameId = this.#staging.add(staged);
    if (sameId !== null)
      throw new Error(`its _id "${String(id)}" is that of another document of the import (line ${sameId})`);
  }

  #checkId(id: string): void {
    const decoded = decodeId(id);
    if (decoded === null) throw new Error(`its _id "${id.slice(0, 60)}" is no document id`);
    this.#number ??= decoded.tableNumber;
    if (decoded.tableNumber !== this.#number) {
      throw new Error(
        `its _id "${id}" has table number ${decoded.tableNumber}, table "${this.table}" has ${this.#number}`,
      );
    }
  }
}
