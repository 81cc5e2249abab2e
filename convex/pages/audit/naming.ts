/** Histories name people and areas where the audit trail keeps their ids. */

import type { QueryCtx } from "../../_generated/server";
import { nameOf } from "../../core/people/model";
import { addressByName } from "../../process/steps/named";
import type { EventEntry, ShownTarget } from "./shownEvents";

type ReadCtx = Pick<QueryCtx, "db">;
type Change = EventEntry["changes"][number];

/** The entries with names for the ids of people and business areas, and fields called after what they name. */
export async function withNames(ctx: ReadCtx, entries: readonly EventEntry[]): Promise<EventEntry[]> {
  return await Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      changes: await Promise.all(entry.changes.map((change) => named(ctx, change))),
    })),
  );
}

/** The rows with the keys of requests that were written down by their ids alone. */
export async function withRequestKeys<Row extends Pick<EventEntry, "targets">>(
  ctx: ReadCtx,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = new Map<string, string | undefined>();
  for (const { type, id, label } of rows.flatMap(({ targets }) => targets)) {
    if (type !== "request" || label !== undefined || keys.has(id)) continue;
    const requestId = ctx.db.normalizeId("requests", id);
    keys.set(id, requestId ? (await ctx.db.get(requestId))?.key : undefined);
  }
  return rows.map((row) => ({
    ...row,
    targets: row.targets.map((target) => {
      const label = target.label ?? (target.type === "request" ? keys.get(target.id) : undefined);
      return label === undefined ? target : { ...target, label };
    }),
  }));
}

/**
 * The rows with the name that addresses have for a task and for an approval; both are told by the id of the event. What
 * is no longer there has none.
 */
export async function withAddresses<Row extends Pick<EventEntry, "targets">>(
  ctx: ReadCtx,
  rows: readonly Row[],
): Promise<Row[]> {
  return await Promise.all(
    rows.map(async (row) => ({
      ...row,
      targets: await Promise.all(
        row.targets.map(async (target) => {
          const address = await addressOf(ctx, target);
          return address === null ? target : { ...target, address };
        }),
      ),
    })),
  );
}

async function addressOf(ctx: ReadCtx, { type, id }: ShownTarget): Promise<string | null> {
  return type === "task" || type === "approval" ? await addressByName(ctx, type, id) : null;
}

async function named(ctx: ReadCtx, change: Change): Promise<Change> {
  if (!/[a-z]Id$/.test(change.field)) return change;
  const [before, after] = [await nameBehind(ctx, change.before), await nameBehind(ctx, change.after)];
  if (before === null && after === null) return change;
  return { field: change.field.slice(0, -"Id".length), before: before ?? change.before, after: after ?? change.after };
}

async function nameBehind(ctx: ReadCtx, id: unknown): Promise<string | null> {
  if (typeof id !== "string") return null;
  const personId = ctx.db.normalizeId("people", id);
  if (personId) return await nameOf(ctx, personId);
  const areaId = ctx.db.normalizeId("businessAreas", id);
  return areaId ? ((await ctx.db.get(areaId))?.name ?? null) : null;
}
