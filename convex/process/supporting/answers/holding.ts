/**
 * An agent's reply is held for a minute before anybody hears of it, in which its writer takes it back (S32). Until then it
 * is what its writer has begun to write, with the time it is sent at; and it is that again where it cannot be sent.
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { personActor } from "../../../core/audit/model";
import { draftIn } from "../../../core/tickets/drafts";
import { readOf, type ReadTicket } from "../../../core/tickets/model";
import { refuseQuotes } from "../../../core/tickets/quotes";
import { HELD_MS, MAX_REPLIES, whyNotMove, whyNotReply, whyNotYet } from "../../../core/tickets/rules";
import { whyNotFollows } from "../../../core/tickets/rules/causes";
import { whyNotTags, withTags } from "../../../core/tickets/rules/tags";
import { refuse, refuseIf } from "../../../lib/errors";
import { answer, type Follows } from "../answering";
import { repliesOf } from "../asking";
import { asAgentOf, type Saying, type TicketStep } from "../step";
import { refuseUnread } from "./unread";

type Draft = Doc<"ticketDrafts">;

/** What is held, and until when. */
export interface Held {
  readonly draftId: Id<"ticketDrafts">;
  readonly sendsAt: number;
}

/** Holds a reply; what could not be said now is refused at once. */
export async function hold(
  step: TicketStep,
  read: ReadTicket,
  { body, uploadIds = [], readUpTo }: Saying,
  { after, cause, tags = [] }: Follows = {},
): Promise<Held> {
  asAgentOf(read);
  refuseIf(whyNotMove(read.ticket.state, "answer"));
  refuseIf(whyNotReply(body) ?? whyNotFollows(after, cause, read.ticket.proof));
  refuseIf(whyNotTags(withTags(read.ticket.tags ?? [], tags)));
  refuseIf(whyNotYet(await repliesOf(step), MAX_REPLIES));
  await refuseUnread(step, read, readUpTo);
  const { ctx, at, person } = step;
  await refuseQuotes(ctx, read, body, { person, visibility: "public" });
  const kept = await draftIn(ctx, { personId: person._id, ticketId: read.ticket._id });
  if (kept?.held) refuse({ code: "wrong-state", message: "A reply of yours is about to be sent." });
  const sendsAt = at + HELD_MS;
  const fields = {
    draft: {
      body,
      visibility: "public" as const,
      ...(after && { after }),
      ...(cause && { cause }),
      ...(tags.length > 0 && { tags: withTags([], tags) }),
    },
    version: (kept?.version ?? 0) + 1,
    changedAt: at,
    held: { sendsAt, uploadIds: [...uploadIds], ...(readUpTo !== undefined && { readUpTo }) },
    unsentBecause: undefined,
  };
  if (kept) {
    await ctx.db.patch(kept._id, fields);
    return { draftId: kept._id, sendsAt };
  }
  const place = { personId: person._id, ticketId: read.ticket._id };
  return { draftId: await ctx.db.insert("ticketDrafts", { ...place, ...fields }), sendsAt };
}

/** Takes back what is held: it is a draft again, and nobody heard of it. */
export async function takeBack(
  ctx: Pick<MutationCtx, "db">,
  kept: Draft | null,
  unsentBecause?: string,
): Promise<void> {
  if (!kept?.held) refuse({ code: "too-late", message: "The reply was sent." });
  await ctx.db.patch(kept._id, { held: undefined, version: kept.version + 1, unsentBecause });
}

/** Sends what is held, by what its writer may do and by what the ticket is now. */
export async function sendHeld({ ctx, at }: Pick<TicketStep, "ctx" | "at">, kept: Draft | null): Promise<void> {
  if (!kept?.held) refuse({ code: "too-late", message: "The reply was sent." });
  const { held, draft, ticketId, personId } = kept;
  const person = await ctx.db.get(personId);
  const ticket = ticketId && (await ctx.db.get(ticketId));
  if (!ticket || !person) refuse({ code: "not-found" });
  const read = (await readOf(ctx, { person, impersonation: null }, ticket)) ?? refuse({ code: "not-found" });
  // Before it is said: what is said asks for no draft of it.
  await ctx.db.delete(kept._id);
  const saying = { body: draft.body, uploadIds: held.uploadIds, readUpTo: held.readUpTo };
  const { after, cause, tags } = draft;
  await answer({ ctx, at, by: { actor: personActor(person) }, person }, read, saying, {
    after,
    cause,
    tags,
  });
}
