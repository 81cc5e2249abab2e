/** What people do with support tickets. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { draftVersion } from "../core/drafts/keeping";
import { dropDraft, dropSaid, keepDraft } from "../core/tickets/drafts";
import { loadTicket } from "../core/tickets/model";
import {
  chosenCause,
  afterAnswer,
  messageVisibility,
  satisfaction,
  ticketDraft,
  ticketPriority,
  ticketTopic,
} from "../core/tickets/table";
import { readPartsOf } from "../core/tickets/together";
import { allowUpload, dropUpload, takeUp } from "../core/tickets/uploads";
import { readUpTo, waitWish } from "../core/tickets/wishes";
import { refuse } from "../lib/errors";
import { nullableString } from "../lib/validators";
import { evidenceOf } from "../pages/tickets/findings";
import * as answering from "../process/supporting/answering";
import { assignTicket, given } from "../process/supporting/answers/giving";
import * as asking from "../process/supporting/asking";
import * as merging from "../process/supporting/merging";
import * as rating from "../process/supporting/rating";
import * as redacting from "../process/supporting/redaction/redacting";
import * as sharing from "../process/supporting/sharing";
import type { TicketStep } from "../process/supporting/steps/step";

/** What is said, and the files of the caller's own that go with it. */
const saying = { body: v.string(), uploadIds: v.optional(v.array(v.id("ticketUploads"))) };

const follows = { after: v.optional(afterAnswer), cause: v.optional(chosenCause) };

/** The ticket something is written or uploaded for; null for one that is being written. */
const place = { key: nullableString };

/** Writes a ticket; answers its key. */
export const create = guardedMutation("tickets.write", {
  args: {
    title: v.string(),
    description: v.string(),
    topic: ticketTopic,
    related: v.union(v.null(), v.string()),
    uploadIds: saying.uploadIds,
    /** The key of an open incident, for whose end it waits. */
    incident: v.optional(v.string()),
    diagnostics: v.optional(v.array(v.string())),
  },
  returns: v.string(),
  handler: async (ctx, words) => {
    const step = stepOf(ctx);
    const look = { ctx, person: step.person, now: step.at };
    const { key } = await asking.createTicket(step, words, async (related) => await evidenceOf(look, related));
    await dropDraft(ctx, { personId: step.person._id, ticketId: undefined });
    return key;
  },
});

