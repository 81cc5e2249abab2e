/** Decides where the tables of an import go: which are made anew, and under which number. Pure. */

import type { StagedDocument } from "../../storage/staging.ts";
import type { Catalog, TableInfo } from "../schema/catalog.ts";
import { FIRST_USER_TABLE_NUMBER, isSystemName } from "../schema/names.ts";

/**
 * What becomes of documents that are there: `requireEmpty` refuses tables that have any, `append`
 * keeps them, `replace` deletes those of imported tables, `replaceAll` those of every table.
 */
export type IngestMode = "requireEmpty" | "append" | "replace" | "replaceAll";

/** A table of an import. */
export interface IngestTable {
  readonly name: string;
  /** The number its documents' ids carry; null when they carry none. */
  readonly number: number | null;
}

/** What to write. */
export interface IngestRequest {
  readonly mode: IngestMode;
  /** Every table of the import, also those without documents. */
  readonly tables: readonly IngestTable[];
  /** The documents, some at a time. */
  pages(): Iterable<readonly StagedDocument[]>;
  /** Where a staged document was read, for messages. */
  placeOf(document: StagedDocument): string;
}

/** What was written. */
export interface IngestReport {
  /** Documents written per table. */
  readonly written: ReadonlyMap<string, number>;
  /** Documents deleted, of all tables together. */
  readonly deleted: number;
  /** Contents of stored files (SHA-256 in base64) whose documents were deleted. */
  readonly droppedContents: readonly string[];
}

/** A table to be made, empty, in the place of the one that was. */
export interface PlannedTable {
  readonly name: string;
  readonly number: number;
  readonly existing: TableInfo | null;
}

interface Wish {
  readonly name: string;
  readonly number: number | null;
  readonly existing: TableInfo | null;
  /** Its documents go, so any free number will do. */
  readonly mayMove: boolean;
}

/** Tables that are appended to are not in the answer: they stay as they are. */
export function planIngest(
  catalog: Catalog,
  request: Pick<IngestRequest, "mode" | "tables">,
  countOf: (table: TableInfo) => number,
): PlannedTable[] {
  const { mode, tables } = request;
  const wishes: Wish[] = [];
  for (const { name, number } of tables) {
    const existing = catalog.named(name);
    if (existing === null && isSystemName(name)) throw new Error(`"${name}" is no table an import may write.`);
    if (mode === "append" && existing !== null) {
      if (number !== null && number !== existing.number) {
        throw new Error(
          `Table "${name}" has number ${existing.number} here and ${number} in the import: its ids would not fit. Replace the table, or import into an empty one.`,
        );
      }
      continue;
    }
    if (mode === "requireEmpty" && existing !== null && countOf(existing) > 0) {
      throw new Error(
        `Table "${name}" has ${countOf(existing)} documents already. Choose append, replace or replaceAll to import into it.`,
      );
    }
    wishes.push({ name, number: number ?? existing?.number ?? null, existing, mayMove: false });
  }
  if (mode === "replaceAll") wishes.push(...otherTables(catalog, tables));
  return giveNumbers(catalog, wishes);
}

function otherTables(catalog: Catalog, tables: readonly IngestTable[]): Wish[] {
  const named = new Set(tables.map(({ name }) => name));
  return catalog
    .tables()
    .filter(({ name, isSystem }) => !named.has(name) && (!isSystem || name === "_storage"))
    .map((existing) => ({ name: existing.name, number: existing.number, existing, mayMove: !existing.isSystem }));
}

function giveNumbers(catalog: Catalog, wishes: readonly Wish[]): PlannedTable[] {
  const replaced = new Set(wishes.map(({ name }) => name));
  const taken = new Map(
    catalog
      .tables()
      .filter(({ name }) => !replaced.has(name))
      .map(({ name, number }) => [number, name]),
  );
  let fresh = Math.max(catalog.nextNumber(FIRST_USER_TABLE_NUMBER), ...wishes.map(({ number }) => (number ?? 0) + 1));
  return wishes.map(({ name, number, existing, mayMove }) => {
    const holder = number === null ? undefined : taken.get(number);
    if (holder !== undefined && !mayMove) {
      throw new Error(`Table "${name}" has number ${number} in the import, which belongs to table "${holder}" here.`);
    }
    const given = number === null || holder !== undefined ? fresh++ : number;
    taken.set(given, name);
    return { name, number: given, existing };
  });
}
