/**
 * From the client library's query JSON to one interval of one index and a list of operators. A
 * range names a prefix of the index's fields by equality, then at most one lower and one upper
 * bound on the field after it.
 */

import { afterPrefix } from "../../lib/bytes.ts";
import { isJsonObject, isUndefinedJson } from "../../values/json.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import type { Catalog, IndexInfo, TableInfo } from "../schema/catalog.ts";
import { isSystemName } from "../schema/names.ts";
import { planSearch, type SearchPlan } from "../search/plan.ts";
import type { TableAccess, UsedFields } from "../types.ts";
import { compileFilter } from "./filters.ts";

/** `.filter(...)` and `.take(n)` in the order they were written. */
export type Operator =
  | { readonly kind: "filter"; readonly passes: (document: JsonObject) => boolean }
  | { readonly kind: "limit"; readonly count: number };

/** A query ready to run. `target` is null when its table does not exist: then it has no rows. */
export interface Plan {
  readonly tableName: string;
  readonly target: { readonly table: TableInfo; readonly index: IndexInfo } | null;
  /** A text search: its rows come by rank, not from the interval. */
  readonly search?: SearchPlan;
  readonly lower: Uint8Array;
  readonly upper: Uint8Array | null;
  readonly order: "asc" | "desc";
  readonly operators: readonly Operator[];
  /** Where it will stand what of its documents was used. */
  readonly used?: UsedFields | undefined;
}

/** More operators than this are refused, as the client library does. */
const MAX_OPERATORS = 256;

type BoundType = "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
interface Bound {
  readonly type: BoundType;
  readonly field: string;
  readonly value: Json | undefined;
}

function text(value: Json | undefined, what: string): string {
  if (typeof value !== "string") throw new Error(`Malformed query: ${what} is not a string`);
  return value;
}

function parseBounds(range: Json | undefined): Bound[] {
  if (!Array.isArray(range)) throw new Error("Malformed query: range is not a list");
  return range.map((item) => {
    if (!isJsonObject(item)) throw new Error("Malformed query: range expression is not an object");
    const type = text(item["type"], "range type");
    if (type !== "Eq" && type !== "Gt" && type !== "Gte" && type !== "Lt" && type !== "Lte") {
      throw new Error(`Malformed query: unknown range expression ${type}`);
    }
    const value = item["value"];
    return {
      type,
      field: text(item["fieldPath"], "field path"),
      value: value === undefined || isUndefinedJson(value) ? undefined : value,
    };
  });
}

interface SortedBounds {
  readonly equal: Map<string, Json | undefined>;
  lower: Bound | null;
  upper: Bound | null;
}

function sortBounds(bounds: readonly Bound[], index: IndexInfo, label: string): SortedBounds {
  const sorted: SortedBounds = { equal: new Map(), lower: null, upper: null };
  for (const bound of bounds) {
    if (!index.fields.includes(bound.field)) {
      throw new Error(
        `The index range included a comparison with \`${bound.field}\`, but ${label} with fields ${fieldList(index)} doesn't index this field.`,
      );
    }
    if (bound.type === "Eq") {
      if (sorted.equal.has(bound.field))
        throw new Error(`Already defined equality bound on \`${bound.field}\` in index range on ${label}.`);
      sorted.equal.set(bound.field, bound.value);
      continue;
    }
    const side = bound.type === "Gt" || bound.type === "Gte" ? "lower" : "upper";
    if (sorted[side] !== null)
      throw new Error(`Already defined ${side} bound on \`${sorted[side].field}\` in index range on ${label}.`);
    sorted[side] = bound;
  }
  return sorted;
}

function fieldList(index: IndexInfo): string {
  return JSON.stringify(index.fields);
}

function checkShape({ equal, lower, upper }: SortedBounds, index: IndexInfo, label: string): void {
  const bounded = lower?.field ?? upper?.field;
  if (lower !== null && upper !== null && lower.field !== upper.field) {
    throw new Error(
      `Upper and lower bounds in an index range must be on the same field: found \`${lower.field}\` and \`${upper.field}\` in the range on ${label}.`,
    );
  }
  if (bounded !== undefined && equal.has(bounded)) {
    throw new Error(
      `Can't combine equality and inequality on the same field \`${bounded}\` in the index range on ${label}.`,
    );
  }
  const prefix = index.fields.slice(0, equal.size);
  const skipped =
    prefix.find((field) => !equal.has(field)) ??
    (bounded !== undefined && index.fields[equal.size] !== bounded ? index.fields[equal.size] : undefined);
  if (skipped !== undefined) {
    throw new Error(
      `The index range on ${label} skipped \`${skipped}\`: fields must be queried in the order they are indexed, ${fieldList(index)}.`,
    );
  }
}

