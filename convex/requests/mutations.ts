/** What people do with requests: write and send them, and what they do on the page of one. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import {
  needsCancelReason,
  whyNotAnswer,
  whyNotCancel,
  whyNotComment,
  whyNotHoldUntil,
  whyNotNote,
} from "../core/flow/rules/may";
import { fullName } from "../core/people/model";
import { markForCart, takeFromCart } from "../core/requests/cart";
import { deleteDraft as dropDraft } from "../core/requests/model";
import { commentVisibility } from "../core/requests/table";
import { allowUpload, dropUpload, takeUp } from "../core/requests/uploads";
import { refuse, refuseIf } from "../lib/errors";
import { jsonObject, timestamp } from "../lib/validators";
import { say, takeBackComment, type Speaker } from "../process/conversing/conversation";
import { liftHold as liftStop, putOnHold } from "../process/conversing/holding";
import { closeQuestion, tellCancelled } from "../process/conversing/questions";
import { remindDeciders } from "../process/conversing/remind";
import { liveExecutor } from "../process/executing/executor";
import { cancelRequest, type Step } from "../process/settling/model";
import { loadVisible, type Visible } from "../process/steps/circle";
import {
  addToCart as putInCart,
  ownCartItem,
  saveJustification as keepJustification,
  sendCart,
} from "../process/submitting/cart";
import { editAnswers } from "../process/submitting/edit";
import { copyRequest, ownDraft, saveDraft as keepDraft, submitForm } from "../process/submitting/submit";

const REASON_MAX_LENGTH = 1000;

/**
 * What a form sends. `version` is the draft's as the screen has seen it; `clonedFromId` the request it was copied from.
 */
const formArgs = {
  typeKey: v.string(),
  form: jsonObject,
  requestId: v.optional(v.id("requests")),
  version: v.optional(v.number()),
  clonedFromId: v.optional(v.id("requests")),
};

/** Keeps what was typed so far, right or wrong. Without `requestId` a draft is begun. */
export const saveDraft = guardedMutation("requests.create", {
  args: formArgs,
  returns: v.object({ id: v.id("requests"), version: v.number() }),
  handler: async (ctx, input) => {
    const { _id, version } = await keepDraft(ctx, ctx.viewer, input, Date.now());
    return { id: _id, version };
  },
});

/** Deletes a draft of one's own. */
export const deleteDraft = guardedMutation("requests.create", {
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await dropDraft(ctx, await ownDraft(ctx, ctx.viewer, requestId), { ...attributionOf(ctx.viewer), at: Date.now() });
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
    const { _id, key } = await submitForm({ ...stepOf(ctx, Date.now()), ctx }, ctx.viewer, {
      ...input,
      acceptsDuplicate,
    });
    return { id: _id, key };
  },
});

/** Keeps a form as a draft and puts it into the caller's cart, where it waits to be sent with others. */
export const addToCart = guardedMutation("requests.create", {
  args: formArgs,
  returns: v.object({ id: v.id("requests"), version: v.number() }),
  handler: async (ctx, input) => {
    const { _id, version } = await putInCart(ctx, ctx.viewer, input, Date.now());
    return { id: _id, version };
  },
});

/** Takes a draft out of the caller's cart; it stays a draft. */
export const removeFromCart = guardedMutation("requests.create", {
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await takeFromCart(ctx, await ownDraft(ctx, ctx.viewer, requestId), {
      ...attributionOf(ctx.viewer),
      at: Date.now(),
    });
    return null;
  },
});

/** Says whether the justification of the cart stands instead of an item's own reason. */
export const chooseReason = guardedMutation("requests.create", {
  args: { requestId: v.id("requests"), takesJustification: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { requestId, takesJustification }) => {
    await markForCart(
      ctx,
      await ownCartItem(ctx, ctx.viewer, requestId),
      { takesJustification },
      { ...attributionOf(ctx.viewer), at: Date.now() },
    );
    return null;
  },
});

/** Keeps the justification of the cart as far as it is written. */
export const saveJustification = guardedMutation("requests.create", {
  args: { justification: v.string() },
  returns: v.null(),
  handler: async (ctx, { justification }) => {
    await keepJustification(ctx, ctx.viewer, justification, Date.now());
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
    const sent = await sendCart({ ...stepOf(ctx, Date.now()), ctx }, ctx.viewer, input);
    return sent.map(({ _id, key, title }) => ({ id: _id, key, title }));
  },
});

/** Begins a draft with the answers of an earlier request of one's own, linked to it. */
export const submitAgain = guardedMutation("requests.create", {
  args: { requestId: v.id("requests") },
  returns: v.object({ id: v.id("requests"), version: v.number() }),
  handler: async (ctx, { requestId }) => {
    const { _id, version } = await copyRequest(ctx, ctx.viewer, requestId, Date.now());
    return { id: _id, version };
  },
});

/** Says something about a request: to everybody who sees it, or as a note among those who work on it. */
export const comment = guardedMutation("requests.comment", {
  args: {
    requestId: v.id("requests"),
    body: v.string(),
    visibility: commentVisibility,
    mentionIds: v.optional(v.array(v.id("people"))),
    uploadIds: v.optional(v.array(v.id("requestUploads"))),
  },
  returns: v.id("requestComments"),
  handler: async (ctx, { requestId, body, visibility, mentionIds = [], uploadIds = [] }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotComment(factsOf(visible)));
    if (visibility === "internal") refuseIf(whyNotNote(visible.access));
    return await say(ctx, visible, { body, visibility, mentionIds, uploadIds }, speakerOf(ctx, Date.now()));
  },
});

