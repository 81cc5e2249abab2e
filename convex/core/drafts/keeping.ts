/**
 * What somebody writes before they send it, whatever it is: their own alone, kept as it is, by versions. It goes when it
 * is sent or emptied, or by the clock (S17). Each kind has a table of its own.
 */

import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";

/** How long a draft is kept that nobody carries on with. */
const KEPT_MS = 30 * DAY_MS;
const PRUNE_BATCH = 200;

/** Where drafts are kept. */
export type DraftTable = "ticketDrafts" | "ideaDrafts";

/** The version of a draft; null where nothing is kept. */
export const draftVersion = v.union(v.null(), v.number());

/** What a row of a draft has, whatever it is of. */
export interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** Counts its changes. */
  readonly version: number;
  readonly changedAt: number;
}

/** What is to be kept, written on `version`, null for the first. */
export interface Written<Draft> {
  readonly draft: Draft;
  readonly version: number | null;
  readonly at: number;
}

/**
 * Keeps a draft; answers the version it has now, null where nothing is left to keep. Refuses what was written on another
 * version than is kept: another window carried on with it, or sent it.
 */
export async function keep<Draft>(
  kept: Pick<Doc<DraftTable>, "version"> | null,
  { draft, version, at, isEmpty }: Written<Draft> & { readonly isEmpty: boolean },
  row: { readonly write: (next: KeptDraft<Draft>) => Promise<unknown>; readonly remove: () => Promise<unknown> },
): Promise<number | null> {
  if ((kept?.version ?? null) !== version) refuse({ code: "changed-meanwhile" });
  if (isEmpty) {
    if (kept) await row.remove();
    return null;
  }
  const next = (version ?? 0) + 1;
  await row.write({ draft, version: next, changedAt: at });
  return next;
}

/** Removes one batch of drafts that nobody carried on with in time; says whether more may be left. */
export async function pruneDrafts(ctx: Pick<MutationCtx, "db">, table: DraftTable, now: number): Promise<boolean> {
  const old = await ctx.db
    .query(table)
    .withIndex("by_change", (q) => q.lt("changedAt", now - KEPT_MS))
    .take(PRUNE_BATCH);
  for (const { _id } of old) await ctx.db.delete(_id);
  return old.length === PRUNE_BATCH;
}
