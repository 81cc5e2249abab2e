/** Reading grants. */

import { paginationOptsValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { configured } from "../core/config/model";
import { backUntil } from "../core/grants/back";
import { grantsOf } from "../core/grants/model";
import { accessName, nameOfGrant } from "../core/grants/names";
import { extendLink, extensionPage, lastUseOf } from "../core/grants/rules";
import { grantState, shownUse } from "../core/grants/table";
import { nameOf } from "../core/people/model";
import { loadRequest } from "../core/requests/model";
import { lossesOf, type Loss, takenBy } from "../core/reviews/model";
import { UNDECIDED_AHEAD } from "../core/reviews/rules";
import { addressOfTask } from "../core/tasks/model";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { moveReviewFor, shownMoveReview } from "../process/ending/moveReview";
import { waitsForSecond } from "../process/reviewing/ending";
import { accessTo, loadInvolved } from "../process/steps/circle";
import { extensionForm, extensionFormFor } from "../process/submitting/extend";
import { isDecidedForDomain } from "../process/submitting/getBack";

/** Grants of one state that are shown. */
const SHOWN_HELD = 100;
const SHOWN_ENDED = 20;
/** Grants on one page of the list of all. */
const MAX_PAGE = 100;

const shownGrant = v.object({
  id: v.id("grants"),
  requestId: v.id("requests"),
  requestKey: v.string(),
  /** How the page of the task that gave it is named in addresses. */
  address: v.string(),
  beneficiaryId: v.id("people"),
  beneficiary: v.string(),
  system: v.string(),
  ...accessName.fields,
  state: grantState,
  startsAt: timestamp,
  expiresAt: nullableTimestamp,
  /** Null when nobody knows. */
  use: shownUse,
  endedAt: nullableTimestamp,
  endReason: nullableString,
  /** Asked to end, and not yet shown to be gone. */
  isBeingRemoved: v.boolean(),
  removalError: nullableString,
  /** An access review that is about to take it, and what its holder said to that. */
  loss: v.union(
    v.null(),
    v.object({
      itemId: v.id("reviewItems"),
      /** Null once the review has ended: it waits for the word of a second person. */
      at: nullableTimestamp,
      reason: v.string(),
      /** Nobody has decided about it: it goes at the end if nobody does. */
      isUndecided: v.boolean(),
      need: nullableString,
      /** The form that asks for the same again; what those in charge of the domain approve there stays. */
      againTo: nullableString,
    }),
  ),
  /** Until when what a review took comes back by one approval. */
  backUntil: nullableTimestamp,
  /** Where it is extended while it is held, and asked for again afterwards. */
  extendTo: v.string(),
});

/** The caller's access: what they hold first, then what ended lately. */
export const mine = guardedQuery("grants.readOwn", {
  args: {},
  returns: v.array(shownGrant),
  handler: async (ctx) => {
    const { _id } = ctx.viewer.person;
    const held = [
      ...(await grantsOf(ctx, _id, "Expiring", SHOWN_HELD)),
      ...(await grantsOf(ctx, _id, "Active", SHOWN_HELD)),
    ];
    const ended = [
      ...(await grantsOf(ctx, _id, "Expired", SHOWN_ENDED)),
      ...(await grantsOf(ctx, _id, "Revoked", SHOWN_ENDED)),
    ];
    const losses = await lossesOf(ctx, _id);
    const byEnd = held.toSorted((a, b) => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity));
    return await Promise.all(
      [...byEnd, ...ended.toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0)).slice(0, SHOWN_ENDED)].map((grant) =>
        shown(ctx, grant, losses.get(grant._id)),
      ),
    );
  },
});

