/** Stored files of a snapshot ZIP: the listing first, then content by content. */

import type { BlobClaim } from "../storage/blobs.ts";
import type { JsonObject } from "../values/json.ts";
import { ArchiveError, shownName, type Archive, type ArchiveEntry } from "./archive.ts";
import { STORAGE_TABLE, hexOf } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { at, objectOf, TableReader, type ReadTarget } from "./read-documents.ts";

interface Listed {
  readonly line: number;
  readonly creationTime: number | null;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly contentType: string | null;
  readonly internalId: string | null;
}

const UNLISTED: Listed = { line: 0, creationTime: null, sha256: null, size: null, contentType: null, internalId: null };

function listedOf(document: JsonObject, line: number): Listed {
  const text = (field: string): string | null => {
    const value = document[field] ?? null;
    if (value !== null && typeof value !== "string") throw new Error(`its ${field} is no text`);
    return value;
  };
  const number = (field: string): number | null => {
    const value = document[field] ?? null;
    if (value !== null && typeof value !== "number") throw new Error(`its ${field} is no number`);
    return value;
  };
  return {
    line,
    creationTime: number("_creationTime"),
    sha256: text("sha256"),
    size: number("size"),
    contentType: text("contentType"),
    internalId: text("internalId"),
  };
}

/** A line without a content imports nothing; a content without a line is imported with what it tells itself. */
export class StorageReader {
  readonly claims: BlobClaim[] = [];
  readonly #archive: Archive;
  readonly #target: ReadTarget;
  readonly #documents: TableReader;
  readonly #listed = new Map<string, Listed>();

  constructor(archive: Archive, target: ReadTarget) {
    this.#archive = archive;
    this.#target = target;
    this.#documents = new TableReader({
      table: STORAGE_TABLE,
      entry: STORAGE_TABLE,
      staging: target.staging,
      plain: "float64",
      number: null,
    });
  }

  get number(): number | null {
    return this.#documents.number;
  }

  async readListing(entry: ArchiveEntry): Promise<void> {
    const name = shownName(entry.name);
    for await (const lines of linesOf(name, await this.#archive.read(entry))) {
      for (const line of lines)
        at(`${name} line ${line.number}`, () => this.#list(objectOf(line.text, "float64"), line.number));
    }
  }

  async readBlob(id: string, component: string, entry: ArchiveEntry): Promise<void> {
    const place = shownName(entry.name);
    const claim = await this.#target.blobs.put(await this.#archive.read(entry), entry.size);
    this.#target.onClaim(claim);
    this.claims.push(claim);
    const listed = this.#listed.get(id) ?? UNLISTED;
    if (listed.sha256 !== null && hexOf(listed.sha256) !== claim.sha256)
      throw new ArchiveError(place, "its content is not the one the listing describes (sha256 differs)");
    if (listed.size !== null && listed.size !== claim.size)
      throw new ArchiveError(place, `it has ${claim.size} bytes, the listing says ${listed.size}`);
    at(place, () =>
      this.#documents.add(
        {
          _id: id,
          _creationTime: listed.creationTime,
          ...(listed.contentType === null ? {} : { contentType: listed.contentType }),
          internalId: listed.internalId ?? this.#target.newStorageUuid(),
          ...(component === "" ? {} : { owner: component }),
          sha256: Buffer.from(claim.sha256, "hex").toString("base64"),
          size: claim.size,
        },
        listed.line,
      ),
    );
  }

  #list(document: JsonObject, line: number): void {
    const id = document["_id"];
    if (typeof id !== "string") throw new Error("it has no _id");
    if (this.#listed.has(id)) throw new Error(`its _id "${id}" is listed twice`);
    this.#listed.set(id, listedOf(document, line));
  }
}
