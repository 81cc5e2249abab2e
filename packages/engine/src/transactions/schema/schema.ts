/** The app's schema as `schema.export()` gives it, read and checked. */

import type { SearchFields, VectorFields } from "../../storage/registry.ts";
import { isJsonObject } from "../../values/json.ts";
import { isIdentifier } from "../../values/limits.ts";
import type { ValidatorJson } from "../../values/validators.ts";
import { BY_CREATION_TIME, BY_ID, qualifiedTable } from "./names.ts";
import { readVectorIndex, checkVectorIndexes, type VectorIndexJson } from "./vector-indexes.ts";

/** What a schema says about one table. */
export interface TableSchema {
  readonly name: string;
  /** The number a system table has; the app's tables get the next free one. */
  readonly number?: number;
  readonly indexes: ReadonlyMap<string, readonly string[]>;
  readonly searchIndexes: ReadonlyMap<string, SearchFields>;
  readonly vectorIndexes: ReadonlyMap<string, VectorFields>;
  /** Names of those in the three that are kept but not enabled. */
  readonly stagedIndexes: readonly string[];
  readonly documentType: ValidatorJson | null;
}

/** A search index as `schema.export()` writes it. */
interface SearchIndexJson {
  readonly indexDescriptor: string;
  readonly searchField: string;
  readonly filterFields?: readonly string[];
}

const MAX_INDEX_FIELDS = 16;
const MAX_INDEXES = 64;
const MAX_SEARCH_INDEXES = 16;

function checkName(table: string, name: string): void {
  if (name === BY_ID || name === BY_CREATION_TIME || name.startsWith("_")) {
    throw new Error(
      `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not start with an underscore or be named "by_id" or "by_creation_time".`,
    );
  }
  if (!isIdentifier(name)) throw new Error(`Invalid index name "${name}" in table "${table}".`);
}

function checkIndex(table: string, name: string, fields: readonly string[]): void {
  const label = `${table}.${name}`;
  checkName(table, name);
  if (fields.length === 0) throw new Error(`Index ${label} must have at least one field.`);
  if (fields.length > MAX_INDEX_FIELDS)
    throw new Error(`Index ${label} has too many fields (${fields.length} > maximum ${MAX_INDEX_FIELDS}).`);
  const seen = new Set<string>();
  for (const field of fields) {
    if (field === "_id" || field === "_creationTime") {
      throw new Error(
        `Index ${label} lists \`${field}\`: every index ends in \`_creationTime\` and \`_id\` by itself, remove it from the fields.`,
      );
    }
    if (!field.split(".").every(isIdentifier)) throw new Error(`Index ${label} has an invalid field \`${field}\`.`);
    if (seen.has(field)) throw new Error(`Index ${label} lists \`${field}\` twice.`);
    seen.add(field);
  }
}

/** The definitions of two lists of a table, the enabled and the staged ones. */
function joined<Definition>(enabled: unknown, staged: unknown): Definition[] {
  return [enabled, staged].flatMap((list) => (Array.isArray(list) ? (list as Definition[]) : []));
}

function namesIn(list: unknown): string[] {
  return joined<{ indexDescriptor: string }>(list, []).map(({ indexDescriptor }) => indexDescriptor);
}

function readIndexes(table: string, enabled: unknown, staged: unknown): Map<string, readonly string[]> {
  const read = new Map<string, readonly string[]>();
  for (const index of joined<{ indexDescriptor: string; fields: string[] }>(enabled, staged)) {
    checkIndex(table, index.indexDescriptor, index.fields);
    if (read.has(index.indexDescriptor))
      throw new Error(`Table "${table}" defines index "${index.indexDescriptor}" twice.`);
    read.set(index.indexDescriptor, index.fields);
  }
  if (read.size > MAX_INDEXES)
    throw new Error(`Table "${table}" has too many indexes (${read.size} > maximum ${MAX_INDEXES}).`);
  return read;
}

