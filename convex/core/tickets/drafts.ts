/**
 * What somebody writes in a ticket, or of a new one, before they send it: their own alone, one for each ticket and one
 * for a new one. It goes when it is sent or emptied, or by the clock (S17).
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuseIf } from "../../lib/errors";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { allOf } from "../../lib/whole";
import { keep, type Written } from "../drafts/keeping";
import { isDraftEmpty, whyNotDraft } from "./rules";
import { ticketDraft, type TicketDraft } from "./table";

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

/** A kept draft as its writer sees it. */
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

/** Keeps a draft in a place; answers its version, null where nothing is left to keep. */
export async function keepDraft(
  ctx: Pick<MutationCtx, "db">,
  { personId, ticketId }: DraftPlace,
  written: Written<TicketDraft>,
): Promise<number | null> {
  refuseIf(whyNotDraft(written.draft));
  const kept = await draftIn(ctx, { personId, ticketId });
  const place = { personId, ...(ticketId && { ticketId }) };
  return await keep(
    kept,
    { ...written, isEmpty: isDraftEmpty(written.draft) },
    {
      write: (row) =>
        kept
          ? ctx.db.patch(kept._id, { ...row, unsentBecause: undefined })
          : ctx.db.insert("ticketDrafts", { ...place, ...row }),
      remove: async () => kept && (await ctx.db.delete(kept._id)),
    },
  );
}

/** What was kept in a place was sent; what is held there is sent by the clock. */
export async function dropDraft(ctx: Pick<MutationCtx, "db">, place: DraftPlace): Promise<void> {
  const kept = await draftIn(ctx, place);
  if (kept && !kept.held) await ctx.db.delete(kept._id);
}

/** The same of words that may have been written elsewhere: what is kept there and says something else stays. */
export async function dropSaid(ctx: Pick<MutationCtx, "db">, place: DraftPlace, said: string): Promise<void> {
  const kept = await draftIn(ctx, place);
  if (kept?.draft.body.trim() === said.trim()) await dropDraft(ctx, place);
}

/** Takes something out of what is being written in a ticket. A window that still shows it overwrites nothing from now on. */
export async function redactDrafts(
  ctx: Pick<MutationCtx, "db">,
  ticketId: Id<"tickets">,
  without: (text: string) => string,
  isTagGone: (tag: string) => boolean,
): Promise<void> {
  const drafts = await ctx.db
    .query("ticketDrafts")
    .withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    .take(MAX_DRAFTS + 1);
  for (const { _id, draft, version } of allOf(drafts, MAX_DRAFTS, "drafts in this ticket")) {
    const body = without(draft.body);
    const { tags = [] } = draft;
    const kept = tags.filter((tag) => !isTagGone(tag));
    if (body === draft.body && kept.length === tags.length) continue;
    await ctx.db.patch(_id, { draft: { ...draft, body, ...(draft.tags && { tags: kept }) }, version: version + 1 });
  }
}
