/**
 * Brings documents of older versions to today's shape, a batch in each transaction: what a batch changed and where the
 * next one begins are written together, so that a start that was interrupted goes on where it was.
 */

import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordEvent, SYSTEM } from "../core/audit/model";
import type { Migration } from "./migration";

type WriteCtx = Pick<MutationCtx, "db">;

/** Documents that are read in one transaction. */
export const MIGRATION_BATCH = 500;

/** What one step did; `name` is null when there was nothing left to do. */
export interface MigrationStep {
  readonly name: string | null;
  /** Documents this migration changed so far. */
  readonly changed: number;
  readonly isCompleted: boolean;
}

/**
 * Runs one batch of the first migration that is not complete. Throws when a newer version's migrations were run on this
 * data: this version would read documents whose shape it does not know.
 */
export async function migrateSome(ctx: WriteCtx, migrations: readonly Migration[], at: number): Promise<MigrationStep> {
  const begun = await ctx.db.query("migrations").withIndex("by_number").collect();
  refuseNewer(begun, migrations);
  const next = migrations.find(({ number }) => !begun.some((row) => row.number === number && isComplete(row)));
  if (next === undefined) return { name: null, changed: 0, isCompleted: true };
  const row = begun.find(({ number }) => number === next.number) ?? (await begin(ctx, next, at));
  const { page, isDone, continueCursor } = await ctx.db
    .query(next.table)
    .paginate({ cursor: row.cursor, numItems: MIGRATION_BATCH });
  let changed = row.changed;
  for (const document of page) {
    const fields = next.change(document);
    if (fields === null) continue;
    await ctx.db.patch(document._id, fields);
    changed += 1;
  }
  await ctx.db.patch(row._id, { cursor: continueCursor, changed, ...(isDone ? { completedAt: at } : {}) });
  if (isDone && changed > 0) await recordMigration(ctx, next, changed);
  return { name: next.name, changed, isCompleted: isDone };
}

function isComplete({ completedAt }: Doc<"migrations">): boolean {
  return completedAt !== undefined;
}

function refuseNewer(begun: readonly Doc<"migrations">[], migrations: readonly Migration[]): void {
  const newer = begun.find(({ number }) => migrations.every((known) => known.number !== number));
  if (newer === undefined) return;
  throw new Error(
    `This data was used by a newer version of the portal (migration ${newer.number}, ${newer.name}). Start that version, or restore a backup from before it.`,
  );
}

async function begin(ctx: WriteCtx, { number, name }: Migration, at: number): Promise<Doc<"migrations">> {
  const id = await ctx.db.insert("migrations", { number, name, cursor: null, changed: 0, startedAt: at });
  const row = await ctx.db.get(id);
  if (row === null) throw new Error("A row that was written in this transaction is there");
  return row;
}

async function recordMigration(ctx: WriteCtx, { number, name }: Migration, count: number): Promise<void> {
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "portal.migrated",
    targets: [],
    context: { migration: `${number} ${name}`, count },
  });
}
