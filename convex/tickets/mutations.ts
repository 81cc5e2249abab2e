/** What people do with support tickets. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { loadTicket } from "../core/tickets/model";
import { messageVisibility, satisfaction, ticketPriority, ticketTopic } from "../core/tickets/table";
import { nullableString, nullableTimestamp } from "../lib/validators";
import * as answering from "../process/supporting/answering";
import * as asking from "../process/supporting/asking";
import * as merging from "../process/supporting/merging";
import * as sharing from "../process/supporting/sharing";
import type { TicketStep } from "../process/supporting/step";

/** Writes a ticket; answers its key. */
export const create = guardedMutation("tickets.write", {
  args: {
    title: v.string(),
    description: v.string(),
    topic: ticketTopic,
    related: v.union(v.null(), v.string()),
  },
  returns: v.string(),
  handler: async (ctx, words) => (await asking.createTicket(stepOf(ctx), words)).key,
});

/** Replies in a ticket one takes part in; answers the key of the ticket in which the reply stands. */
export const reply = guardedMutation("tickets.write", {
  args: { key: v.string(), body: v.string() },
  returns: v.string(),
  handler: async (ctx, { key, body }) => await asking.reply(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), body),
});

/** Its requester says that a ticket is solved. */
export const solve = guardedMutation("tickets.write", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await asking.solve(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

/** Its requester says once whether the help was good. */
export const rate = guardedMutation("tickets.write", {
  args: { key: v.string(), satisfaction },
  returns: v.null(),
  handler: async (ctx, { key, satisfaction: said }) => {
    await asking.rate(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), said);
    return null;
  },
});

/** Lets somebody take part; its requester and agents say who. */
export const addParticipant = guardedMutation("tickets.write", {
  args: { key: v.string(), personId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { key, personId }) => {
    await sharing.addParticipant(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), personId);
    return null;
  },
});

/** Takes somebody out of a ticket; whoever takes part may leave. */
export const removeParticipant = guardedMutation("tickets.write", {
  args: { key: v.string(), personId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { key, personId }) => {
    await sharing.removeParticipant(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), personId);
    return null;
  },
});

/** Answers the requester, or notes something for agents alone. */
export const say = guardedMutation("tickets.answer", {
  args: { key: v.string(), body: v.string(), visibility: messageVisibility },
  returns: v.null(),
  handler: async (ctx, { key, body, visibility }) => {
    const says = visibility === "public" ? answering.answer : answering.note;
    await says(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), body);
    return null;
  },
});

/** Takes a ticket. */
export const claim = guardedMutation("tickets.answer", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await answering.assign(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), ctx.viewer.person._id);
    return null;
  },
});

/** Gives a ticket to an agent, or to nobody. */
export const assign = guardedMutation("tickets.answer", {
  args: { key: v.string(), assigneeId: v.union(v.null(), v.id("people")) },
  returns: v.null(),
  handler: async (ctx, { key, assigneeId }) => {
    await answering.assign(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), assigneeId);
    return null;
  },
});

/** Says how much a ticket presses. */
export const setPriority = guardedMutation("tickets.answer", {
  args: { key: v.string(), priority: ticketPriority },
  returns: v.null(),
  handler: async (ctx, { key, priority }) => {
    await answering.setPriority(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), priority);
    return null;
  },
});

/** Lets a ticket wait for its requester, somebody outside, or a request by its key. */
export const wait = guardedMutation("tickets.answer", {
  args: {
    key: v.string(),
    on: v.union(v.literal("waitingOnRequester"), v.literal("waitingOnThirdParty")),
    until: nullableTimestamp,
    request: nullableString,
  },
  returns: v.null(),
  handler: async (ctx, { key, ...wish }) => {
    await answering.wait(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), wish);
    return null;
  },
});

/** Takes up a ticket that waits. */
export const resume = guardedMutation("tickets.answer", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await answering.resume(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

/** Resolves a ticket with a word to its requester. */
export const resolve = guardedMutation("tickets.answer", {
  args: { key: v.string(), body: v.string() },
  returns: v.null(),
  handler: async (ctx, { key, body }) => {
    await answering.resolve(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), body);
    return null;
  },
});

/** Merges a ticket into another; those of two requesters only where that is said. */
export const merge = guardedMutation("tickets.answer", {
  args: { key: v.string(), into: v.string(), acrossRequesters: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { key, into, acrossRequesters }) => {
    const target = await loadTicket(ctx, ctx.viewer, into);
    await merging.merge(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), target, acrossRequesters);
    return null;
  },
});

/** Undoes a merge. */
export const unmerge = guardedMutation("tickets.answer", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await merging.unmerge(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx): TicketStep {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
