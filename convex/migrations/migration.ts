/** What a migration is. Each has a file of its own, m<number>_<name>.ts, and a line in all.ts. */

import type { Doc, TableNames } from "../_generated/dataModel";

/** A change to every document of one table that was written by an older version. */
export interface Migration {
  /** Its place in the order; never used twice, never changed. */
  readonly number: number;
  readonly name: string;
  readonly table: TableNames;
  /** The fields to change of one document, or null when it is as it should be already. Pure: it may be asked twice. */
  readonly change: (document: Doc<TableNames>) => Readonly<Record<string, unknown>> | null;
}

/** Declares a migration. `change` gets documents of the table and says which fields of it change. */
export function migration<T extends TableNames>(given: {
  readonly number: number;
  readonly name: string;
  readonly table: T;
  readonly change: (document: Doc<T>) => Partial<Doc<T>> | null;
}): Migration {
  // The rows it is shown are read from its own table.
  return { ...given, change: (document) => given.change(document as unknown as Doc<T>) };
}
