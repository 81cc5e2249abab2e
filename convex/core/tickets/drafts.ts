/**
 * What somebody writes in a ticket, or of a new one, before they send it: their own alone, one for each ticket and one
 * for a new one. It goes when it is sent or emptied, or by the clock (S17).
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse, refuseIf } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { isDraftEmpty, whyNotDraft } from "./rules";
import { ticketDraft, type TicketDraft } from "./table";

/** How long a draft is kept that nobody carries on with. */
const KEPT_MS = 30 * DAY_MS;
const PRUNE_BATCH = 200;
/** Drafts of one ticket: more than it has readers. */
const MAX_DRAFTS = 500;

/** Whose a draft is, and in which ticket; undefined for a new one. */
export interface DraftPlace {
  readonly personId: Id<"people">;
  readonly ticketId: Id<"tickets"> | undefined;
}

/** A draft as its writer sees it: what is written, and when it is sent or why it was not. */
export const shownDraft = v.object({
  draft: ticketDraft,
  version: v.number(),
  changedAt: timestamp,
  sendsAt: nullableTimestamp,
  unsentBecause: nullableString,
});

/** The same. */
export function shownDraftOf(kept: Doc<"ticketDrafts">): Infer<typeof shownDraft> {
  const { draft, version, changedAt, held, unsentBecause = null } = kept;
  return { draft, version, changedAt, sendsAt: held?.sendsAt ?? null, unsentBecause };
}

/** What is kept in a place, or null. */
export async function draftIn(
  ctx: Pick<QueryCtx, "db">,
  { personId, ticketId }: DraftPlace,
): Promise<Doc<"ticketDrafts"> | null> {
  return await ctx.db
    .query("ticketDrafts")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("ticketId", ticketId))
    .unique();
}

/**
 * Keeps a draft that was written on `version`, null for the first; answers the version it has now, null where nothing is
 * left to keep. Refuses what was written on another one than is kept: another window carried on with it, or sent it.
 */
export async function keepDraft(
  ctx: Pick<MutationCtx, "db">,
  place: DraftPlace,
  { draft, version, at }: { readonly draft: TicketDraft; readonly version: number | null; readonly at: number },
): Promise<number | null> {
  refuseIf(whyNotDraft(draft));
  const kept = await draftIn(ctx, place);
  if (kept?.held || (kept?.version ?? null) !== version) refuse({ code: "changed-meanwhile" });
  if (isDraftEmpty(draft)) {
    if (kept) await ctx.db.delete(kept._id);
    return null;
  }
  const next = (version ?? 0) + 1;
  const row = { draft, version: next, changedAt: at };
  if (kept) await ctx.db.patch(kept._id, { ...row, unsentBecause: undefined });
  else
    await ctx.db.insert("ticketDrafts", {
      personId: place.personId,
      ...(place.ticketId && { ticketId: place.ticketId }),
      ...row,
    });
  return next;
}

/** What was kept in a place was sent; what is held there is sent by the clock. */
export async function dropDraft(ctx: Pick<MutationCtx, "db">, place: DraftPlace): Promise<void> {
  const kept = await draftIn(ctx, place);
  if (kept && !kept.held) await ctx.db.delete(kept._id);
}

/** Takes something out of what is being written in a ticket. A window that still shows it overwrites nothing from now on. */
export async function redactDrafts(
  ctx: Pick<MutationCtx, "db">,
  ticketId: Id<"tickets">,
  without: (text: string) => string,
): Promise<void> {
  const drafts = await ctx.db
    .query("ticketDrafts")
    .withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    .take(MAX_DRAFTS);
  for (const { _id, draft, version } of drafts) {
    const body = without(draft.body);
    if (body !== draft.body) await ctx.db.patch(_id, { draft: { ...draft, body }, version: version + 1 });
  }
}

/** Removes one batch of drafts that nobody carried on with in time; says whether more may be left. */
export async function pruneDrafts(ctx: Pick<MutationCtx, "db">, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("ticketDrafts")
    .withIndex("by_change", (q) => q.lt("changedAt", now - KEPT_MS))
    .take(PRUNE_BATCH);
  for (const { _id } of old) await ctx.db.delete(_id);
  return old.length === PRUNE_BATCH;
}