function readSearchIndexes(
  table: string,
  definitions: readonly SearchIndexJson[],
  taken: ReadonlyMap<string, unknown>,
): Map<string, SearchFields> {
  const read = new Map<string, SearchFields>();
  for (const index of definitions) {
    const { indexDescriptor: name, searchField, filterFields = [] } = index;
    checkName(table, name);
    if (read.has(name) || taken.has(name)) throw new Error(`Table "${table}" defines index "${name}" twice.`);
    if (filterFields.length > MAX_INDEX_FIELDS)
      throw new Error(
        `Search index ${table}.${name} has too many filter fields (${filterFields.length} > maximum ${MAX_INDEX_FIELDS}).`,
      );
    for (const field of [searchField, ...filterFields]) {
      if (!field.split(".").every(isIdentifier))
        throw new Error(`Search index ${table}.${name} has an invalid field \`${field}\`.`);
    }
    const twice = filterFields.find((field, i) => filterFields.indexOf(field) !== i);
    if (twice !== undefined)
      throw new Error(`Search index ${table}.${name} lists the filter field \`${twice}\` twice.`);
    read.set(name, { searchField, filterFields });
  }
  if (read.size > MAX_SEARCH_INDEXES)
    throw new Error(`Table "${table}" has too many search indexes (${read.size} > maximum ${MAX_SEARCH_INDEXES}).`);
  return read;
}

function readVectorIndexes(
  table: string,
  definitions: readonly VectorIndexJson[],
  taken: readonly ReadonlyMap<string, unknown>[],
): Map<string, VectorFields> {
  const read = new Map<string, VectorFields>();
  for (const index of definitions) {
    const name = index.indexDescriptor;
    checkName(table, name);
    if ([read, ...taken].some((names) => names.has(name)))
      throw new Error(`Table "${table}" defines index "${name}" twice.`);
    read.set(name, readVectorIndex(table, index));
  }
  checkVectorIndexes(table, read);
  return read;
}

/**
 * Reads a schema and those of the components beside it (`components`: schema by path); throws when an index definition
 * breaks a rule.
 */
export function readSchema(schemaJson: unknown): TableSchema[] {
  const schema = typeof schemaJson === "string" ? (JSON.parse(schemaJson) as unknown) : schemaJson;
  const components =
    isJsonObject(schema) && isJsonObject(schema["components"]) ? Object.entries(schema["components"]) : [];
  const ofComponents = components.flatMap(([path, own]) =>
    readTables(own).map((table) => ({ ...table, name: qualifiedTable(path, table.name) })),
  );
  return [...readTables(schema), ...ofComponents];
}

function readTables(schemaJson: unknown): TableSchema[] {
  if (schemaJson === null || schemaJson === undefined) return [];
  const schema = schemaJson;
  if (!isJsonObject(schema) || !Array.isArray(schema["tables"])) throw new Error("Malformed schema: no list of tables");
  const isValidated = schema["schemaValidation"] !== false;
  return schema["tables"].map((table) => {
    const name = isJsonObject(table) ? table["tableName"] : null;
    if (!isJsonObject(table) || typeof name !== "string" || !isIdentifier(name)) {
      throw new Error(
        `Invalid table name ${JSON.stringify(name)}: table names must start with a letter, contain only letters, digits and underscores, and be at most 64 characters.`,
      );
    }
    const documentType = table["documentType"] as unknown as ValidatorJson | null | undefined;
    const indexes = readIndexes(name, table["indexes"], table["stagedDbIndexes"]);
    const searches = joined<SearchIndexJson>(table["searchIndexes"], table["stagedSearchIndexes"]);
    const searchIndexes = readSearchIndexes(name, searches, indexes);
    const vectors = joined<VectorIndexJson>(table["vectorIndexes"], table["stagedVectorIndexes"]);
    return {
      name,
      indexes,
      searchIndexes,
      vectorIndexes: readVectorIndexes(name, vectors, [indexes, searchIndexes]),
      stagedIndexes: ["stagedDbIndexes", "stagedSearchIndexes", "stagedVectorIndexes"].flatMap((list) =>
        namesIn(table[list]),
      ),
      documentType: isValidated ? (documentType ?? null) : null,
    };
  });
}