/** Replies in a ticket one takes part in; answers the key of the ticket in which the reply stands. Thanks open none again. */
export const reply = guardedMutation("tickets.write", {
  args: { key: v.string(), ...saying, isThanks: v.optional(v.boolean()) },
  returns: v.string(),
  handler: async (ctx, { key, ...said }) => {
    const step = stepOf(ctx);
    const read = await loadTicket(ctx, ctx.viewer, key);
    const stands = await asking.reply(step, read, said);
    await dropSaid(ctx, { personId: step.person._id, ticketId: read.ticket._id }, said.body);
    return stands;
  },
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

/** Its requester says once whether the help was good, and why. */
export const rate = guardedMutation("tickets.write", {
  args: { key: v.string(), satisfaction, reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { key, ...said }) => {
    await rating.rate(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), said);
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

/** Answers the requester, and does what `after` says, resolving for a cause; or notes something for agents alone. */
export const say = guardedMutation("tickets.answer", {
  args: { key: v.string(), ...saying, visibility: messageVisibility, ...follows, readUpTo },
  returns: v.null(),
  handler: async (ctx, { key, body, uploadIds, visibility, readUpTo: readTo, ...next }) => {
    const says = visibility === "public" ? answering.answer : answering.note;
    const step = stepOf(ctx);
    const read = await loadTicket(ctx, ctx.viewer, key);
    await says(step, read, { body, uploadIds, readUpTo: readTo }, next);
    await dropSaid(ctx, { personId: step.person._id, ticketId: read.ticket._id }, body);
    return null;
  },
});

/** Takes a ticket; answers what undoes it. */
export const claim = guardedMutation("tickets.answer", {
  args: { key: v.string() },
  returns: given,
  handler: async (ctx, { key }) =>
    await assignTicket(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), ctx.viewer.person._id),
});

/** Gives a ticket to an agent, or to nobody; answers what undoes it. */
export const assign = guardedMutation("tickets.answer", {
  args: { key: v.string(), assigneeId: v.union(v.null(), v.id("people")) },
  returns: given,
  handler: async (ctx, { key, assigneeId }) =>
    await assignTicket(stepOf(ctx), await loadTicket(ctx, ctx.viewer, key), assigneeId),
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

/** Lets a ticket wait for its requester, somebody outside, a request, a task of one, or an incident. */
export const wait = guardedMutation("tickets.answer", {
  args: { key: v.string(), ...waitWish },
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

/** Takes words, files or both out of a ticket and of what was told from it, for good. */
export const redact = guardedMutation("tickets.answer", {
  args: {
    key: v.string(),
    words: nullableString,
    fileIds: v.array(v.id("ticketUploads")),
    reason: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { key, ...wish }) => {
    const read = await loadTicket(ctx, ctx.viewer, key);
    const parts = await readPartsOf(ctx, ctx.viewer, read.ticket._id);
    await redacting.redact({ ...stepOf(ctx), ctx }, [read, ...parts], wish);
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

/**
 * Keeps what the caller writes in a ticket they may write in, or of a new one, until they send it; answers its version.
 * The audit trail says nothing of it: nobody is told anything.
 */
export const saveDraft = guardedMutation("tickets.write", {
  args: { ...place, draft: ticketDraft, version: draftVersion },
  returns: draftVersion,
  handler: async (ctx, { key, draft, version }) => {
    const { at, personId } = byViewer(ctx);
    const ticketId = (await placeOf(ctx, key))?._id;
    return await keepDraft(ctx, { personId, ticketId }, { draft, version, at });
  },
});

/** An address to upload one file to, for a ticket one may write in or a new one, and the permit to take it up with. */
export const generateUploadUrl = guardedMutation("tickets.write", {
  args: place,
  returns: v.object({ url: v.string(), permitId: v.id("ticketUploadPermits") }),
  handler: async (ctx, { key }) => {
    const permitId = await allowUpload(ctx, await placeOf(ctx, key), byViewer(ctx));
    return { url: await ctx.storage.generateUploadUrl(), permitId };
  },
});

/** Takes up a file that was uploaded; the portal then looks into it. */
export const takeUpFile = guardedMutation("tickets.write", {
  args: {
    ...place,
    permitId: v.id("ticketUploadPermits"),
    storageId: v.id("_storage"),
    name: v.string(),
  },
  returns: v.id("ticketUploads"),
  handler: async (ctx, { key, ...file }) => {
    const uploadId = await takeUp(ctx, await placeOf(ctx, key), file, byViewer(ctx));
    await ctx.scheduler.runAfter(0, internal.tickets.actions.checkUpload, { uploadId });
    return uploadId;
  },
});

/** Removes a file of one's own that was not sent yet. */
export const dropFile = guardedMutation("tickets.write", {
  args: { uploadId: v.id("ticketUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }) => {
    await dropUpload(ctx, uploadId, byViewer(ctx));
    return null;
  },
});

/** The ticket something is for, which the caller may write in; undefined for a new one. */
async function placeOf(ctx: ViewerMutationCtx, key: string | null): Promise<Doc<"tickets"> | undefined> {
  if (key === null) return undefined;
  const { ticket, isParty, isAgent } = await loadTicket(ctx, ctx.viewer, key);
  if (!isParty && !isAgent) refuse({ code: "not-found" });
  return ticket;
}

function byViewer(ctx: ViewerMutationCtx) {
  return { ...attributionOf(ctx.viewer), at: Date.now(), personId: ctx.viewer.person._id };
}

function stepOf(ctx: ViewerMutationCtx): TicketStep {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
