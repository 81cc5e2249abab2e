/** Readings of owners from dbt: one at a time, the last one kept. What it says is assigned by nobody but people. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MINUTE_MS } from "../../lib/pure/time";
import { knownPeople } from "../people/duties";
import { allDomains } from "./model";
import { ownersFile, type SaidThere } from "./rules/dbt";

/** A reading that has not ended by then never will: its process ended. */
const MAX_READING_MS = 3 * MINUTE_MS;

type Row = Doc<"ownerReadings">;

/** The reading that was begun last, or null. */
export async function ownerReading(ctx: Pick<QueryCtx, "db">): Promise<Row | null> {
  return await ctx.db.query("ownerReadings").first();
}

/** Whether its answer is still to come. */
export function isReading(row: Pick<Row, "isOpen" | "startedAt"> | null, now: number): boolean {
  return row?.isOpen === true && now - row.startedAt < MAX_READING_MS;
}

/** Begins one; null while another is under way. */
export async function beginReading(ctx: Pick<MutationCtx, "db">, at: number): Promise<Id<"ownerReadings"> | null> {
  const last = await ownerReading(ctx);
  if (isReading(last, at)) return null;
  if (!last) return await ctx.db.insert("ownerReadings", { startedAt: at, isOpen: true });
  await ctx.db.patch(last._id, { startedAt: at, isOpen: true });
  return last._id;
}

/** Keeps what was read as the file it comes to now, if this reading still waits for it. */
export async function keepOwnersRead(
  ctx: Pick<MutationCtx, "db">,
  reading: { readonly id: Id<"ownerReadings">; readonly startedAt: number },
  { total, models }: { readonly total: number; readonly models: readonly SaidThere[] },
  at: number,
): Promise<void> {
  if (!(await waits(ctx, reading, at))) return;
  const domains = await allDomains(ctx);
  const here = domains.map(({ name, status, ownerIds, ownerAreaIds, deputyIds, inherits }) => ({
    ...{ name, status, ownerIds, deputyIds },
    ...{ ownerAreaIds, inherits },
  }));
  const people = await knownPeople(
    ctx,
    models.flatMap(({ owner }) => owner ?? []),
    domains.flatMap(({ ownerIds, deputyIds }) => [...ownerIds, ...deputyIds]),
  );
  const { text, added, leftOut, more } = ownersFile(models, here, people);
  await ctx.db.patch(reading.id, {
    isOpen: false,
    failure: undefined,
    read: {
      ...{ at, total, text, more },
      added: added.map(({ domain, owners }) => ({ domain, owners: [...owners] })),
      leftOut: [...leftOut],
    },
  });
}

/** Says that a reading failed; what was read before stays. */
export async function failOwners(
  ctx: Pick<MutationCtx, "db">,
  reading: { readonly id: Id<"ownerReadings">; readonly startedAt: number },
  message: string,
  at: number,
): Promise<void> {
  if (await waits(ctx, reading, at)) await ctx.db.patch(reading.id, { isOpen: false, failure: { at, message } });
}

async function waits(
  ctx: Pick<MutationCtx, "db">,
  { id, startedAt }: { readonly id: Id<"ownerReadings">; readonly startedAt: number },
  at: number,
): Promise<boolean> {
  const row = await ctx.db.get(id);
  return row?.startedAt === startedAt && isReading(row, at);
}
