/** From the client library's vector query to what the search needs; throws Convex's messages for what does not fit. */

import { isJsonObject, isUndefinedJson } from "../../values/json.ts";
import type { Json } from "../../values/json.ts";
import { readyIndex, visibleTable } from "../queries/plan.ts";
import type { Catalog, IndexInfo, TableInfo, VectorInfo } from "../schema/catalog.ts";
import { directionOf, filterHash } from "./entries.ts";

const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 256;
const MAX_CONDITIONS = 64;

/** A filter field, by its place in the index, and the hash of a value it may have. */
export interface VectorCondition {
  readonly field: number;
  readonly hash: Uint8Array;
}

/** A search ready to run. */
export interface VectorPlan {
  readonly table: TableInfo;
  readonly index: IndexInfo;
  readonly vector: VectorInfo;
  /** `table.index`, for messages. */
  readonly label: string;
  /** Of length one. */
  readonly direction: Float32Array<ArrayBuffer>;
  /** One of them must hold; when there is none, every document passes. */
  readonly conditions: readonly VectorCondition[];
  readonly limit: number;
}

/** Plans a search over the tables that exist. */
export function planVectorSearch(catalog: Catalog, query: unknown): VectorPlan {
  if (!isJsonObject(query) || typeof query["indexName"] !== "string")
    throw new Error("Malformed vector query: no index name");
  const label = query["indexName"];
  const dot = label.indexOf(".");
  const table = visibleTable(catalog, label.slice(0, dot), { isSystem: false });
  if (table === null) throw new Error(`Index ${label} not found.`);
  const index = readyIndex(table, label.slice(dot + 1), label);
  const { vector } = index;
  if (vector === null) throw new Error(`Index ${label} is not a vector index.`);
  const limit = readLimit(query["limit"]);
  const conditions = readConditions(query["expressions"], label, vector);
  return { table, index, vector, label, limit, conditions, direction: readVector(query["vector"], vector) };
}

function readLimit(limit: Json | undefined): number {
  if (limit === undefined || limit === null) return DEFAULT_RESULTS;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0)
    throw new Error("Malformed vector query: limit is not a whole number");
  if (limit > MAX_RESULTS)
    throw new Error(`Vector queries can fetch at most ${MAX_RESULTS} results, requested ${limit}.`);
  return limit;
}

function readVector(vector: Json | undefined, { dimensions }: VectorInfo): Float32Array<ArrayBuffer> {
  if (!Array.isArray(vector)) throw new Error("Malformed vector query: vector is not a list");
  if (vector.length !== dimensions)
    throw new Error(`Expected a vector with dimensions ${dimensions}, received ${vector.length}.`);
  const numbers = vector.filter((number) => typeof number === "number");
  const direction = numbers.length === dimensions ? directionOf(numbers) : null;
  // JSON makes null of a number that is not finite.
  if (direction === null) throw new Error("Malformed vector query: vector holds something that is not a finite number");
  return direction;
}

function readConditions(expression: Json | undefined, label: string, vector: VectorInfo): VectorCondition[] {
  const conditions = new Map<string, VectorCondition>();
  for (const [field, value] of equalities(expression ?? null)) {
    const place = vector.filterFields.indexOf(field);
    if (place < 0) {
      throw new Error(
        `Vector query against ${label} contains a filter on "${field}" but that field isn't indexed for filtering in \`filterFields\`.`,
      );
    }
    const hash = filterHash(value);
    conditions.set(`${place} ${Buffer.from(hash).toString("hex")}`, { field: place, hash });
  }
  if (conditions.size > MAX_CONDITIONS) {
    throw new Error(
      `Vector query against ${label} has too many conditions. Max: ${MAX_CONDITIONS} Actual: ${conditions.size}`,
    );
  }
  return [...conditions.values()];
}

/** The equalities of `q.eq` and of those within `q.or`. */
function equalities(expression: Json): [string, Json | undefined][] {
  if (expression === null) return [];
  const either = isJsonObject(expression) ? expression["$or"] : undefined;
  if (Array.isArray(either)) return either.flatMap(equalities);
  const equality = isJsonObject(expression) ? expression["$eq"] : undefined;
  if (!Array.isArray(equality)) throw new Error("Filters should be a combination of `q.eq` and `q.or`.");
  const [left, right] = equality;
  const field = isJsonObject(left) ? left["$field"] : undefined;
  if (typeof field !== "string" || !isJsonObject(right) || !("$literal" in right))
    throw new Error("`q.eq` must take a field path as its first argument and a value as its second");
  const value = right["$literal"] as Json;
  return [[field, isUndefinedJson(value) ? undefined : value]];
}
