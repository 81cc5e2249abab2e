/**
 * When access was last used, read now and then from the records of the systems it is access to. One batch at a time:
 * what is held is walked along in pages, and what was read lately is passed over, so a walk that was cut short goes
 * on where it stopped.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { CONNECTORS, type Reading } from "../../connectors/manifests";
import { isUseDue, readSince } from "../../core/grants/rules";
import type { WalkPlace } from "../../core/grants/table";
import { loadConnectors } from "../../core/services/model";
import { isConnectorOn } from "../../core/services/rules";
import type { ConnectorName } from "../../core/services/table";
import { loadTask } from "../../core/tasks/model";
import { typeOf } from "../../core/tasks/rules";

const USE_BATCH = 50;

/** One access whose use is to be read. */
export interface UseToRead {
  readonly grantId: Id<"grants">;
  readonly system: ConnectorName;
  /** The access as its system knows it. */
  readonly access: Readonly<Record<string, unknown>>;
  readonly since: number;
}

/** The access of one page whose use is to be read, and the place after it; null at the end. */
export async function usesToRead(
  ctx: Pick<QueryCtx, "db">,
  { state, cursor }: WalkPlace,
  now: number,
): Promise<{ reads: UseToRead[]; next: WalkPlace | null }> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("grants")
    .withIndex("by_state", (q) => q.eq("state", state))
    .paginate({ numItems: USE_BATCH, cursor });
  const connectors = await loadConnectors(ctx);
  const reads: UseToRead[] = [];
  for (const grant of page.filter((one) => isUseDue(one, now))) {
    const read = await readOf(ctx, grant, now);
    const connector = read && connectors.get(read.system);
    if (read && (!connector || isConnectorOn(connector, now))) reads.push(read);
  }
  if (!isDone) return { reads, next: { state, cursor: continueCursor } };
  return { reads, next: state === "Active" ? { state: "Expiring", cursor: null } : null };
}

function readsOf(system: ConnectorName): readonly Reading[] {
  return CONNECTORS[system].readings;
}

/** Null for access that no record of its system is about. */
async function readOf(ctx: Pick<QueryCtx, "db">, grant: Doc<"grants">, now: number): Promise<UseToRead | null> {
  const task = await loadTask(ctx, grant.taskId);
  const type = typeOf(task.type);
  if (!type?.connector || !type.endsBy || !readsOf(type.connector).includes("lastUse")) return null;
  const access = Object.fromEntries(type.endsBy.fields.map((field) => [field, task.input[field]]));
  return { grantId: grant._id, system: type.connector, access, since: readSince(grant, now) };
}
