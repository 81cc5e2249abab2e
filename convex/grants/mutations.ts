/** What people do with grants. */

import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { loadRequest } from "../core/requests/model";
import { refuse, refuseIf } from "../lib/errors";
import { nullableTimestamp } from "../lib/validators";
import { whyNotConfirm } from "../process/ending/confirmer";
import { reportRemoved } from "../process/ending/removal";
import { liveExecutor } from "../process/executing/executor";
import { decideMovedAccess } from "../process/moving/access";
import { takeBack } from "../process/settling/takingBack";
import { accessTo, loadInvolved } from "../process/steps/circle";
import { extendAccess } from "../process/submitting/extend";
import * as backing from "../process/submitting/getBack";

/**
 * Asks for more time for an access of one's own, counted from the end it has. The same `submitKey` finds the request
 * that was made the first time.
 */
export const extend = guardedMutation("requests.create", {
  args: { grantId: v.id("grants"), days: v.number(), reason: v.string(), submitKey: v.string() },
  returns: v.object({ id: v.id("requests"), key: v.string() }),
  handler: async (ctx, input) => {
    const { _id, key } = await extendAccess({ ...stepOf(ctx), ctx }, ctx.viewer, input);
    return { id: _id, key };
  },
});

/** Ends an access before its time. It is over when reading it back shows that it is gone. */
export const revoke = guardedMutation("grants.revoke", {
  args: { grantId: v.id("grants"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { grantId, reason }) => {
    const grant = await loadManaged(ctx, grantId);
    await takeBack({ ...stepOf(ctx), ctx }, grant, ctx.viewer.person._id, reason);
    return null;
  },
});

/** Reports that an access the portal cannot take back by itself was taken back manually. */
export const confirmRemoved = guardedMutation("grants.revoke", {
  args: { grantId: v.id("grants"), evidence: v.string() },
  returns: v.null(),
  handler: async (ctx, { grantId, evidence }) => {
    const grant = await loadManaged(ctx, grantId);
    refuseIf(await whyNotConfirm(ctx, grant, ctx.viewer.person._id));
    await reportRemoved(stepOf(ctx), grant, ctx.viewer.person._id, evidence);
    return null;
  },
});

/** Asks back what an access review took from the caller. */
export const getBack = guardedMutation("requests.create", {
  args: { grantId: v.id("grants"), reason: v.string(), submitKey: v.string() },
  returns: v.object({ id: v.id("requests"), key: v.string() }),
  handler: async (ctx, input) => {
    const { _id: id, key } = await backing.getBack({ ...stepOf(ctx), ctx }, ctx.viewer, input);
    return { id, key };
  },
});

/** Decides what becomes of one access of somebody who was moved: kept, kept until a day, or removed. */
export const decideMoved = guardedMutation("grants.revoke", {
  args: {
    personId: v.id("people"),
    grantId: v.id("grants"),
    verdict: v.union(v.literal("keep"), v.literal("remove")),
    until: nullableTimestamp,
  },
  returns: v.null(),
  handler: async (ctx, { personId, ...wish }) => {
    const person = (await ctx.db.get(personId)) ?? refuse({ code: "not-found" });
    await decideMovedAccess({ ...stepOf(ctx), ctx }, ctx.viewer.person, person, wish);
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx) {
  const at = Date.now();
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}

/** The grant, for somebody who looks after requests like the one behind it. */
async function loadManaged(ctx: ViewerMutationCtx, grantId: Id<"grants">): Promise<Doc<"grants">> {
  const grant = await ctx.db.get(grantId);
  if (!grant) refuse({ code: "not-found" });
  const access = accessTo(await loadInvolved(ctx, await loadRequest(ctx, grant.requestId)), ctx.viewer.person);
  if (!access?.isManager) refuse({ code: "not-found" });
  return grant;
}
