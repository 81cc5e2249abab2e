/** What people do with requests: write and send them, and what they do on the page of one. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { recordExport } from "../core/audit/exports";
import { attributionOf } from "../core/audit/model";
import { markForCart, takeFromCart } from "../core/requests/cart";
import * as requests from "../core/requests/model";
import { commentVisibility } from "../core/requests/table";
import { allowUpload, dropUpload, takeUp } from "../core/requests/uploads";
import { whyNotAnswer, whyNotComment, whyNotNote } from "../core/shared/rules/may";
import { ownFilter } from "../core/shared/table";
import { refuse, refuseIf } from "../lib/errors";
import { jsonObject, timestamp } from "../lib/validators";
import { cancelEarly } from "../process/conversing/cancelling";
import { loadComment, say, takeBackComment, type Speaker } from "../process/conversing/conversation";
import * as holding from "../process/conversing/holding";
import { closeQuestion } from "../process/conversing/questions";
import { remindDeciders } from "../process/conversing/remind";
import { liveExecutor } from "../process/executing/executor";
import { loadVisible, type Visible } from "../process/steps/circle";
import type { Step } from "../process/steps/step";
import * as carts from "../process/submitting/cart";
import { editAnswers } from "../process/submitting/edit";
import * as submitting from "../process/submitting/submit";

/** What a form sends; `version` is the draft's as the screen saw it, `clonedFromId` the request it was copied from. */
const formArgs = {
  typeKey: v.string(),
  form: jsonObject,
  requestId: v.optional(v.id("requests")),
  version: v.optional(v.number()),
  clonedFromId: v.optional(v.id("requests")),
};

/** What somebody says in a request, whom they mention and what they attach. */
const words = {
  requestId: v.id("requests"),
  body: v.string(),
  mentionIds: v.optional(v.array(v.id("people"))),
  uploadIds: v.optional(v.array(v.id("requestUploads"))),
};

const draftReference = v.object({ id: v.id("requests"), version: v.number() });

/** Keeps what was typed so far, right or wrong. Without `requestId` a draft is begun. */
export const saveDraft = guardedMutation("requests.create", {
  args: formArgs,
  returns: draftReference,
  handler: async (ctx, input) => savedDraft(await submitting.saveDraft(ctx, ctx.viewer, input, Date.now())),
});

/** Deletes a draft of one's own. */
export const deleteDraft = guardedMutation("requests.create", {
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await requests.deleteDraft(ctx, await submitting.ownDraft(ctx, ctx.viewer, requestId), byViewer(ctx));
    return null;
  },
});

/**
 * Sends a request. Refused with the messages of its fields, with the fix when nobody could decide, or with what is
 * open or held already, unless that is accepted. The same `submitKey` finds the request that was made the first time.
 */
export const submit = guardedMutation("requests.create", {
  args: { ...formArgs, submitKey: v.string(), acceptsDuplicate: v.optional(v.boolean()) },
  returns: v.object({ id: v.id("requests"), key: v.string() }),
  handler: async (ctx, { acceptsDuplicate = false, ...input }) => {
    const { _id, key } = await submitting.submitForm(stepOf(ctx), ctx.viewer, { ...input, acceptsDuplicate });
    return { id: _id, key };
  },
});

/** Keeps a form as a draft and puts it into the caller's cart, where it waits to be sent with others. */
export const addToCart = guardedMutation("requests.create", {
  args: formArgs,
  returns: draftReference,
  handler: async (ctx, input) => savedDraft(await carts.addToCart(ctx, ctx.viewer, input, Date.now())),
});

/** Takes a draft out of the caller's cart; it stays a draft. */
export const removeFromCart = guardedMutation("requests.create", {
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await takeFromCart(ctx, await submitting.ownDraft(ctx, ctx.viewer, requestId), byViewer(ctx));
    return null;
  },
});