/** The interval of keys a range expression selects. */
function interval(
  bounds: readonly Bound[],
  index: IndexInfo,
  label: string,
): { lower: Uint8Array; upper: Uint8Array | null } {
  const sorted = sortBounds(bounds, index, label);
  checkShape(sorted, index, label);
  const prefix = index.fields.slice(0, sorted.equal.size).map((field) => sorted.equal.get(field));
  const whole = encodeKey(prefix);
  const at = (bound: Bound): Uint8Array => encodeKey([...prefix, bound.value]);
  let lower = whole;
  let upper = afterPrefix(whole);
  // An encoded value is never empty nor all 0xff, so its prefix always has an end.
  if (sorted.lower !== null)
    lower = sorted.lower.type === "Gte" ? at(sorted.lower) : (afterPrefix(at(sorted.lower)) ?? lower);
  if (sorted.upper !== null) upper = sorted.upper.type === "Lt" ? at(sorted.upper) : afterPrefix(at(sorted.upper));
  return { lower, upper };
}

function parseOperators(operators: Json | undefined): Operator[] {
  if (!Array.isArray(operators)) throw new Error("Malformed query: operators is not a list");
  if (operators.length > MAX_OPERATORS)
    throw new Error(`Can't construct query with more than ${MAX_OPERATORS} operators`);
  return operators.map((item) => {
    if (isJsonObject(item) && item["filter"] !== undefined)
      return { kind: "filter", passes: compileFilter(item["filter"]) };
    const limit = isJsonObject(item) ? item["limit"] : undefined;
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0)
      throw new Error("Malformed query: unknown operator");
    return { kind: "limit", count: limit };
  });
}

function parseOrder(order: Json | undefined): "asc" | "desc" {
  if (order === null || order === undefined || order === "asc") return "asc";
  if (order === "desc") return "desc";
  throw new Error("Malformed query: order is neither asc nor desc");
}

/** A table as far as this caller may see it: a system table only through `db.system`, and the reverse. */
export function visibleTable(catalog: Catalog, name: string, access: TableAccess): TableInfo | null {
  return isSystemName(name) === access.isSystem ? catalog.named(name) : null;
}

/** An index that may be read; throws why not. */
export function readyIndex(table: TableInfo, name: string, label: string): IndexInfo {
  if (table.stagedIndexes.includes(name)) {
    throw new Error(`Index ${label} is currently staged and not available to query until it is enabled.`);
  }
  const index = table.indexes.find((candidate) => candidate.name === name);
  if (index !== undefined) return index;
  if (table.pending?.building.some((candidate) => candidate.name === name) === true) {
    throw new Error(`Index ${label} is currently backfilling and not available to query yet.`);
  }
  throw new Error(`Index ${label} not found.`);
}

function searchPlan(catalog: Catalog, source: JsonObject, operators: readonly Operator[], access: TableAccess): Plan {
  const label = text(source["indexName"], "index name");
  const dot = label.indexOf(".");
  const tableName = label.slice(0, dot);
  const table = visibleTable(catalog, tableName, access);
  const whole = { tableName, lower: new Uint8Array(), upper: null, order: "asc", operators } as const;
  if (table === null) return { ...whole, target: null };
  const index = readyIndex(table, label.slice(dot + 1), label);
  if (index.search === null) throw new Error(`Index ${label} is not a search index.`);
  return { ...whole, target: { table, index }, search: planSearch(table, index, index.search, source["filters"]) };
}

/** Resolves a query against the tables that exist. */
export function planQuery(catalog: Catalog, query: unknown, access: TableAccess): Plan {
  const source = isJsonObject(query) ? query["source"] : undefined;
  if (!isJsonObject(query) || !isJsonObject(source)) throw new Error("Malformed query: no source");
  const operators = parseOperators(query["operators"]);
  const type = text(source["type"], "source type");
  if (type === "Search") return searchPlan(catalog, source, operators, access);
  const order = parseOrder(source["order"]);
  if (type === "FullTableScan") {
    const tableName = text(source["tableName"], "table name");
    const table = visibleTable(catalog, tableName, access);
    const target = table === null ? null : { table, index: table.byCreationTime };
    return { tableName, target, lower: new Uint8Array(), upper: null, order, operators };
  }
  if (type !== "IndexRange") throw new Error(`Malformed query: unknown source ${type}`);
  const label = text(source["indexName"], "index name");
  const dot = label.indexOf(".");
  const tableName = label.slice(0, dot);
  const bounds = parseBounds(source["range"]);
  const table = visibleTable(catalog, tableName, access);
  if (table === null) return { tableName, target: null, lower: new Uint8Array(), upper: null, order, operators };
  const index = readyIndex(table, label.slice(dot + 1), label);
  if (index.search !== null) throw new Error(`Index ${label} is a search index. Use \`withSearchIndex\` to query it.`);
  if (index.vector !== null)
    throw new Error(`Index ${label} is a vector index. Use \`ctx.vectorSearch\` in an action.`);
  return { tableName, target: { table, index }, ...interval(bounds, index, label), order, operators };
}
