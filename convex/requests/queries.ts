/** Reading requests. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { auditPlace } from "../core/audit/rules/filter";
import { waitingFileOf } from "../core/files/model";
import { servedFile, waitingFile } from "../core/files/table";
import { waitingUploads } from "../core/requests/uploads";
import { DEFAULT_PAGE_SIZE } from "../core/shared/rules/listed";
import { ownFilter, queueSort, requestFilter } from "../core/shared/table";
import { refuse } from "../lib/errors";
import { jsonObject, nullableString, timestamp } from "../lib/validators";
import { ownRequest } from "../lists/mine";
import { ownCount, ownPage, ownTypes } from "../lists/ownQueue";
import { pageFields, placeArgs } from "../lists/paging";
import { namedPerson, queuedRequest } from "../lists/queueRows";
import * as queues from "../lists/queues";
import { requestFlow } from "../lists/requestFlow";
import { requestStatusCount, requestStatusCounts } from "../lists/statusCounts";
import { lastEventShape } from "../pages/audit/reading";
import { entryPage } from "../pages/audit/shownEvents";
import { showComments, shownComment, shownQuestion, showQuestions } from "../pages/request/conversationView";
import { showRequest } from "../pages/request/detail";
import { shownRequest } from "../pages/request/detailView";
import { historyOf, historyPart, lastEventOf } from "../pages/request/history";
import { openProgressOf, progress } from "../pages/request/progress";
import { timelineEntry, timelineOf } from "../pages/request/timeline";
import { involvedIn, accessTo, loadVisible } from "../process/steps/circle";
import * as carts from "../process/submitting/cart";
import { prepareEdit } from "../process/submitting/edit";
import { editableRequest, showEditing } from "../process/submitting/editing";
import { previewOf, previewOfPrepared, shownPreview } from "../process/submitting/preview";
import { ownDraft } from "../process/submitting/submit";

const TIMELINE_PAGE = 50;

/**
 * One page of the caller's own requests, drafts included, and of those others made for them. What is left out means
 * everything, newest first, 50 rows.
 */
export const mine = guardedQuery("requests.readOwn", {
  args: {
    filter: v.optional(ownFilter),
    sort: v.optional(queueSort),
    ...placeArgs,
    size: v.optional(v.number()),
  },
  returns: v.object({ rows: v.array(ownRequest), ...pageFields }),
  handler: async (ctx, { filter = {}, sort = "newest", size = DEFAULT_PAGE_SIZE, ...place }) =>
    await ownPage(ctx, ctx.viewer.person._id, { filter, sort, size, ...place }, Date.now()),
});

/** How many of the caller's own requests a filter lets through, exactly up to 1,000. */
export const countMine = guardedQuery("requests.readOwn", {
  args: { filter: ownFilter },
  returns: v.object({ count: v.number(), isExact: v.boolean() }),
  handler: async (ctx, { filter }) => await ownCount(ctx, ctx.viewer.person._id, filter, Date.now()),
});

/** The types the caller's own requests have, for the filter. */
export const typesOfMine = guardedQuery("requests.readOwn", {
  args: {},
  returns: v.array(v.object({ key: v.string(), name: v.string() })),
  handler: async (ctx) => await ownTypes(ctx, ctx.viewer.person._id),
});

/**
 * The caller's open requests and those made for them, newest first, each with its tasks and who holds them; at most 20.
 */
export const progressOfMine = guardedQuery("requests.readOwn", {
  args: {},
  returns: v.array(progress),
  handler: async (ctx) => await openProgressOf(ctx, ctx.viewer.person._id),
});

/** What a form would lead to: who decides, what is automated, how long it takes, and what is in the way. */
export const preview = guardedQuery("requests.create", {
  args: { typeKey: v.string(), form: jsonObject, requestId: v.optional(v.id("requests")) },
  returns: shownPreview,
  handler: async (ctx, { typeKey, form, requestId }) =>
    await previewOf(ctx, ctx.viewer, { typeKey, form, ownId: requestId ?? null, now: Date.now() }),
});