/** Says whether the justification of the cart stands instead of an item's own reason. */
export const chooseReason = guardedMutation("requests.create", {
  args: { requestId: v.id("requests"), takesJustification: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { requestId, takesJustification }) => {
    await markForCart(ctx, await carts.ownCartItem(ctx, ctx.viewer, requestId), { takesJustification }, byViewer(ctx));
    return null;
  },
});

/** Keeps the justification of the cart as far as it is written. */
export const saveJustification = guardedMutation("requests.create", {
  args: { justification: v.string() },
  returns: v.null(),
  handler: async (ctx, { justification }) => {
    await carts.saveJustification(ctx, ctx.viewer, justification, Date.now());
    return null;
  },
});

/**
 * Sends the cart, all of it or nothing. Refused with the message of the justification, or with what is in the way by
 * item. The same `submitKey` finds the requests that were made the first time.
 */
export const submitCart = guardedMutation("requests.create", {
  args: {
    submitKey: v.string(),
    justification: v.string(),
    items: v.array(v.object({ requestId: v.id("requests"), version: v.number(), acceptsDuplicate: v.boolean() })),
  },
  returns: v.array(v.object({ id: v.id("requests"), key: v.string(), title: v.string() })),
  handler: async (ctx, input) => {
    const sent = await carts.sendCart(stepOf(ctx), ctx.viewer, input);
    return sent.map(({ _id, key, title }) => ({ id: _id, key, title }));
  },
});

/** Begins a draft with the answers of an earlier request of one's own, linked to it. */
export const submitAgain = guardedMutation("requests.create", {
  args: { requestId: v.id("requests") },
  returns: draftReference,
  handler: async (ctx, { requestId }) =>
    savedDraft(await submitting.copyRequest(ctx, ctx.viewer, requestId, Date.now())),
});

/** Says something about a request: to everybody who sees it, or as a note among those who work on it. */
export const comment = guardedMutation("requests.comment", {
  args: { ...words, visibility: commentVisibility },
  returns: v.id("requestComments"),
  handler: async (ctx, { requestId, body, visibility, mentionIds = [], uploadIds = [] }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotComment(factsOf(visible)) ?? (visibility === "internal" ? whyNotNote(visible.access) : null));
    return await say(ctx, visible, { body, visibility, mentionIds, uploadIds }, speakerOf(ctx));
  },
});

/** Takes an own comment back, for 15 minutes. */
export const deleteComment = guardedMutation("requests.comment", {
  args: { commentId: v.id("requestComments") },
  returns: v.null(),
  handler: async (ctx, { commentId }) => {
    await takeBackComment(ctx, await loadComment(ctx, ctx.viewer, commentId), speakerOf(ctx));
    return null;
  },
});

/** An address to upload one file to, for somebody who may write in this request, and the permit to take it up with. */
export const generateUploadUrl = guardedMutation("requests.comment", {
  args: { requestId: v.id("requests") },
  returns: v.object({ url: v.string(), ticketId: v.id("requestUploadTickets") }),
  handler: async (ctx, { requestId }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotComment(factsOf(visible)));
    const permitId = await allowUpload(ctx, visible.request, ctx.viewer.person._id, byViewer(ctx));
    return { url: await ctx.storage.generateUploadUrl(), ticketId: permitId };
  },
});

/** Takes up a file that was uploaded; the portal then looks into it. */
export const takeUpFile = guardedMutation("requests.comment", {
  args: {
    requestId: v.id("requests"),
    ticketId: v.id("requestUploadTickets"),
    storageId: v.id("_storage"),
    name: v.string(),
  },
  returns: v.id("requestUploads"),
  handler: async (ctx, { requestId, ticketId, storageId, name }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotComment(factsOf(visible)));
    const file = { permitId: ticketId, storageId, name, personId: ctx.viewer.person._id };
    const uploadId = await takeUp(ctx, visible.request, file, byViewer(ctx));
    await ctx.scheduler.runAfter(0, internal.requests.actions.checkUpload, { uploadId });
    return uploadId;
  },
});

