/** What the tests of the data half are built with. Never shipped. */

import { manualClock } from "../lib/clock.ts";
import type { ManualClock } from "../lib/clock.ts";
import { seededRandom } from "../lib/random.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { openDatabase } from "./database.ts";
import type { DatabaseOptions } from "./database.ts";
import type { Database, QueryJson, ReadTransaction, TableAccess, WriteTransaction } from "./types.ts";

/** The caller is a function of the app. */
export const APP: TableAccess = { isSystem: false };
/** The caller reads through `db.system`. */
export const SYSTEM: TableAccess = { isSystem: true };

/** One table of a test schema: index name -> fields, and optionally its validator. */
export interface TestTable {
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  readonly documentType?: Json;
}

/** A schema as `schema.export()` writes it. */
export function schemaOf(tables: Readonly<Record<string, TestTable>>): Json {
  return {
    schemaValidation: true,
    tables: Object.entries(tables).map(([tableName, { indexes = {}, documentType = { type: "any" } }]) => ({
      tableName,
      indexes: Object.entries(indexes).map(([indexDescriptor, fields]) => ({ indexDescriptor, fields: [...fields] })),
      searchIndexes: [],
      vectorIndexes: [],
      documentType,
    })),
  };
}

/** A database on a clock that stands still and seeded randomness. */
export function openTestDatabase(options: Partial<DatabaseOptions> & { seed?: number } = {}): {
  db: Database;
  clock: ManualClock;
} {
  const clock = manualClock();
  const { seed = 1, ...given } = options;
  return { clock, db: openDatabase({ dataDir: ":memory:", clock, random: seededRandom(seed), ...given }) };
}

/** Runs a mutation for its value. */
export async function mutate<T>(db: Database, body: (tx: WriteTransaction) => T | Promise<T>): Promise<T> {
  return (await db.committer.run(async (tx) => body(tx))).value;
}

/** Reads at the newest state. */
export function read<T>(db: Database, body: (tx: ReadTransaction) => T): T {
  const snapshot = db.snapshot();
  try {
    return body(snapshot.begin());
  } finally {
    snapshot.release();
  }
}

/** One bound of an index range: ["Eq", field, value]; a value of undefined means a missing field. */
export type TestBound = readonly ["Eq" | "Gt" | "Gte" | "Lt" | "Lte", string, Json | undefined];

/** What to ask for, in short form. */
export interface TestQuery {
  readonly index?: string;
  readonly range?: readonly TestBound[];
  readonly order?: "asc" | "desc";
  readonly filter?: Json;
  readonly limit?: number;
}

/** The query JSON the client library would send. */
export function queryOf(table: string, { index, range = [], order, filter, limit }: TestQuery = {}): QueryJson {
  const source =
    index === undefined
      ? { type: "FullTableScan", tableName: table, order: order ?? null }
      : {
          type: "IndexRange",
          indexName: `${table}.${index}`,
          range: range.map(([type, fieldPath, value]) => ({
            type,
            fieldPath,
            value: value === undefined ? { $undefined: null } : value,
          })),
          order: order ?? null,
        };
  const operators = [...(filter === undefined ? [] : [{ filter }]), ...(limit === undefined ? [] : [{ limit }])];
  return { source, operators };
}

/** All documents of a query. */
export function collect(tx: ReadTransaction, query: QueryJson, access: TableAccess = APP): JsonObject[] {
  const stream = tx.openQuery(query, access);
  const found: JsonObject[] = [];
  for (let json = stream.next(); json !== null; json = stream.next()) found.push(JSON.parse(json) as JsonObject);
  return found;
}
