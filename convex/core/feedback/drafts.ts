/** What somebody writes of an idea, or of a comment on one, before they send it: their own alone (F10). */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuseIf } from "../../lib/errors";
import { timestamp } from "../../lib/validators";
import { allOf } from "../../lib/whole";
import { keep, type Written } from "../drafts/keeping";
import { isDraftEmpty, isUnchanged, whyNotDraft } from "./rules";
import { ideaDraft, type IdeaDraft } from "./table";

/** Drafts of one ticket, of one idea: more than write there. */
const MAX_DRAFTS = 500;

/** Whose a draft is, and of what: a comment on an idea, their changes to it, the idea a ticket becomes, or a new one. */
export interface IdeaDraftPlace {
  readonly personId: Id<"people">;
  readonly ideaId?: Id<"ideas">;
  readonly ticketId?: Id<"tickets">;
  readonly isEdit?: true;
}

/** A draft as its writer sees it. */
export const shownIdeaDraft = v.object({ draft: ideaDraft, version: v.number(), changedAt: timestamp });

/** A kept draft as its writer sees it. */
export function shownIdeaDraftOf({ draft, version, changedAt }: Doc<"ideaDrafts">): Infer<typeof shownIdeaDraft> {
  return { draft, version, changedAt };
}

/** What is kept in a place, or null. */
export async function ideaDraftIn(
  ctx: Pick<QueryCtx, "db">,
  { personId, ideaId, ticketId, isEdit }: IdeaDraftPlace,
): Promise<Doc<"ideaDrafts"> | null> {
  // A comment on an idea and changes to it lie side by side.
  const found = await ctx.db
    .query("ideaDrafts")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("ideaId", ideaId).eq("ticketId", ticketId))
    .take(2);
  return found.find((one) => one.isEdit === isEdit) ?? null;
}

/** Keeps a draft in a place; answers its version, null where nothing is left to keep. */
export async function keepIdeaDraft(
  ctx: Pick<MutationCtx, "db">,
  place: IdeaDraftPlace,
  written: Written<IdeaDraft>,
): Promise<number | null> {
  refuseIf(whyNotDraft(written.draft));
  const kept = await ideaDraftIn(ctx, place);
  const idea = place.isEdit && place.ideaId ? await ctx.db.get(place.ideaId) : null;
  const isEmpty = isDraftEmpty(written.draft) || (idea !== null && isUnchanged(idea, written.draft));
  return await keep(
    kept,
    { ...written, isEmpty },
    {
      write: (row) => (kept ? ctx.db.patch(kept._id, row) : ctx.db.insert("ideaDrafts", { ...place, ...row })),
      remove: async () => kept && (await ctx.db.delete(kept._id)),
    },
  );
}

/** What was kept in a place was sent. */
export async function dropIdeaDraft(ctx: Pick<MutationCtx, "db">, place: IdeaDraftPlace): Promise<void> {
  const kept = await ideaDraftIn(ctx, place);
  if (kept) await ctx.db.delete(kept._id);
}

/**
 * Takes something out of the idea that a ticket becomes, or of what is written about the one it became. A window that
 * still shows it overwrites nothing from now on.
 */
export async function redactIdeaDrafts(
  ctx: Pick<MutationCtx, "db">,
  of: { readonly ticketId: Id<"tickets"> } | { readonly ideaId: Id<"ideas"> },
  without: (text: string) => string,
): Promise<void> {
  const rows = ctx.db.query("ideaDrafts");
  const drafts = await (
    "ticketId" in of
      ? rows.withIndex("by_ticket", (q) => q.eq("ticketId", of.ticketId))
      : rows.withIndex("by_idea", (q) => q.eq("ideaId", of.ideaId))
  ).take(MAX_DRAFTS + 1);
  for (const { _id, draft, version } of allOf(drafts, MAX_DRAFTS, "drafts of ideas from this ticket")) {
    const { title, text } = draft;
    const next = { ...draft, text: without(text), ...(title !== undefined && { title: without(title) }) };
    if (next.text !== text || next.title !== title) await ctx.db.patch(_id, { draft: next, version: version + 1 });
  }
}

/** Comments on a deleted idea are sent by nobody, nor changes to it. */
export async function removeIdeaDrafts(ctx: Pick<MutationCtx, "db">, ideaId: Id<"ideas">): Promise<void> {
  const drafts = await ctx.db
    .query("ideaDrafts")
    .withIndex("by_idea", (q) => q.eq("ideaId", ideaId))
    .take(MAX_DRAFTS);
  for (const { _id } of drafts) await ctx.db.delete(_id);
}
