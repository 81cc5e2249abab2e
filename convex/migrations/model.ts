/**
 * Brings documents of older versions to today's shape, a batch in each transaction: what a batch changed and where the
 * next one begins are written together, so that a start that was interrupted goes on where it was.
 */

import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordEvent, SYSTEM } from "../core/audit/model";
import type { Migration } from "./declaring/migration";

type WriteCtx = Pick<MutationCtx, "db">;

/** Documents that are read in one transaction. */
export const MIGRATION_BATCH = 500;
/** What is read of them at most: a transaction takes 16 MiB, and what follows from a document is read, too. */
const MIGRATION_BYTES = 2 * 1024 * 1024;

/** Data that a newer version migrated: the number and name of the migration this version does not know. */
export interface NewerData {
  readonly newer: string;
}

/** What one step did; `name` is null when there was nothing left to do. */
export interface MigrationStep {
  readonly name: string | null;
  /** Documents this migration changed so far. */
  readonly changed: number;
  readonly isCompleted: boolean;
}

/**
 * Runs one batch of the first migration that is not complete. Nothing is done to data on which a newer version's
 * migrations were run: this version would read documents whose shape it does not know.
 */
export async function migrateSome(
  ctx: WriteCtx,
  migrations: readonly Migration[],
  at: number,
): Promise<MigrationStep | NewerData> {
  const begun = await ctx.db.query("migrations").withIndex("by_number").collect();
  const newer = begun.find(({ number }) => migrations.every((known) => known.number !== number));
  if (newer) return { newer: `${newer.number} ${newer.name}` };
  const next = migrations.find(({ number }) => !begun.some((row) => row.number === number && isComplete(row)));
  if (next === undefined) return { name: null, changed: 0, isCompleted: true };
  const row = begun.find(({ number }) => number === next.number);
  const {
    page,
    isDone,
    continueCursor: cursor,
  } = await ctx.db.query(next.table).paginate({
    cursor: row?.cursor ?? null,
    numItems: next.batch ?? MIGRATION_BATCH,
    maximumBytesRead: MIGRATION_BYTES,
  });
  let changed = row?.changed ?? 0;
  for (const document of page) {
    const fields = next.change(document);
    if (fields === null) continue;
    await ctx.db.patch(document._id, fields);
    const moved = next.moves?.(document);
    if (moved) await ctx.db.insert(moved.table, moved.row);
    await next.follows?.(ctx, document);
    changed += 1;
  }
  const { number, name } = next;
  const after = { number, name, cursor, changed, startedAt: row?.startedAt ?? at, ...(isDone && { completedAt: at }) };
  if (row) await ctx.db.replace(row._id, after);
  else await ctx.db.insert("migrations", after);
  if (isDone && changed > 0) await recordMigration(ctx, next, changed);
  return { name: next.name, changed, isCompleted: isDone };
}

function isComplete({ completedAt }: Doc<"migrations">): boolean {
  return completedAt !== undefined;
}

async function recordMigration(ctx: WriteCtx, { number, name }: Migration, count: number): Promise<void> {
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "portal.migrated",
    targets: [],
    context: { migration: `${number} ${name}`, count },
  });
}
