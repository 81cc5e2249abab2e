/** What people do with changes that need a second person. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf, type Deed } from "../core/audit/model";
import { requireStepUp } from "../core/people/stepUp";
import { refuse } from "../lib/errors";
import * as accepting from "../process/confirming/accepting";
import * as confirming from "../process/confirming/confirming";
import { follow } from "../process/confirming/following";

const named = { proposalId: v.string() };

/** Confirms what was shown, by its hash, and carries it out. Needs the password again. */
export const confirm = guardedMutation("proposals.decide", {
  args: { ...named, shownHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { proposalId, shownHash }) => {
    const deed = deedOf(ctx);
    const proposal = await loadProposal(ctx, proposalId);
    await requireStepUp(ctx, deed.at, "proposal.confirm", proposal._id);
    await confirming.confirm(deed, ctx.viewer.person, proposal, shownHash);
    await follow(ctx, proposal._id);
    return null;
  },
});

/** Refuses a proposal, with a reason. */
export const decline = guardedMutation("proposals.decide", {
  args: { ...named, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { proposalId, reason }) => {
    await confirming.refuseProposal(deedOf(ctx), ctx.viewer.person, await loadProposal(ctx, proposalId), reason);
    return null;
  },
});

/** Agrees to take over what the caller is named for as a successor. */
export const accept = guardedMutation("proposals.accept", {
  args: named,
  returns: v.null(),
  handler: async (ctx, { proposalId }) => {
    await accepting.accept(deedOf(ctx), ctx.viewer.person, await loadProposal(ctx, proposalId));
    return null;
  },
});

/** Declines to take over, with a reason: somebody else has to be named. */
export const turnDown = guardedMutation("proposals.accept", {
  args: { ...named, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { proposalId, reason }) => {
    await accepting.turnDown(deedOf(ctx), ctx.viewer.person, await loadProposal(ctx, proposalId), reason);
    return null;
  },
});

/** Stops a change that would take effect without a second person. Any admin may. */
export const stop = guardedMutation("proposals.stop", {
  args: { ...named, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { proposalId, reason }) => {
    await confirming.stop(deedOf(ctx), ctx.viewer.person, await loadProposal(ctx, proposalId), reason);
    return null;
  },
});

/** Takes back the caller's own proposal. */
export const withdraw = guardedMutation("proposals.decide", {
  args: named,
  returns: v.null(),
  handler: async (ctx, { proposalId }) => {
    await confirming.withdraw(deedOf(ctx), ctx.viewer.person, await loadProposal(ctx, proposalId));
    return null;
  },
});

function deedOf(ctx: ViewerMutationCtx): Deed {
  return { ctx, at: Date.now(), by: attributionOf(ctx.viewer) };
}

async function loadProposal(ctx: ViewerMutationCtx, text: string): Promise<Doc<"proposals">> {
  const id = ctx.db.normalizeId("proposals", text);
  return (id && (await ctx.db.get(id))) ?? refuse({ code: "not-found" });
}
