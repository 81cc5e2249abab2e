/**
 * A model of the database for tests: whole documents in a list, every query answered by sorting and
 * filtering them. Never shipped.
 */

import { compareValues, jsonToConvex } from "convex/values";
import type { JSONValue, Value } from "convex/values";
import { expect } from "vitest";
import { seededRandom } from "../lib/random.ts";
import { isJsonObject, isUndefinedJson } from "../values/json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { APP, collect, queryOf, schemaOf } from "./testing.ts";
import type { TestBound, TestQuery } from "./testing.ts";
import type { ReadTransaction, WriteTransaction } from "./types.ts";

const INDEXES: Record<string, readonly string[]> = { by_a: ["a"], by_ab: ["a", "b"], by_deep: ["d.e", "a"] };
/** Schema of the one table, `items`. */
export const SCHEMA = schemaOf({ items: { indexes: INDEXES } });
const VALUES: readonly (Json | undefined)[] = [
  undefined,
  null,
  0,
  1,
  2,
  -1,
  { $float: "AAAAAAAAAIA=" },
  { $integer: "AQAAAAAAAAA=" },
  true,
  "",
  "a",
  "a\u0000",
  "b",
  [1],
  [],
  {},
  { x: 1 },
  { $bytes: "AQ==" },
];

/** Choices of one history. */
export class Dice {
  readonly #random: ReturnType<typeof seededRandom>;
  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }
  below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }
  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
  chance(share: number): boolean {
    return this.#random.next() < share;
  }
  fields(): JsonObject {
    const [a, b, e] = [this.pick(VALUES), this.pick(VALUES), this.pick(VALUES)];
    return {
      ...(a === undefined ? {} : { a }),
      ...(b === undefined ? {} : { b }),
      ...(e === undefined ? {} : { d: { e } }),
    };
  }
  query(): TestQuery {
    const index = this.pick([undefined, "by_a", "by_ab", "by_deep"]);
    const fields = index === undefined ? [] : (INDEXES[index] as readonly string[]);
    const range: TestBound[] = [];
    const equalities = this.below(fields.length + 1);
    for (const field of fields.slice(0, equalities)) range.push(["Eq", field, this.pick(VALUES)]);
    const next = fields[equalities];
    if (next !== undefined && this.chance(0.5))
      range.push([this.pick(["Gt", "Gte"] as const), next, this.pick(VALUES)]);
    if (next !== undefined && this.chance(0.5))
      range.push([this.pick(["Lt", "Lte"] as const), next, this.pick(VALUES)]);
    return {
      ...(index === undefined ? {} : { index, range }),
      order: this.pick(["asc", "desc"] as const),
      ...(this.chance(0.3)
        ? {
            filter: {
              [this.pick(["$gt", "$eq"])]: [{ $field: "b" }, { $literal: this.pick(VALUES) ?? { $undefined: null } }],
            },
          }
        : {}),
      ...(this.chance(0.4) ? { limit: this.below(4) } : {}),
    };
  }
}

function valueOf(json: Json | undefined): Value | undefined {
  return json === undefined || isUndefinedJson(json) ? undefined : jsonToConvex(json as JSONValue);
}

function fieldOf(document: JsonObject, path: string): Value | undefined {
  let at: Json | undefined = document;
  for (const step of path.split(".")) at = isJsonObject(at) ? at[step] : undefined;
  return valueOf(at);
}

const MATCHES: Record<TestBound[0], (order: number) => boolean> = {
  Eq: (order) => order === 0,
  Gt: (order) => order > 0,
  Gte: (order) => order >= 0,
  Lt: (order) => order < 0,
  Lte: (order) => order <= 0,
};

/** Whether a document lies in the index range of a query. */
export function isInRange(document: JsonObject, { range = [] }: TestQuery): boolean {
  return range.every(([type, field, value]) => MATCHES[type](compareValues(fieldOf(document, field), valueOf(value))));
}

/** The answer, found the long way. */
function answer(documents: readonly JsonObject[], query: TestQuery): JsonObject[] {
  const paths = [
    ...(query.index === undefined ? [] : (INDEXES[query.index] as readonly string[])),
    "_creationTime",
    "_id",
  ];
  const sign = query.order === "desc" ? -1 : 1;
  const sorted = documents
    .filter((document) => isInRange(document, query))
    .sort(
      (x, y) =>
        sign *
        (paths.map((path) => compareValues(fieldOf(x, path), fieldOf(y, path))).find((order) => order !== 0) ?? 0),
    );
  const filter = query.filter as Record<string, [unknown, { $literal: Json }]> | undefined;
  const passing = sorted.filter((document) => {
    if (filter === undefined) return true;
    const [operator, operands] = Object.entries(filter)[0] as [string, [unknown, { $literal: Json }]];
    return MATCHES[operator === "$gt" ? "Gt" : "Eq"](
      compareValues(fieldOf(document, "b"), valueOf(operands[1].$literal)),
    );
  });
  return passing.slice(0, query.limit ?? passing.length);
}

/** See the file comment. */
export class Model {
  documents: JsonObject[] = [];

  /** One random write, done in the transaction and in the model. */
  write(tx: WriteTransaction, dice: Dice): void {
    const target = this.documents.length > 0 && dice.chance(0.6) ? dice.pick(this.documents) : null;
    if (target === null) {
      const id = tx.insert("items", dice.fields());
      this.documents = [...this.documents, JSON.parse(tx.get(id, APP) as string) as JsonObject];
      return;
    }
    const id = target["_id"] as string;
    const rest = this.documents.filter((document) => document !== target);
    if (dice.chance(0.3)) {
      tx.remove(id);
      this.documents = rest;
      return;
    }
    const fields = dice.fields();
    const system = { _id: id, _creationTime: target["_creationTime"] as number };
    const isPatch = dice.chance(0.5);
    if (isPatch) tx.shallowMerge(id, fields);
    else tx.replace(id, fields);
    this.documents = [...rest, isPatch ? { ...target, ...fields } : { ...fields, ...system }];
  }

  check(tx: ReadTransaction, dice: Dice, where: string): void {
    const query = dice.query();
    expect(collect(tx, queryOf("items", query)), `${where}: ${JSON.stringify(query)}`).toEqual(
      answer(this.documents, query),
    );
    expect(tx.count("items"), where).toBe(this.documents.length);
  }
}
