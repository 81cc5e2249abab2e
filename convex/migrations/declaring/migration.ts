/** What a migration is. Each has a file of its own, m<number>_<name>.ts, and a line in all.ts. */

import type { WithoutSystemFields } from "convex/server";
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** A change to every document of one table that was written by an older version. */
export interface Migration {
  /** Its place in the order; never used twice, never changed. */
  readonly number: number;
  readonly name: string;
  readonly table: TableNames;
  /** The fields to change of one document, or null when it is as it should be already. Pure: it may be asked twice. */
  readonly change: (document: Doc<TableNames>) => Readonly<Record<string, unknown>> | null;
  /**
   * Brings rows of other tables to what follows from a document that changes. It may find them done: on a
   * deployment elsewhere jobs run before the last migration is complete.
   */
  readonly follows?: (ctx: Pick<MutationCtx, "db">, document: Doc<TableNames>) => Promise<void>;
  /** Documents in one transaction where each of them writes many rows; MIGRATION_BATCH otherwise. */
  readonly batch?: number;
  /** What is moved out of a document that changes: a row of another table. Written with the change, so once. */
  readonly moves?: (document: Doc<TableNames>) => MovedRow;
}

/** A new row of a table. */
export type MovedRow = { [Table in TableNames]: { readonly table: Table; readonly row: NewRow<Table> } }[TableNames];
type NewRow<Table extends TableNames> = WithoutSystemFields<Doc<Table>>;

/** Declares a migration. `change` gets documents of the table and says which fields of it change. */
export function migration<T extends TableNames>(given: {
  readonly number: number;
  readonly name: string;
  readonly table: T;
  readonly change: (document: Doc<T>) => Partial<Doc<T>> | null;
  readonly moves?: (document: Doc<T>) => MovedRow;
  readonly follows?: (ctx: Pick<MutationCtx, "db">, document: Doc<T>) => Promise<void>;
  readonly batch?: number;
}): Migration {
  // The rows it is shown are read from its own table.
  const own = (document: Doc<TableNames>) => document as unknown as Doc<T>;
  const { moves, follows, ...rest } = given;
  return {
    ...rest,
    change: (document) => given.change(own(document)),
    ...(moves && { moves: (document: Doc<TableNames>) => moves(own(document)) }),
    ...(follows && {
      follows: (ctx: Pick<MutationCtx, "db">, document: Doc<TableNames>) => follows(ctx, own(document)),
    }),
  };
}
