/** Turning fields into a stored document, and a document into its index keys. */

import { present } from "../lib/assert.ts";
import { compareBytes } from "../lib/bytes.ts";
import type { StoredDocument } from "../storage/reader.ts";
import { decodeId } from "../values/ids.ts";
import { isUndefinedJson, valueAtPath } from "../values/json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { KeyWriter } from "../values/keys.ts";
import { checkDocumentFields, checkDocumentSize } from "../values/limits.ts";
import { checkValidator } from "../values/validators.ts";
import type { IdTables } from "../values/validators.ts";
import type { IndexInfo, TableInfo } from "./schema/catalog.ts";
import { BY_ID, componentOfTable, idsWithin, plainTable } from "./schema/names.ts";
import { postingKeys } from "./search/postings.ts";
import { vectorKeys } from "./vectors/entries.ts";

/** Bytes the system fields add to a document: two names with their ends, the id text, a float. */
function systemFieldsSize(id: string): number {
  return 4 + (2 + id.length) + 14 + 9;
}

/** A document as it stands, read to be changed. */
export interface StoredRow extends StoredDocument {
  readonly value: JsonObject;
}

/** The row of a document. */
export function rowOf(stored: StoredDocument): StoredRow {
  return { ...stored, value: JSON.parse(stored.json) as JsonObject };
}

/** A document about to be stored. */
export interface NewDocument {
  readonly value: JsonObject;
  readonly json: string;
  readonly size: number;
}

/** Checks fields against limits and schema and puts the system fields in front. */
export function makeDocument(
  table: TableInfo,
  id: string,
  creationTime: number,
  fields: unknown,
  commitTs: bigint,
  tables: IdTables,
): NewDocument {
  const checked = checkDocumentFields(fields, commitTs);
  const ids = idsWithin(componentOfTable(table.name), tables);
  const mismatch = table.documentType === null ? null : checkValidator(table.documentType, checked.value, ids);
  if (mismatch !== null) {
    throw new Error(
      `Failed to insert or update a document in table "${plainTable(table.name)}" because it does not match the schema: ${mismatch}`,
    );
  }
  const { pending } = table;
  if (
    pending !== null &&
    pending.documentType !== null &&
    checkValidator(pending.documentType, checked.value, ids) !== null
  ) {
    pending.suspects.add(id);
  }
  const size = checked.size + systemFieldsSize(id);
  checkDocumentSize(size);
  const value = withSystemFields(checked.value, id, creationTime);
  return { value, json: JSON.stringify(value), size };
}

function withSystemFields(fields: JsonObject, id: string, creationTime: number): JsonObject {
  const document: JsonObject = { _creationTime: creationTime, _id: id };
  const first = Object.keys(fields)[0];
  // Fields come sorted; only capitals and digits sort before the underscore.
  if (first === undefined || first > "_") return Object.assign(document, fields);
  return Object.fromEntries(Object.entries({ ...fields, ...document }).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The fields a replacement brings, once its system fields were found equal to the stored ones. */
export function replacementFields(operation: string, value: unknown, current: JsonObject): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { _id, _creationTime, ...fields } = value as JsonObject;
  checkSystemField(operation, "_id", _id, current);
  checkSystemField(operation, "_creationTime", _creationTime, current);
  return fields;
}

function checkSystemField(
  operation: string,
  field: "_id" | "_creationTime",
  given: Json | undefined,
  current: JsonObject,
): void {
  if (given === undefined || given === current[field]) return;
  const owner = field === "_id" ? "document ID" : "creation time of document";
  throw new Error(
    `Provided \`${field}\` field value "${String(given)}" of \`db.${operation}\` does not match the ${owner} "${String(current["_id"])}"`,
  );
}

/** Merges a patch into a document's fields: `{$undefined: null}` removes a field. */
export function patchedFields(value: unknown, current: JsonObject): unknown {
  const patch = replacementFields("patch", value, current);
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const { _id, _creationTime, ...fields } = current;
  const changes = Object.entries(patch as JsonObject);
  // Stored fields are sorted, and stay so where only their values change.
  if (changes.every(([field, change]) => Object.hasOwn(fields, field) && !isUndefinedJson(change)))
    return { ...fields, ...(patch as JsonObject) };
  const merged = new Map<string, Json>(Object.entries(fields));
  for (const [field, change] of changes) {
    if (isUndefinedJson(change)) merged.delete(field);
    else merged.set(field, change);
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const writer = new KeyWriter();

/** The key of a document in an index. */
export function documentKey(index: IndexInfo, document: JsonObject, internalId: Uint8Array): Uint8Array {
  writer.reset();
  for (const path of index.paths) writer.value(valueAtPath(document, path));
  if (index.name !== BY_ID) writer.raw(internalId);
  return writer.take();
}

/** The key of a document that was changed: the very one it had, where it stands in the same place. */
export function movedKey(
  index: IndexInfo,
  before: JsonObject,
  after: JsonObject,
  { oldKey, internalId }: { readonly oldKey: Uint8Array; readonly internalId: Uint8Array },
): Uint8Array {
  if (index.paths.every((path) => valueAtPath(before, path) === valueAtPath(after, path))) return oldKey;
  const newKey = documentKey(index, after, internalId);
  return compareBytes(oldKey, newKey) === 0 ? oldKey : newKey;
}

/** The keys of a document in an index: one, as many as it has words in a search index, at most one in a vector index. */
export function documentKeys(index: IndexInfo, document: JsonObject, internalId: Uint8Array): readonly Uint8Array[] {
  if (index.search !== null) return postingKeys(index.search, document, internalId);
  if (index.vector !== null) return vectorKeys(index.vector, document, internalId);
  return [documentKey(index, document, internalId)];
}

/** The internal id of a stored document. */
export function internalIdOf(document: JsonObject): Uint8Array {
  return present(decodeId(document["_id"] as string), "stored ids are well formed").internalId;
}

/** The key of a stored document in an index. */
export function storedKey(index: IndexInfo, json: string): Uint8Array {
  const document = JSON.parse(json) as JsonObject;
  return documentKey(index, document, internalIdOf(document));
}
