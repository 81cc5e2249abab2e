/** What people do with ideas. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { draftVersion } from "../core/drafts/keeping";
import { dropIdeaDraft, keepIdeaDraft } from "../core/feedback/drafts";
import { whyNotComment } from "../core/feedback/rules";
import { ideaAbout, ideaDraft, ideaStatus } from "../core/feedback/table";
import { allowUpload, dropUpload, takeUp, type UploadPlace } from "../core/feedback/uploads";
import { refuse, refuseIf } from "../lib/errors";
import { nullableString, priority } from "../lib/validators";
import { openDraftPlace } from "../process/suggesting/keeping";
import * as moving from "../process/suggesting/moving";
import * as writing from "../process/suggesting/writing";

// A priority that is none of the four is answered by the rule's own words.
const form = { title: v.string(), description: v.string(), priority: v.string() };
const ideaId = v.id("ideas");

const fileIds = v.optional(v.array(v.id("ideaUploads")));
/** The idea files are uploaded for, or a comment on it; null for an idea that is being written. */
const place = { ideaId: v.union(v.null(), ideaId), isForComment: v.optional(v.literal(true)) };

/** What is being written: a comment on an idea or changes to it, the idea a ticket becomes, or without either a new one. */
const draftOf = { idea: nullableString, ticket: v.optional(v.string()), isEdit: v.optional(v.literal(true)) };

/** Keeps a new idea, with files of the caller; answers its key. */
export const create = guardedMutation("feedback.write", {
  args: { ...form, about: v.optional(ideaAbout), uploadIds: fileIds },
  returns: v.string(),
  handler: async (ctx, { about, uploadIds, ...wish }) => {
    const step = stepOf(ctx);
    const key = await writing.writeIdea(step, wish, { about, uploadIds });
    await dropIdeaDraft(ctx, { personId: step.person._id });
    return key;
  },
});

/** The author writes it anew; it has these files from now on, where any are named. */
export const edit = guardedMutation("feedback.write", {
  args: { ideaId, ...form, fileIds },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, ...wish }) => {
    const step = stepOf(ctx);
    await writing.editIdea(step, await ideaOf(ctx, id), wish);
    await dropIdeaDraft(ctx, { personId: step.person._id, ideaId: id, isEdit: true });
    return null;
  },
});

/** The author takes it back. */
export const withdraw = guardedMutation("feedback.write", {
  args: { ideaId },
  returns: v.null(),
  handler: async (ctx, { ideaId: id }) => {
    const step = stepOf(ctx);
    await writing.withdrawIdea(step, await ideaOf(ctx, id));
    await dropIdeaDraft(ctx, { personId: step.person._id, ideaId: id, isEdit: true });
    return null;
  },
});

/** Casts a vote or takes it back. */
export const vote = guardedMutation("feedback.write", {
  args: { ideaId, wants: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, wants }) => {
    await writing.vote(stepOf(ctx), await ideaOf(ctx, id), wants);
    return null;
  },
});

/** Writes a comment everybody reads, with files of the caller. */
export const comment = guardedMutation("feedback.write", {
  args: { ideaId, text: v.string(), uploadIds: fileIds },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, ...said }) => {
    const step = stepOf(ctx);
    await writing.comment(step, await ideaOf(ctx, id), said);
    await dropIdeaDraft(ctx, { personId: step.person._id, ideaId: id });
    return null;
  },
});

/**
 * Keeps what the caller writes of a new idea, of the one their ticket becomes, of a comment on one, or of changes to their
 * own, until they send it; answers its version. The audit trail says nothing of it: nobody is told anything.
 */
export const saveDraft = guardedMutation("feedback.write", {
  args: { ...draftOf, draft: ideaDraft, version: draftVersion },
  returns: draftVersion,
  handler: async (ctx, { draft, version, ...of }) => {
    const place = await openDraftPlace(ctx, ctx.viewer.person, of);
    return await keepIdeaDraft(ctx, place, { draft, version, at: Date.now() });
  },
});

/** The caller has looked at the changelog. */
export const look = guardedMutation("feedback.write", {
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await writing.lookAtChangelog(stepOf(ctx));
    return null;
  },
});

/** Says whether what was shipped helped. */
export const answer = guardedMutation("feedback.write", {
  args: { ideaId, isSolved: v.boolean(), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, ...said }) => {
    await moving.answerShipped(stepOf(ctx), await ideaOf(ctx, id), said);
    return null;
  },
});

