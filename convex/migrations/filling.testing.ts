/**
 * A row in every table that has none yet, with every field of it, of a union the first kind: made from the schema, so that a data folder which is
 * kept holds each shape of its day. What the rows say means nothing.
 */

import type { GenericId, GenericValidator } from "convex/values";
import type { Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import schema from "../schema";
import { DAWN } from "../testing/world.testing";

/** A row of each table that has one, by the table's name. */
type Ids = Map<string, GenericId<string>>;

/** Fills the tables that are empty; throws where rows need each other and none can be the first. */
export async function fillEmptyTables({ db }: MutationCtx, file: Id<"_storage">): Promise<void> {
  const ids: Ids = new Map([["_storage", file]]);
  const empty = new Set<TableNames>();
  const tables = Object.keys(schema.tables) as TableNames[];
  for (const table of tables) {
    const row = await db.query(table).first();
    if (row) ids.set(table, row._id);
    else empty.add(table);
  }
  while (empty.size > 0) {
    const before = empty.size;
    for (const table of empty) {
      const row = valueOf(validatorOf(table), ids);
      if (row === NONE) continue;
      ids.set(table, await db.insert(table, row as never));
      empty.delete(table);
    }
    if (empty.size === before) throw new Error(`No row can be made of ${[...empty].join(", ")}`);
  }
  // Once every table has a row, each names one wherever it may.
  for (const table of tables) {
    const rows = await db.query(table).take(2);
    const [row] = rows;
    const whole = valueOf(validatorOf(table), ids);
    if (row && rows.length === 1 && isMade(row) && whole !== NONE) await db.replace(row._id as never, whole as never);
  }
}

const validatorOf = (table: TableNames): GenericValidator => schema.tables[table].validator;

/** Only rows made here say this in some text. */
const TEXT = "made from the schema";
const isMade = (row: object): boolean => JSON.stringify(row).includes(TEXT);

/** No value can be made yet: it names a row of a table that is empty. */
const NONE = Symbol("none");

function valueOf(validator: GenericValidator, ids: Ids): unknown {
  switch (validator.kind) {
    case "id":
      return ids.get(validator.tableName) ?? NONE;
    case "string":
      return TEXT;
    case "float64":
      return DAWN;
    case "int64":
      return 1n;
    case "boolean":
      return true;
    case "bytes":
      return new ArrayBuffer(1);
    case "literal":
      return validator.value;
    case "null":
    case "any":
      return null;
    case "union": {
      const made = validator.members.map((member: GenericValidator) => valueOf(member, ids));
      return (
        made.find((value: unknown) => value !== NONE && value !== null) ??
        made.find((value: unknown) => value !== NONE) ??
        NONE
      );
    }
    case "array": {
      const element = valueOf(validator.element, ids);
      return element === NONE ? [] : [element];
    }
    case "record":
      return {};
    case "object":
      return objectOf(validator.fields, ids);
  }
}

function objectOf(fields: Readonly<Record<string, GenericValidator>>, ids: Ids): unknown {
  const made = Object.entries(fields).map(([name, field]) => ({ name, field, value: valueOf(field, ids) }));
  if (made.some(({ field, value }) => value === NONE && field.isOptional === "required")) return NONE;
  return Object.fromEntries(made.flatMap(({ name, value }) => (value === NONE ? [] : [[name, value]])));
}
