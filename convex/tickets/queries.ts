/** Reading support tickets. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { nameOf } from "../core/people/model";
import { isOwnOf, participantsOf, readTicket, ticketsOf } from "../core/tickets/model";
import { OUR_TURN, UNFINISHED, whyNotMove, whyNotRate } from "../core/tickets/rules";
import { messageVisibility, relatedThing, satisfaction, ticketRow } from "../core/tickets/table";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { relatedFor } from "../process/supporting/asking";

/** Tickets a list shows, per way somebody has a part in them; messages of one ticket: the newest. */
const LISTED = 50;
const SHOWN_MESSAGES = 200;

const shownMessage = v.object({
  id: v.id("ticketMessages"),
  author: v.string(),
  isMine: v.boolean(),
  isAnswer: v.boolean(),
  visibility: messageVisibility,
  body: v.string(),
  createdAt: timestamp,
});

const shownTicket = v.object({
  ...ticketRow.fields,
  description: v.string(),
  related: v.union(v.null(), relatedThing),
  isRequester: v.boolean(),
  isParty: v.boolean(),
  isAgent: v.boolean(),
  isMine: v.boolean(),
  canSolve: v.boolean(),
  canRate: v.boolean(),
  satisfaction: v.union(v.null(), satisfaction),
  participants: v.array(v.string()),
  resolvedAt: nullableTimestamp,
  followUpOf: nullableString,
  messages: v.array(shownMessage),
});

/** The tickets the caller wrote or takes part in, what changed last first. */
export const mine = guardedQuery("tickets.readOwn", {
  args: {},
  returns: v.array(ticketRow),
  handler: async (ctx) => {
    const personId = ctx.viewer.person._id;
    const own = await ticketsOf(ctx, personId, LISTED);
    return await rows(ctx, own, false);
  },
});

/** The tickets support has to do with, what is due first; without those of whoever looks, which others answer. */
export const queue = guardedQuery("tickets.answer", {
  args: { show: v.union(v.literal("mine"), v.literal("unassigned"), v.literal("ours"), v.literal("all")) },
  returns: v.array(ticketRow),
  handler: async (ctx, { show }) => {
    const found: Doc<"tickets">[] = [];
    const assigneeId = show === "mine" ? ctx.viewer.person._id : undefined;
    for (const state of show === "ours" ? OUR_TURN : UNFINISHED)
      found.push(
        ...(show === "mine" || show === "unassigned"
          ? await ctx.db
              .query("tickets")
              .withIndex("by_assignee", (q) => q.eq("assigneeId", assigneeId).eq("state", state))
              .take(LISTED)
          : await ctx.db
              .query("tickets")
              .withIndex("by_state", (q) => q.eq("state", state))
              .take(LISTED)),
      );
    found.sort((one, other) => one.dueAt - other.dueAt);
    const shown: Doc<"tickets">[] = [];
    for (const ticket of found) {
      if (shown.length === LISTED) break;
      const participants = await participantsOf(ctx, ticket._id);
      if (!(await isOwnOf(ctx, { ticket, participants }, ctx.viewer.person))) shown.push(ticket);
    }
    return await rows(ctx, shown, true);
  },
});

/** One ticket with its conversation; null where there is none the caller may read. */
export const get = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: v.union(v.null(), shownTicket),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    if (!read) return null;
    const { ticket, participants, isParty, isRequester, isAgent } = read;
    const before = ticket.followUpOfId && (await ctx.db.get(ticket.followUpOfId));
    const names: string[] = [];
    for (const { personId } of participants) names.push(await nameOf(ctx, personId));
    return {
      ...(await row(ctx, ticket, isAgent)),
      description: ticket.description,
      related: ticket.related ?? null,
      isRequester,
      isParty,
      isAgent,
      isMine: ticket.assigneeId === ctx.viewer.person._id,
      canSolve: isRequester && whyNotMove(ticket.state, "solve") === null,
      canRate: isRequester && whyNotRate(ticket) === null,
      satisfaction: isRequester || isAgent ? (ticket.satisfaction ?? null) : null,
      participants: names,
      resolvedAt: ticket.resolvedAt ?? null,
      followUpOf: before?.key ?? null,
      messages: await messagesOf(ctx, ticket._id, { seesInternal: isAgent, personId: ctx.viewer.person._id }),
    };
  },
});

/** What a new ticket would be about, by the name in its address; null where that is nothing for the caller. */
export const related = guardedQuery("tickets.readOwn", {
  args: { ref: v.string() },
  returns: v.union(v.null(), relatedThing),
  handler: async (ctx, { ref }) => await relatedFor(ctx, ctx.viewer.person, ref),
});

async function messagesOf(
  ctx: Pick<QueryCtx, "db">,
  ticketId: Id<"tickets">,
  { seesInternal, personId }: { readonly seesInternal: boolean; readonly personId: Id<"people"> },
): Promise<Infer<typeof shownMessage>[]> {
  const all = seesInternal
    ? ctx.db.query("ticketMessages").withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    : ctx.db
        .query("ticketMessages")
        .withIndex("by_visibility", (q) => q.eq("ticketId", ticketId).eq("visibility", "public"));
  const shown: Infer<typeof shownMessage>[] = [];
  for (const { _id: id, authorId, isAnswer, visibility, body, createdAt } of (
    await all.order("desc").take(SHOWN_MESSAGES)
  ).toReversed()) {
    const author = await nameOf(ctx, authorId);
    shown.push({ id, author, isMine: authorId === personId, isAnswer, visibility, body, createdAt });
  }
  return shown;
}

async function rows(
  ctx: Pick<QueryCtx, "db">,
  tickets: readonly Doc<"tickets">[],
  isForAgents: boolean,
): Promise<Infer<typeof ticketRow>[]> {
  const shown: Infer<typeof ticketRow>[] = [];
  for (const ticket of tickets) shown.push(await row(ctx, ticket, isForAgents));
  return shown;
}

async function row(
  ctx: Pick<QueryCtx, "db">,
  ticket: Doc<"tickets">,
  isForAgents: boolean,
): Promise<Infer<typeof ticketRow>> {
  const { _id: id, key, title, state, topic, createdAt, dueAt } = ticket;
  return {
    id,
    key,
    title,
    state,
    topic,
    requester: await nameOf(ctx, ticket.requesterId),
    assignee: ticket.assigneeId ? await nameOf(ctx, ticket.assigneeId) : null,
    priority: isForAgents ? ticket.priority : null,
    lastAnswerAt: ticket.lastAnswerAt ?? null,
    createdAt,
    dueAt,
    isPaused: ticket.pausedSince !== undefined,
  };
}