/** Removes a file of one's own that was not sent yet. */
export const dropFile = guardedMutation("requests.comment", {
  args: { uploadId: v.id("requestUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }) => {
    const upload = await ctx.db.get(uploadId);
    if (!upload || upload.personId !== ctx.viewer.person._id || upload.commentId) refuse({ code: "not-found" });
    await dropUpload(ctx, (await loadVisible(ctx, ctx.viewer, upload.requestId)).request, upload, byViewer(ctx));
    return null;
  },
});

/** The requester answers the open question; the clock goes on. */
export const answer = guardedMutation("requests.comment", {
  args: words,
  returns: v.null(),
  handler: async (ctx, { requestId, body, mentionIds = [], uploadIds = [] }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotAnswer(visible.access, factsOf(visible)));
    await say(ctx, visible, { body, visibility: "public", mentionIds, uploadIds, isAnswer: true }, speakerOf(ctx));
    await closeQuestion(stepOf(ctx), visible.request, body.trim());
    return null;
  },
});

/** Ends a request early: the requester before anything irreversible began, a manager with a reason. */
export const cancel = guardedMutation("requests.cancelOwn", {
  args: { requestId: v.id("requests"), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { requestId, reason = "" }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    await cancelEarly(stepOf(ctx), visible, { reason, isImpersonating: ctx.viewer.impersonation !== null });
    return null;
  },
});

/** Changes the answers of a request under way: its requester, as long as rules/edit.ts lets them. */
export const edit = guardedMutation("requests.create", {
  args: {
    requestId: v.id("requests"),
    form: jsonObject,
    formHash: v.string(),
    editKey: v.string(),
    answer: v.optional(v.string()),
    acceptsDuplicate: v.boolean(),
  },
  returns: v.object({ key: v.string(), formHash: v.string() }),
  handler: async (ctx, { requestId, ...input }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    const { key, formHash } = await editAnswers(stepOf(ctx), ctx.viewer, visible, input);
    return { key, formHash };
  },
});

/** Puts a request on hold, for a reason everybody on it reads: nothing of it starts until it is lifted, or a time. */
export const hold = guardedMutation("requests.hold", {
  args: { requestId: v.id("requests"), reason: v.string(), until: v.optional(timestamp) },
  returns: v.null(),
  handler: async (ctx, { requestId, ...wish }) => {
    await holding.putOnHold(stepOf(ctx), await loadVisible(ctx, ctx.viewer, requestId), ctx.viewer.person, wish);
    return null;
  },
});

/** Lifts the hold of a request. */
export const liftHold = guardedMutation("requests.hold", {
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await holding.liftHold(stepOf(ctx), await loadVisible(ctx, ctx.viewer, requestId), ctx.viewer.person._id);
    return null;
  },
});

/** Reminds those who have to decide, once a day and step; says how many people were told. */
export const remind = guardedMutation("requests.comment", {
  args: { requestId: v.id("requests") },
  returns: v.number(),
  handler: async (ctx, { requestId }) =>
    await remindDeciders(stepOf(ctx), await loadVisible(ctx, ctx.viewer, requestId)),
});

/** Writes down that somebody takes the list of their own requests out of the portal, before the file is made. */
export const noteOwnExport = guardedMutation("requests.exportOwn", {
  args: { filter: ownFilter, columns: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, note) => await recordExport(ctx, attributionOf(ctx.viewer), "requests.ownExported", note),
});

function factsOf({ request }: Visible) {
  return { status: request.status, hasOpenQuestion: request.openQuestion !== undefined };
}

function savedDraft({ _id, version }: Doc<"requests">) {
  return { id: _id, version };
}

function byViewer(ctx: ViewerMutationCtx) {
  return { ...attributionOf(ctx.viewer), at: Date.now() };
}

function speakerOf(ctx: ViewerMutationCtx): Speaker {
  return { ...byViewer(ctx), person: ctx.viewer.person as Doc<"people"> };
}

function stepOf(ctx: ViewerMutationCtx): Step & { readonly ctx: ViewerMutationCtx } {
  const at = Date.now();
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}
