/** What agents do with incidents: declare one, link tickets to it, say something to all, end it. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { loadIncident } from "../core/incidents/model";
import { loadTicket } from "../core/tickets/model";
import * as broadcasting from "../process/supporting/broadcasting";
import * as linking from "../process/supporting/linking";
import type { TicketStep } from "../process/supporting/steps/step";

/** What is said to all, in the incident declared from the ticket `key`. */
const broadcast = { key: v.string(), body: v.string(), shown: v.number() };

/** Declares a ticket an incident, with what everybody reads of it; answers its key. */
export const declare = guardedMutation("tickets.answer", {
  args: { key: v.string(), title: v.string(), word: v.string() },
  returns: v.string(),
  handler: async (ctx, { key, ...words }) =>
    await linking.declare(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), words),
});

/** Corrects the title of an incident. */
export const retitle = guardedMutation("tickets.answer", {
  args: { key: v.string(), title: v.string() },
  returns: v.null(),
  handler: async (ctx, { key, title }) => {
    await linking.retitle(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), title);
    return null;
  },
});

/** Takes back an incident that was declared by mistake. */
export const withdraw = guardedMutation("tickets.answer", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await linking.withdraw(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

/** Makes a ticket part of an incident. */
export const link = guardedMutation("tickets.answer", {
  args: { key: v.string(), incident: v.string(), waits: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { key, incident, waits }) => {
    const read = await loadTicket(ctx, ctx.viewer, key);
    await linking.link(stepOf(ctx), read, await loadIncident(ctx, incident), waits);
    return null;
  },
});

/** Takes a ticket out of its incident. */
export const unlink = guardedMutation("tickets.answer", {
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await linking.unlink(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key));
    return null;
  },
});

/** Says something in each unfinished ticket of an incident, and to everybody who writes one. */
export const tellAll = guardedMutation("tickets.answer", {
  args: broadcast,
  returns: v.null(),
  handler: async (ctx, { key, ...said }) => {
    const read = await loadTicket(ctx, ctx.viewer, key);
    return await spread(ctx, await broadcasting.tellAll(stepOf(ctx), read, said));
  },
});

/** Ends an incident with a last word, which resolves its unfinished tickets or leaves them to support. */
export const end = guardedMutation("tickets.answer", {
  args: { ...broadcast, resolves: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { key, ...said }) => {
    const read = await loadTicket(ctx, ctx.viewer, key);
    return await spread(ctx, await broadcasting.end(stepOf(ctx), read, said));
  },
});

/** The first tickets at once, the others in steps of their own. */
async function spread(ctx: ViewerMutationCtx, wordId: Id<"incidentWords"> | null): Promise<null> {
  if (wordId !== null && (await broadcasting.spread(ctx, wordId, Date.now())))
    await ctx.scheduler.runAfter(0, internal.incidents.internal.spread, { wordId });
  return null;
}

function stepOf(ctx: ViewerMutationCtx): TicketStep {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