/** What the requester needs to change the answers of a request under way, or why they cannot. */
export const editing = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: editableRequest,
  handler: async (ctx, { request }) => await showEditing(ctx, await loadVisible(ctx, ctx.viewer, request)),
});

/** What changed answers would lead to, as `preview` says it of a new request. */
export const previewEdit = guardedQuery("requests.create", {
  args: { requestId: v.id("requests"), form: jsonObject },
  returns: shownPreview,
  handler: async (ctx, { requestId, form }) => {
    const now = Date.now();
    const { request, access } = await loadVisible(ctx, ctx.viewer, requestId);
    if (!access.isRequester) refuse({ code: "not-found" });
    return await previewOfPrepared(ctx, await prepareEdit(ctx, ctx.viewer, request, form, now), {
      ownId: request._id,
      now,
    });
  },
});

/** A draft of the caller's own as it was kept, to go on writing. */
export const draft = guardedQuery("requests.readOwn", {
  args: { requestId: v.id("requests") },
  returns: v.object({
    id: v.id("requests"),
    key: v.string(),
    typeKey: v.string(),
    form: jsonObject,
    version: v.number(),
    updatedAt: timestamp,
    clonedFrom: nullableString,
    isInCart: v.boolean(),
  }),
  handler: async (ctx, { requestId }) => {
    const own = await ownDraft(ctx, ctx.viewer, requestId);
    const { _id, key, typeId, form, version, updatedAt } = own;
    const source = own.clonedFromId && (await ctx.db.get(own.clonedFromId));
    const clonedFrom = source?.key ?? null;
    return { id: _id, key, typeKey: typeId, form, version, updatedAt, clonedFrom, isInCart: own.cart !== undefined };
  },
});

/** How many drafts wait in the caller's cart, and the justification as far as it is written. */
export const cartSummary = guardedQuery("requests.create", {
  args: {},
  returns: v.object({ count: v.number(), justification: v.string() }),
  handler: async (ctx) => await carts.cartSummary(ctx, ctx.viewer),
});

/** The caller's cart: each draft with its answers, who would decide, and what is in the way. */
export const cart = guardedQuery("requests.create", {
  args: {},
  returns: v.array(carts.shownCartItem),
  handler: async (ctx) => await carts.showCart(ctx, ctx.viewer, Date.now()),
});

/**
 * Everything the page of one request shows to the caller. Takes an id or a key; what is not theirs to see is not found.
 */
export const get = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: shownRequest,
  handler: async (ctx, { request }) => {
    const visible = await loadVisible(ctx, ctx.viewer, request);
    return await showRequest(ctx, visible, ctx.viewer.person, Date.now());
  },
});

/** What the requester was asked and answered, oldest first. */
export const questions = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: v.array(shownQuestion),
  handler: async (ctx, { request }) => await showQuestions(ctx, await loadVisible(ctx, ctx.viewer, request)),
});

/**
 * What was said about a request, oldest first: the newest 200 before a time. Internal notes only for those who work on
 * it.
 */
export const comments = guardedQuery("requests.readOwn", {
  args: { request: v.string(), before: v.optional(timestamp) },
  returns: v.object({ hasOlder: v.boolean(), comments: v.array(shownComment) }),
  handler: async (ctx, { request, before }) =>
    await showComments(ctx, await loadVisible(ctx, ctx.viewer, request), ctx.viewer.person._id, before),
});

/** What happened to a request, newest first, page by page. */
export const timeline = guardedQuery("requests.readOwn", {
  args: { request: v.string(), before: v.optional(nullableString) },
  returns: v.object({ entries: v.array(timelineEntry), next: nullableString }),
  handler: async (ctx, { request, before }) => {
    const visible = await loadVisible(ctx, ctx.viewer, request);
    return await timelineOf(ctx, visible, before ?? null, TIMELINE_PAGE);
  },
});

/**
 * What the audit trail holds about a request, or about one task or approval of it, newest first, for whoever sees the
 * request.
 */
