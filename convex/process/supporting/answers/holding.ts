/**
 * An agent's reply is held for a minute before anybody hears of it, in which its writer takes it back (S32). Until then it
 * is what its writer has begun to write, with the time it is sent at; and it is that again where it cannot be sent. Other
 * words of theirs that were kept there stand beside it meanwhile: once it is sent they are the draft, and with a reply
 * that is taken back they are one.
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { personActor } from "../../../core/audit/model";
import { bothDrafts, draftIn, heldBy, unsentOf } from "../../../core/tickets/drafts";
import { type Reader, readOf, type ReadTicket } from "../../../core/tickets/model";
import { refuseQuotes } from "../../../core/tickets/quotes";
import { HELD_MS, MAX_REPLIES, whyNotReply, whyNotYet } from "../../../core/tickets/rules";
import { whyNotFollows } from "../../../core/tickets/rules/causes";
import { whyNotTags, withTags } from "../../../core/tickets/rules/tags";
import { refuse, refuseIf } from "../../../lib/errors";
import { answer, asAgent, type Follows } from "../answering";
import { repliesOf } from "../asking";
import type { Saying, TicketStep } from "../steps/step";
import { refuseUnread } from "../steps/unread";

type Draft = Doc<"ticketDrafts">;

/** What is held, and until when. */
export interface Held {
  readonly draftId: Id<"ticketDrafts">;
  readonly sendsAt: number;
}

/** A reply, and the version of the draft it was written as; undefined where it was written elsewhere. */
export interface HeldSaying extends Saying {
  readonly version?: number | null | undefined;
}

/** Holds a reply; what could not be said now is refused at once. */
export async function hold(
  step: TicketStep,
  read: ReadTicket,
  { body, uploadIds = [], readUpTo, version }: HeldSaying,
  { after, cause, tags = [] }: Follows = {},
): Promise<Held> {
  await asAgent(step, read, "answer");
  refuseIf(whyNotReply(body) ?? whyNotFollows(after, cause, read.ticket.proof));
  refuseIf(whyNotTags(withTags(read.ticket.tags ?? [], tags)));
  const { ctx, at, person } = step;
  // What is held counts too: else it would be refused a minute later, when its writer is gone.
  refuseIf(whyNotYet((await repliesOf(step)) + (await heldBy(ctx, person._id)), MAX_REPLIES));
  await refuseUnread(step, read, readUpTo);
  await refuseQuotes(ctx, read, body, { person, visibility: "public" });
  const kept = await draftIn(ctx, { personId: person._id, ticketId: read.ticket._id });
  if (kept?.held) refuse({ code: "wrong-state", message: "A reply of yours is about to be sent." });
  const sendsAt = at + HELD_MS;
  const isOther = kept !== null && kept.version !== version && kept.draft.body.trim() !== body.trim();
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
    held: {
      sendsAt,
      uploadIds: [...uploadIds],
      ...(readUpTo !== undefined && { readUpTo }),
      ...(kept && { over: kept.version }),
      ...(isOther && { beside: kept.draft }),
    },
    unsentBecause: undefined,
  };
  if (kept) {
    await ctx.db.patch(kept._id, fields);
    return { draftId: kept._id, sendsAt };
  }
  const place = { personId: person._id, ticketId: read.ticket._id };
  return { draftId: await ctx.db.insert("ticketDrafts", { ...place, ...fields }), sendsAt };
}

/** Takes back what is held: it is a draft again, with what was written beside it, and nobody heard of it. */
export async function takeBack(
  ctx: Pick<MutationCtx, "db">,
  kept: Draft | null,
  unsentBecause?: string,
): Promise<void> {
  if (!kept?.held) refuse({ code: "too-late", message: "The reply was sent." });
  const { draft, held, version } = kept;
  const next = held.beside ? bothDrafts(held.beside, draft) : draft;
  await ctx.db.patch(kept._id, { draft: next, held: undefined, version: version + 1, unsentBecause });
}

/** The tickets somebody answers in which a reply of theirs could not be sent; nobody looks for them through their eyes. */
export async function unsentFor(ctx: Pick<QueryCtx, "db">, reader: Reader) {
  if (reader.impersonation !== null) return [];
  const unsent = [];
  for (const { ticketId, unsentBecause: because } of await unsentOf(ctx, reader.person._id)) {
    const ticket = ticketId && (await ctx.db.get(ticketId));
    const read = ticket && (await readOf(ctx, reader, ticket));
    if (read?.isAgent && because !== undefined)
      unsent.push({ key: read.ticket.key, title: read.ticket.title, because });
  }
  return unsent;
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
  if (held.beside) await ctx.db.patch(kept._id, { draft: held.beside, held: undefined, version: kept.version + 1 });
  else await ctx.db.delete(kept._id);
  const saying = { body: draft.body, uploadIds: held.uploadIds, readUpTo: held.readUpTo };
  const { after, cause, tags } = draft;
  await answer({ ctx, at, by: { actor: personActor(person) }, person }, read, saying, {
    after,
    cause,
    tags,
  });
}
