/**
 * Clearing a demo world: its people are removed at once, then one batch of rows after the other goes. Only rows that
 * were there when it began are looked at, so what real people do meanwhile stays. The audit trail is left as it is.
 */

import type { AnyDataModel, GenericDatabaseWriter } from "convex/server";
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { wholeRoles } from "../../access/rank";
import { type Attribution, recordEvent, SYSTEM } from "../../core/audit/model";
import { updatePerson } from "../../core/people/model";
import { FATES, goes } from "./tables";

/** Rows looked at per transaction. */
const ROWS_PER_BATCH = 400;
/** More areas than a demo has. */
const MAX_AREAS = 500;
/** More than a trial has under one manager. */
const MAX_REPORTS = 200;
const TABLES = Object.keys(FATES) as TableNames[];

/** What beginnings and ends are about, in the audit trail. */
export const DEMO_DATA = { type: "portal", id: "demo-data", label: "Demo data" };

/** Begins: nobody invented comes in any more, and the rows are marked by the time. The caller asked the rules before. */
export async function beginClearing(
  ctx: MutationCtx,
  world: Doc<"demoWorlds">,
  { byId, by, at }: { readonly byId: Id<"people">; readonly by: Attribution; readonly at: number },
): Promise<void> {
  const [table] = TABLES;
  await recordEvent(ctx, { ...by, action: "seedData.clearingStarted", targets: [DEMO_DATA], occurredAt: at });
  const newest = await ctx.db.query("auditEvents").order("desc").first();
  const until = Math.max(at, newest?._creationTime ?? 0);
  await ctx.db.patch(world._id, {
    isAwake: false,
    livingIds: [],
    archivedIds: [],
    loading: undefined,
    clearing: { startedAt: at, until, byId, removed: 0, table: table ?? "", after: 0 },
  });
  for (const id of world.personIds ?? []) {
    const person = await ctx.db.get(id);
    // Without the day of their removal, which would offer to bring them back.
    const gone = {
      status: "removed" as const,
      roles: wholeRoles(),
      businessAreaId: undefined,
      managerId: undefined,
    };
    if (person) await updatePerson(ctx, person, gone, { ...by, action: "person.removed", at });
  }
  for (const id of world.personIds ?? []) await freeReports(ctx, id, { ...by, action: "person.moved", at });
}

/** Nobody real keeps an invented manager. */
async function freeReports(
  ctx: MutationCtx,
  managerId: Id<"people">,
  event: Parameters<typeof updatePerson>[3],
): Promise<void> {
  const reports = await ctx.db
    .query("people")
    .withIndex("by_manager", (q) => q.eq("managerId", managerId))
    .take(MAX_REPORTS);
  for (const person of reports) await updatePerson(ctx, person, { managerId: undefined }, event);
}

/** One batch; says whether there is more to do. Called again after the end it does nothing. */
export async function clearBatch(ctx: MutationCtx, world: Doc<"demoWorlds"> | null, at: number): Promise<boolean> {
  const { clearing } = world ?? {};
  if (!world || !clearing || clearing.endedAt !== undefined) return false;
  const invented = new Set<string>(world.personIds ?? []);
  let { table, after, removed } = clearing;
  for (let looked = 0; looked < ROWS_PER_BATCH;) {
    const fate = FATES[table as TableNames];
    const rows = fate === "stays" ? [] : await rowsOf(ctx, table, after, clearing.until, ROWS_PER_BATCH - looked);
    for (const row of rows) {
      if (!goes(fate, row, invented)) continue;
      await removeRow(ctx, row);
      removed++;
    }
    looked += rows.length;
    after = rows.at(-1)?._creationTime ?? after;
    if (fate !== "stays" && looked >= ROWS_PER_BATCH) break;
    const next = TABLES[TABLES.indexOf(table as TableNames) + 1];
    if (next === undefined) {
      await endClearing(ctx, world, { ...clearing, table, after, removed }, at);
      return false;
    }
    table = next;
    after = 0;
  }
  await ctx.db.patch(world._id, { clearing: { ...clearing, table, after, removed } });
  return true;
}

type Row = Readonly<Record<string, unknown>> & { readonly _id: string; readonly _creationTime: number };

/** The next rows of any table that were there when it began. */
async function rowsOf(ctx: MutationCtx, table: string, after: number, until: number, limit: number): Promise<Row[]> {
  const db: GenericDatabaseWriter<AnyDataModel> = ctx.db;
  return await db
    .query(table)
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after).lte("_creationTime", until))
    .take(limit);
}

/** A row, and the file that is its own. */
async function removeRow(ctx: MutationCtx, row: Row): Promise<void> {
  const storageId = row["storageId"];
  if (typeof storageId === "string" && (await ctx.db.system.get(storageId as Id<"_storage">)))
    await ctx.storage.delete(storageId as Id<"_storage">);
  await ctx.db.delete(row._id as Id<TableNames>);
}

async function endClearing(
  ctx: MutationCtx,
  world: Doc<"demoWorlds">,
  clearing: NonNullable<Doc<"demoWorlds">["clearing"]>,
  at: number,
): Promise<void> {
  const removed = clearing.removed + (await clearAreas(ctx, new Set(world.personIds ?? []), clearing.until));
  await ctx.db.patch(world._id, { clearing: { ...clearing, removed, endedAt: at } });
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "seedData.cleared",
    targets: [DEMO_DATA],
    context: { removed },
    occurredAt: at,
  });
}

/** Areas where nobody real is go; the others stay, without the invented people who were in charge. */
async function clearAreas(ctx: MutationCtx, invented: ReadonlySet<Id<"people">>, until: number): Promise<number> {
  const areas = await ctx.db.query("businessAreas").take(MAX_AREAS);
  const kept = new Set<Id<"businessAreas">>();
  for (const area of areas) if (area._creationTime > until || (await hasMember(ctx, area))) kept.add(area._id);
  const real = (id: Id<"people"> | undefined): Id<"people"> | undefined => (id && invented.has(id) ? undefined : id);
  for (const { _id, ownerId, deputyId, approverId, mergedIntoId } of areas) {
    if (!kept.has(_id)) await ctx.db.delete(_id);
    else
      await ctx.db.patch(_id, {
        ownerId: real(ownerId),
        deputyId: real(deputyId),
        approverId: real(approverId),
        mergedIntoId: mergedIntoId && kept.has(mergedIntoId) ? mergedIntoId : undefined,
      });
  }
  return areas.length - kept.size;
}

/** The invented people are in none any more. */
async function hasMember(ctx: MutationCtx, { _id }: Doc<"businessAreas">): Promise<boolean> {
  for (const status of ["active", "invited", "suspended"] as const) {
    const found = await ctx.db
      .query("people")
      .withIndex("queue_area_name", (q) => q.eq("status", status).eq("businessAreaId", _id))
      .first();
    if (found) return true;
  }
  return false;
}
