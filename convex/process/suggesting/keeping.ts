/** Where somebody's draft of an idea lies, and who may keep one there. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { IdeaDraftPlace } from "../../core/feedback/drafts";
import { ideaByKey, mayRead } from "../../core/feedback/model";
import { whyNotComment, whyNotEdit } from "../../core/feedback/rules";
import { readTicket } from "../../core/tickets/model";
import { refuse, refuseIf } from "../../lib/errors";

/** What a draft is of: a comment on an idea or changes to it, the idea that the caller's ticket becomes, or a new one. */
export interface DraftOf {
  readonly idea: string | null;
  readonly ticket?: string | undefined;
  readonly isEdit?: true | undefined;
}

/** Where that draft lies, also of what is over; null where the caller writes none. */
export async function draftPlace(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  { idea: key, ticket, isEdit }: DraftOf,
): Promise<IdeaDraftPlace | null> {
  const personId = person._id;
  if (key !== null) {
    const idea = await ideaByKey(ctx, key);
    if (!idea || !(await mayRead(ctx, person, idea, false))) return null;
    if (isEdit) return idea.authorId === personId ? { personId, ideaId: idea._id, isEdit } : null;
    return { personId, ideaId: idea._id };
  }
  if (ticket === undefined) return { personId };
  const read = await readTicket(ctx, { person, impersonation: null }, ticket);
  return read?.isRequester ? { personId, ticketId: read.ticket._id } : null;
}

/** The same, where what is written there can still be sent. */
export async function openDraftPlace(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  of: DraftOf,
): Promise<IdeaDraftPlace> {
  const place = (await draftPlace(ctx, person, of)) ?? refuse({ code: "not-found" });
  const idea = place.ideaId && (await ctx.db.get(place.ideaId));
  if (idea) refuseIf(place.isEdit ? whyNotEdit(idea, true) : whyNotComment(idea));
  return place;
}