/** Gives it its next status, with a note everybody reads. */
export const move = guardedMutation("feedback.manage", {
  args: { ideaId, to: ideaStatus, note: v.string() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, to, note }) => {
    await moving.moveIdea(stepOf(ctx), await ideaOf(ctx, id), to, note);
    return null;
  },
});

/** Makes it a part of another idea. */
export const merge = guardedMutation("feedback.manage", {
  args: { ideaId, intoId: v.id("ideas"), note: v.string() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, intoId, note }) => {
    await moving.mergeIdea(stepOf(ctx), await ideaOf(ctx, id), await ideaOf(ctx, intoId), note);
    return null;
  },
});

/** Takes a merge back. */
export const unmerge = guardedMutation("feedback.manage", {
  args: { ideaId, note: v.string() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, note }) => {
    await moving.unmergeIdea(stepOf(ctx), await ideaOf(ctx, id), note);
    return null;
  },
});

/** Says how much the admins think of it. */
export const prioritise = guardedMutation("feedback.manage", {
  args: { ideaId, teamPriority: v.union(v.null(), priority) },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, teamPriority }) => {
    await writing.prioritise(stepOf(ctx), await ideaOf(ctx, id), teamPriority);
    return null;
  },
});

/** Says what it is about. */
export const link = guardedMutation("feedback.manage", {
  args: { ideaId, about: v.union(v.null(), ideaAbout) },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, about }) => {
    await writing.link(stepOf(ctx), await ideaOf(ctx, id), about);
    return null;
  },
});

/** Writes a note for the other admins. */
export const note = guardedMutation("feedback.manage", {
  args: { ideaId, text: v.string() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, text }) => {
    await writing.note(stepOf(ctx), await ideaOf(ctx, id), text);
    return null;
  },
});

/** Deletes what was written; that it was there stays. */
export const remove = guardedMutation("feedback.delete", {
  args: { ideaId, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { ideaId: id, reason }) => {
    await moving.deleteIdea(stepOf(ctx), await ideaOf(ctx, id), reason);
    return null;
  },
});

/** An address to upload one file to, and the permit to take it up with. */
export const generateUploadUrl = guardedMutation("feedback.write", {
  args: place,
  returns: v.object({ url: v.string(), permitId: v.id("ideaUploadPermits") }),
  handler: async (ctx, args) => {
    const permitId = await allowUpload(ctx, await placeOf(ctx, args), byViewer(ctx));
    return { url: await ctx.storage.generateUploadUrl(), permitId };
  },
});

/** Takes up a file that was uploaded; the portal then looks into it. */
export const takeUpFile = guardedMutation("feedback.write", {
  args: { ...place, permitId: v.id("ideaUploadPermits"), storageId: v.id("_storage"), name: v.string() },
  returns: v.id("ideaUploads"),
  handler: async (ctx, { ideaId: id, isForComment, ...file }) => {
    const uploadId = await takeUp(ctx, await placeOf(ctx, { ideaId: id, isForComment }), file, byViewer(ctx));
    await ctx.scheduler.runAfter(0, internal.feedback.actions.checkUpload, { uploadId });
    return uploadId;
  },
});

/** Removes a file of one's own that was not sent yet. */
export const dropFile = guardedMutation("feedback.write", {
  args: { uploadId: v.id("ideaUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }) => {
    await dropUpload(ctx, uploadId, byViewer(ctx));
    return null;
  },
});

/** What something is uploaded for: an idea that the caller may write anew or comment on, or without one a new idea. */
async function placeOf(
  ctx: ViewerMutationCtx,
  { ideaId: id, isForComment }: { ideaId: Id<"ideas"> | null; isForComment?: true | undefined },
): Promise<UploadPlace> {
  if (id === null) return isForComment ? refuse({ code: "not-found" }) : {};
  const idea = await ideaOf(ctx, id);
  if (isForComment) refuseIf(whyNotComment(idea));
  else await writing.refuseUnlessOwn({ ctx, person: ctx.viewer.person }, idea);
  return { ideaId: id, ...(isForComment && { isForComment }) };
}

function byViewer(ctx: ViewerMutationCtx) {
  return { ...attributionOf(ctx.viewer), at: Date.now(), personId: ctx.viewer.person._id };
}

async function ideaOf(ctx: ViewerMutationCtx, id: Id<"ideas">): Promise<Doc<"ideas">> {
  return (await ctx.db.get(id)) ?? refuse({ code: "not-found" });
}

function stepOf(ctx: ViewerMutationCtx) {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer), person: ctx.viewer.person };
}
