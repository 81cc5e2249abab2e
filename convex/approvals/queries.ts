/** Reading approvals. */

import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { isAdministrator } from "../core/approvals/administering";
import {
  decidedRow,
  decidedRowOf,
  delegationRow,
  delegationsOf,
  reviewRow,
  reviewsFor,
  waitingFor,
} from "../pages/approval/approvalList";
import { approvalPageOf } from "../pages/approval/approvalPage";
import { approvalPage } from "../pages/approval/approvalPageView";
import { waitingRow } from "../pages/approval/waitingRow";
import { seenApproval } from "../process/steps/circle";

/** What waits for the caller, snoozed or not, what they stand in for included; and the reviews that are due. */
export const mine = guardedQuery("approvals.readOwn", {
  args: {},
  returns: v.object({ rows: v.array(waitingRow), isCut: v.boolean(), reviews: v.array(reviewRow) }),
  handler: async (ctx) => {
    const { person, impersonation } = ctx.viewer;
    const reviews = isAdministrator(person) ? await reviewsFor(ctx, person) : [];
    const decider = { person, isImpersonating: impersonation !== null };
    return { ...(await waitingFor(ctx, decider, { now: Date.now(), saysAhead: true })), reviews };
  },
});

/** What the caller decided, newest first. */
export const history = guardedQuery("approvals.readOwn", {
  args: { paginationOpts: paginationOptsValidator },
  returns: v.object({
    page: v.array(decidedRow),
    isDone: v.boolean(),
    continueCursor: v.string(),
    splitCursor: v.optional(v.union(v.string(), v.null())),
    pageStatus: v.optional(v.union(v.literal("SplitRecommended"), v.literal("SplitRequired"), v.null())),
  }),
  handler: async (ctx, { paginationOpts }) => {
    const found = await ctx.db
      .query("approvalDecisions")
      .withIndex("by_person", (q) => q.eq("decidedById", ctx.viewer.person._id))
      .order("desc")
      .paginate(paginationOpts);
    const rows = await Promise.all(found.page.map((decision) => decidedRowOf(ctx, decision)));
    return { ...found, page: rows.filter((row) => row !== null) };
  },
});

/** One approval, for everybody who sees its request; null for others, and when it does not exist. */
export const get = guardedQuery("approvals.readOwn", {
  args: { approvalId: v.string() },
  returns: v.union(v.null(), approvalPage),
  handler: async (ctx, { approvalId }) => {
    const { person, impersonation } = ctx.viewer;
    const approval = await seenApproval(ctx, person, approvalId);
    return (
      approval &&
      (await approvalPageOf(ctx, approval._id, { person, isImpersonating: impersonation !== null }, Date.now()))
    );
  },
});

/** Who stands in for the caller, and for whom they sit in, now and to come. */
export const delegations = guardedQuery("approvals.readOwn", {
  args: {},
  returns: v.array(delegationRow),
  handler: async (ctx) => await delegationsOf(ctx, ctx.viewer.person, Date.now()),
});