/** Takes an own comment back, for 15 minutes. */
export const deleteComment = guardedMutation("requests.comment", {
  args: { commentId: v.id("requestComments") },
  returns: v.null(),
  handler: async (ctx, { commentId }) => {
    const found = await ctx.db.get(commentId);
    if (!found) refuse({ code: "not-found" });
    const visible = await loadVisible(ctx, ctx.viewer, found.requestId);
    if (found.visibility === "internal") refuseIf(whyNotNote(visible.access));
    await takeBackComment(ctx, visible, found, speakerOf(ctx, Date.now()));
    return null;
  },
});

/** An address to upload one file to, for somebody who may write in this request, and the ticket to take it up with. */
export const generateUploadUrl = guardedMutation("requests.comment", {
  args: { requestId: v.id("requests") },
  returns: v.object({ url: v.string(), ticketId: v.id("requestUploadTickets") }),
  handler: async (ctx, { requestId }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotComment(factsOf(visible)));
    const ticketId = await allowUpload(ctx, visible.request, ctx.viewer.person._id, {
      ...attributionOf(ctx.viewer),
      at: Date.now(),
    });
    return { url: await ctx.storage.generateUploadUrl(), ticketId };
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
    const by = { ...attributionOf(ctx.viewer), at: Date.now() };
    const uploadId = await takeUp(
      ctx,
      visible.request,
      { ticketId, storageId, name, personId: ctx.viewer.person._id },
      by,
    );
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
    const { request } = await loadVisible(ctx, ctx.viewer, upload.requestId);
    await dropUpload(ctx, request, upload, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});

/** The requester answers the open question; the clock goes on. */
export const answer = guardedMutation("requests.comment", {
  args: {
    requestId: v.id("requests"),
    body: v.string(),
    mentionIds: v.optional(v.array(v.id("people"))),
    uploadIds: v.optional(v.array(v.id("requestUploads"))),
  },
  returns: v.null(),
  handler: async (ctx, { requestId, body, mentionIds = [], uploadIds = [] }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    refuseIf(whyNotAnswer(visible.access, factsOf(visible)));
    const now = Date.now();
    await say(ctx, visible, { body, visibility: "public", mentionIds, uploadIds, isAnswer: true }, speakerOf(ctx, now));
    await closeQuestion(stepOf(ctx, now), visible.request, body.trim());
    return null;
  },
});

/** Ends a request early: the requester before anything irreversible began, a manager with a reason. */
export const cancel = guardedMutation("requests.cancelOwn", {
  args: { requestId: v.id("requests"), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { requestId, reason = "" }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    // Acting for somebody reaches what is theirs, never what their roles let them do to others.
    const access = ctx.viewer.impersonation ? { ...visible.access, isManager: false } : visible.access;
    refuseIf(whyNotCancel(access, factsOf(visible), visible.tasks));
    const given = reason.trim();
    if (given === "" && needsCancelReason(access)) refuse({ code: "reason-required" });
    if (given.length > REASON_MAX_LENGTH) refuse({ code: "too-long", maxLength: REASON_MAX_LENGTH });
    const step = stepOf(ctx, Date.now());
    const cancelled = await cancelRequest(
      step,
      visible.request,
      given === "" ? "The requester no longer needs it" : given,
    );
    await tellCancelled(step, cancelled, cancelled.cancelReason ?? "");
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
    const { key, formHash } = await editAnswers(
      { ...stepOf(ctx, Date.now()), ctx },
      ctx.viewer,
      await loadVisible(ctx, ctx.viewer, requestId),
      input,
    );
    return { key, formHash };
  },
});

/**
 * Puts a request on hold, with a reason everybody on it reads: nothing of it starts until it is lifted, or until a
 * time.
 */
export const hold = guardedMutation("requests.hold", {
  args: { requestId: v.id("requests"), reason: v.string(), until: v.optional(timestamp) },
  returns: v.null(),
  handler: async (ctx, { requestId, reason, until }) => {
    const step = stepOf(ctx, Date.now());
    if (reason.trim() === "") refuse({ code: "reason-required" });
    if (reason.length > REASON_MAX_LENGTH) refuse({ code: "too-long", maxLength: REASON_MAX_LENGTH });
    refuseIf(whyNotHoldUntil(until, step.at));
    await putOnHold(step, await loadVisible(ctx, ctx.viewer, requestId), ctx.viewer.person, {
      reason: reason.trim(),
      until,
    });
    return null;
  },
});

/** Lifts the hold of a request. */
export const liftHold = guardedMutation("requests.hold", {
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await liftStop(stepOf(ctx, Date.now()), await loadVisible(ctx, ctx.viewer, requestId));
    return null;
  },
});

/** Reminds those who have to decide, once a day and step; says how many people were told. */
export const remind = guardedMutation("requests.comment", {
  args: { requestId: v.id("requests") },
  returns: v.number(),
  handler: async (ctx, { requestId }) => {
    const visible = await loadVisible(ctx, ctx.viewer, requestId);
    return await remindDeciders(stepOf(ctx, Date.now()), visible, fullName(ctx.viewer.person));
  },
});

function factsOf({ request }: Visible) {
  return { status: request.status, hasOpenQuestion: request.openQuestion !== undefined };
}

function speakerOf(ctx: ViewerMutationCtx, at: number): Speaker {
  return { ...attributionOf(ctx.viewer), person: ctx.viewer.person as Doc<"people">, at };
}

function stepOf(ctx: ViewerMutationCtx, at: number): Step {
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}