/** Grants of one state that the caller looks after, the first to end first, page by page. */
export const list = guardedQuery("grants.readAll", {
  args: { state: grantState, paginationOpts: paginationOptsValidator },
  returns: v.object({ page: v.array(shownGrant), isDone: v.boolean(), continueCursor: v.string() }),
  handler: async (ctx, { state, paginationOpts }) => {
    const bounded = { ...paginationOpts, numItems: Math.min(paginationOpts.numItems, MAX_PAGE) };
    const { page, isDone, continueCursor } = await ctx.db
      .query("grants")
      .withIndex("by_state", (q) => q.eq("state", state))
      .paginate(bounded);
    const visible: Infer<typeof shownGrant>[] = [];
    for (const grant of page) {
      const access = accessTo(await loadInvolved(ctx, await loadRequest(ctx, grant.requestId)), ctx.viewer.person);
      if (access?.isOverseer) visible.push(await shown(ctx, grant));
    }
    return { page: visible, isDone, continueCursor };
  },
});

/** What the form of an extension shows; null for access that is not the caller's. */
export const extension = guardedQuery("grants.readOwn", {
  args: { grantId: v.string() },
  returns: v.union(v.null(), extensionForm),
  handler: async (ctx, { grantId }) => await extensionFormFor(ctx, ctx.viewer, grantId, Date.now()),
});

async function shown(ctx: Pick<QueryCtx, "db">, grant: Doc<"grants">, loss?: Loss): Promise<Infer<typeof shownGrant>> {
  const request = await loadRequest(ctx, grant.requestId);
  const isHeld = grant.endedAt === undefined;
  const address = await addressOfTask(ctx, grant.taskId);
  return {
    id: grant._id,
    requestId: grant.requestId,
    requestKey: request.key,
    address,
    beneficiaryId: grant.beneficiaryId,
    beneficiary: await nameOf(ctx, grant.beneficiaryId),
    system: grant.system,
    ...(await nameOfGrant(ctx, grant)),
    state: grant.state,
    startsAt: grant.startsAt,
    expiresAt: grant.expiresAt ?? null,
    use: lastUseOf(grant),
    endedAt: grant.endedAt ?? null,
    endReason: grant.endReason ?? null,
    isBeingRemoved: isHeld && (grant.removalAskedAt !== undefined || grant.removalAttempts > 0),
    removalError: grant.removalError ?? null,
    loss: loss && isHeld ? await shownLoss(ctx, grant, request, loss) : null,
    backUntil: !isHeld && (await comesBack(ctx, grant)) ? await shownBackUntil(ctx, grant) : null,
    extendTo: isHeld ? extensionPage(address) : extendLink(request),
  };
}

/** What is about to be taken; null for what an ended review marked and nobody is asked about any more. */
async function shownLoss(
  ctx: Pick<QueryCtx, "db">,
  grant: Doc<"grants">,
  request: Doc<"requests">,
  { item, review }: Loss,
): Promise<Infer<typeof shownGrant>["loss"]> {
  const isOpen = review.state === "open";
  if (!isOpen && !(await waitsForSecond(ctx, review))) return null;
  return {
    itemId: item._id,
    at: isOpen ? review.dueAt : null,
    reason: item.reason ?? UNDECIDED_AHEAD,
    isUndecided: item.verdict === undefined,
    need: item.need?.note ?? null,
    againTo: (await isDecidedForDomain(ctx, grant)) ? extendLink(request) : null,
  };
}

/** Whether a review took it and those in charge of its domain can give it back. */
async function comesBack(ctx: Pick<QueryCtx, "db">, grant: Doc<"grants">): Promise<boolean> {
  return (await takenBy(ctx, grant)) !== null && (await isDecidedForDomain(ctx, grant));
}

async function shownBackUntil(ctx: Pick<QueryCtx, "db">, grant: Doc<"grants">): Promise<number | null> {
  return backUntil(grant, Date.now(), await configured(ctx, "reviews.backDays"));
}

/** What somebody who was moved holds, to be decided one by one; null where no review of theirs is open. */
export const moveReview = guardedQuery("grants.readAll", {
  args: { personId: v.string() },
  returns: v.union(v.null(), shownMoveReview),
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const person = id && (await ctx.db.get(id));
    return person && (await moveReviewFor(ctx, ctx.viewer.person, person));
  },
});