export const history = guardedQuery("requests.readOwn", {
  args: { request: v.string(), part: v.optional(historyPart), after: v.optional(auditPlace) },
  returns: entryPage,
  handler: async (ctx, { request, part, after = null }) =>
    await historyOf(ctx, await loadVisible(ctx, ctx.viewer, request), { after, part }),
});

/** The newest event about a request: what a printed story is held against later. */
export const lastEvent = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: v.union(v.null(), lastEventShape),
  handler: async (ctx, { request }) => await lastEventOf(ctx, await loadVisible(ctx, ctx.viewer, request)),
});

/** The files the caller uploaded for a request and has not sent yet, with what the portal found. */
export const uploads = guardedQuery("requests.readOwn", {
  args: { requestId: v.id("requests") },
  returns: v.array(waitingFile("requestUploads")),
  handler: async (ctx, { requestId }) => {
    const found = await waitingUploads(ctx, requestId, ctx.viewer.person._id);
    return found.map(waitingFileOf);
  },
});

/** One attached file, for whoever may read the comment it belongs to. */
export const attachment = guardedQuery("requests.readOwn", {
  args: { file: v.string() },
  returns: servedFile,
  handler: async (ctx, { file }) => {
    const id = ctx.db.normalizeId("requestUploads", file);
    const upload = id && (await ctx.db.get(id));
    const involved = upload && (await involvedIn(ctx, upload.requestId));
    const access = involved && accessTo(involved, ctx.viewer.person);
    if (!upload || !access || upload.state !== "accepted" || upload.contentType === undefined)
      refuse({ code: "not-found" });
    const comment = upload.commentId && (await ctx.db.get(upload.commentId));
    const isOpen = comment
      ? comment.visibility === "public" || access.seesInternal
      : upload.personId === ctx.viewer.person._id;
    if (!isOpen) refuse({ code: "not-found" });
    return { storageId: upload.storageId, name: upload.name, contentType: upload.contentType, size: upload.size };
  },
});

/** One page of the requests the caller oversees. */
export const listAll = guardedQuery("requests.readAll", {
  args: { filter: requestFilter, sort: queueSort, ...placeArgs },
  returns: v.object({ rows: v.array(queuedRequest), ...pageFields }),
  handler: async (ctx, args) =>
    await queues.requestPage(ctx, await queues.overseerOf(ctx, ctx.viewer), args, Date.now()),
});

/** How many requests a filter lets through, exactly up to 1,000. */
export const countAll = guardedQuery("requests.readAll", {
  args: { filter: requestFilter },
  returns: v.object({ count: v.number(), isExact: v.boolean() }),
  handler: async (ctx, { filter }) =>
    await queues.requestCount(ctx, await queues.overseerOf(ctx, ctx.viewer), filter, Date.now()),
});

/** How many requests of a filter have each status, exactly up to 200: whatever statuses the filter names. */
export const countAllByStatus = guardedQuery("requests.readAll", {
  args: { filter: requestFilter },
  returns: v.array(requestStatusCount),
  handler: async (ctx, { filter }) =>
    await requestStatusCounts(ctx, await queues.overseerOf(ctx, ctx.viewer), filter, Date.now()),
});

/** How many requests the caller oversees came and went per week, and the open ones by age. */
export const flow = guardedQuery("requests.readAll", {
  args: { weeks: v.array(v.number()), ages: v.array(v.number()) },
  returns: v.object({
    weeks: v.array(v.object({ created: v.number(), closed: v.number() })),
    ages: v.array(v.number()),
    isWhole: v.boolean(),
  }),
  handler: async (ctx, wish) => await requestFlow(ctx, await queues.overseerOf(ctx, ctx.viewer), wish),
});

/** What the filters of the queues of requests and of tasks offer, and the name of the person a link names. */
export const filterChoices = guardedQuery("requests.readAll", {
  args: { personId: v.optional(v.id("people")) },
  returns: v.object({
    types: v.array(v.object({ key: v.string(), name: v.string() })),
    areas: v.array(v.object({ id: v.id("businessAreas"), name: v.string() })),
    person: v.union(v.null(), namedPerson),
  }),
  handler: async (ctx, { personId }) => await queues.filterChoices(ctx, personId),
});
