/**
 * What somebody writes in a ticket, or of a new one, before they send it: their own alone, one for each ticket and one
 * for a new one. It goes when it is sent or emptied, or by the clock (S17). While a reply is held there (S32), what its
 * writer wrote beside it is kept with it.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse, refuseIf } from "../../lib/errors";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { allOf } from "../../lib/whole";
import { keep, type Written } from "../drafts/keeping";
import { isDraftEmpty, MAX_REPLIES, whyNotDraft } from "./rules";
import { withTags } from "./rules/tags";
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
  if (kept?.held) return await keepBeside(ctx, kept, written);
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

/** How many replies somebody holds, counted up to those one may send within an hour. */
export async function heldBy(ctx: Pick<QueryCtx, "db">, personId: Id<"people">): Promise<number> {
  const held = await ctx.db
    .query("ticketDrafts")
    .withIndex("by_held", (q) => q.eq("personId", personId).gt("held.sendsAt", 0))
    .take(MAX_REPLIES);
  return held.length;
}

/** Replies of one person that could not be sent: as many as anybody looks through above a list. */
const MAX_UNSENT = 20;

/** What somebody held that could not be sent, and that they have not carried on with. */
export async function unsentOf(
  ctx: Pick<QueryCtx, "db">,
  personId: Id<"people">,
): Promise<readonly Doc<"ticketDrafts">[]> {
  return await ctx.db
    .query("ticketDrafts")
    .withIndex("by_unsent", (q) => q.eq("personId", personId).gt("unsentBecause", ""))
    .take(MAX_UNSENT);
}

/**
 * Keeps the last words of a window in which somebody wrote when a reply of theirs was held in another, beside that reply.
 * A window that knows of it, or that something was taken out since, changes nothing.
 */
async function keepBeside(
  ctx: Pick<MutationCtx, "db">,
  { _id, held, version: now }: Doc<"ticketDrafts">,
  { draft, version }: Written<TicketDraft>,
): Promise<number> {
  const { over = null, beside } = held ?? {};
  const isLate = (version === over || version === null) && now === (over ?? 0) + 1;
  if (!held || !isLate) refuse({ code: "changed-meanwhile" });
  if (!isDraftEmpty(draft))
    await ctx.db.patch(_id, { held: { ...held, beside: beside ? bothDrafts(beside, draft) : draft } });
  return now;
}

/** Two drafts of one ticket in one, without saying the same twice; what not everybody was to read, nobody else reads. */
export function bothDrafts(one: TicketDraft, other: TicketDraft): TicketDraft {
  const [first, second] = [one.body.trim(), other.body.trim()];
  const body = second.startsWith(first) ? other.body : first.startsWith(second) ? one.body : `${first}\n\n${second}`;
  const tags = withTags(one.tags ?? [], other.tags ?? []);
  const isNote = [one, other].some(({ visibility }) => visibility === "internal");
  return {
    ...one,
    ...other,
    body,
    ...(tags.length > 0 && { tags }),
    ...(isNote && { visibility: "internal" as const }),
  };
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
  const cut = (draft: TicketDraft): TicketDraft => ({
    ...draft,
    body: without(draft.body),
    ...(draft.tags && { tags: draft.tags.filter((tag) => !isTagGone(tag)) }),
  });
  const isCut = (before: TicketDraft, after: TicketDraft): boolean =>
    before.body !== after.body || before.tags?.length !== after.tags?.length;
  for (const { _id, draft, held, version } of allOf(drafts, MAX_DRAFTS, "drafts in this ticket")) {
    const said = cut(draft);
    const beside = held?.beside && cut(held.beside);
    if (!isCut(draft, said) && !(held?.beside && beside && isCut(held.beside, beside))) continue;
    await ctx.db.patch(_id, {
      draft: said,
      version: version + 1,
      ...(held && beside && { held: { ...held, beside } }),
    });
  }
}
