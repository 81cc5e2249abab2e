/** From the client library's search query to intervals of a search index, one per word. */

import { afterPrefix } from "../../lib/bytes.ts";
import { isJsonObject, isUndefinedJson } from "../../values/json.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import type { IndexInfo, SearchInfo, TableInfo } from "../schema/catalog.ts";
import { wordsOf } from "./postings.ts";

/** Words of a query beyond these are ignored, as Convex does. */
const MAX_WORDS = 16;
const MAX_FILTERS = 8;

/** An equality the documents must hold. */
export interface SearchFilter {
  /** The filter field, by its place in the entries' keys. */
  readonly place: number;
  /** The value as `encodeKey` writes it. */
  readonly value: Uint8Array;
}

/** One word of the query, as an interval of the index. */
export interface SearchTerm {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array | null;
  /** Filters the interval does not see to by itself, in the order of their places. */
  readonly rest: readonly SearchFilter[];
}

/** A search ready to run. */
export interface SearchPlan {
  readonly table: TableInfo;
  readonly index: IndexInfo;
  readonly terms: readonly SearchTerm[];
}

interface Expressions {
  readonly text: string;
  /** By field. */
  readonly filters: ReadonlyMap<string, Json | undefined>;
}

function parseExpressions(filters: Json | undefined, label: string, search: SearchInfo): Expressions {
  if (!Array.isArray(filters) || !filters.every(isJsonObject))
    throw new Error("Malformed query: filters is not a list of objects");
  const isSearch = (item: JsonObject): boolean => item["type"] === "Search";
  const equalities = filters.filter((item) => !isSearch(item));
  if (equalities.length > MAX_FILTERS) {
    throw new Error(
      `Search query against ${label} has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${equalities.length}`,
    );
  }
  return {
    text: searchText(filters.filter(isSearch), label, search),
    filters: readEqualities(equalities, label, search),
  };
}

function searchText(searches: readonly JsonObject[], label: string, { searchField }: SearchInfo): string {
  const [only] = searches;
  if (only === undefined) {
    throw new Error(
      `Search query against ${label} does not contain any search filters. You must include a search filter like \`q.search("${searchField}", searchText)\`.`,
    );
  }
  if (searches.length > 1)
    throw new Error(`Search query against ${label} contains multiple search filters. You may only include one.`);
  if (only["fieldPath"] !== searchField) {
    throw new Error(
      `Search query against ${label} contains a search filter against ${String(only["fieldPath"])}, which doesn't match the indexed \`searchField\` ${searchField}.`,
    );
  }
  if (typeof only["value"] !== "string") throw new Error("Malformed query: the search text is not a string");
  return only["value"];
}

function readEqualities(
  items: readonly JsonObject[],
  label: string,
  { filterFields }: SearchInfo,
): Map<string, Json | undefined> {
  const filters = new Map<string, Json | undefined>();
  for (const { type, fieldPath, value } of items) {
    if (type !== "Eq" || typeof fieldPath !== "string") throw new Error("Malformed query: unknown search filter");
    if (!filterFields.includes(fieldPath)) {
      throw new Error(
        `Search query against ${label} contains an equality filter on ${fieldPath} but that field isn't indexed for filtering in \`filterFields\`.`,
      );
    }
    if (filters.has(fieldPath))
      throw new Error(`Search query against ${label} contains multiple equality filters on ${fieldPath}.`);
    filters.set(fieldPath, value === undefined || isUndefinedJson(value) ? undefined : value);
  }
  return filters;
}

/** Plans a search; throws Convex's messages for what does not fit the index. */
export function planSearch(
  table: TableInfo,
  index: IndexInfo,
  search: SearchInfo,
  filters: Json | undefined,
): SearchPlan {
  const asked = parseExpressions(filters, `${table.name}.${index.name}`, search);
  const words = [...new Set(wordsOf(asked.text))].slice(0, MAX_WORDS);
  // What somebody is still typing: the last word also finds the words it begins.
  const last = wordsOf(asked.text).at(-1);
  return {
    table,
    index,
    terms: words.map((word) => (word === last ? prefixTerm(word, asked, search) : wholeTerm(word, asked, search))),
  };
}

function wholeTerm(word: string, { filters }: Expressions, { filterFields }: SearchInfo): SearchTerm {
  let leading = 0;
  while (leading < filterFields.length && filters.has(filterFields[leading] as string)) leading++;
  const lower = encodeKey([word, ...filterFields.slice(0, leading).map((field) => filters.get(field))]);
  return { lower, upper: afterPrefix(lower), rest: restOf(filters, filterFields, leading) };
}

function prefixTerm(word: string, { filters }: Expressions, { filterFields }: SearchInfo): SearchTerm {
  const whole = encodeKey([word]);
  // Without the byte that ends a string it is the beginning of every string that starts so.
  const lower = whole.subarray(0, whole.length - 1);
  return { lower, upper: afterPrefix(lower), rest: restOf(filters, filterFields, 0) };
}

function restOf(filters: Expressions["filters"], fields: readonly string[], from: number): SearchFilter[] {
  return fields.flatMap((field, place) =>
    place >= from && filters.has(field) ? [{ place, value: encodeKey([filters.get(field)]) }] : [],
  );
}
