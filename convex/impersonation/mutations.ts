/** What a super admin does to look through somebody else's eyes. */

import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { endActing, endImpersonation, noteOpened } from "../core/people/impersonating/ending";
import { requireStepUp } from "../core/people/stepUp";
import { refuse } from "../lib/errors";
import { forceEnd } from "../process/impersonating/ending";
import { startActing, startImpersonation } from "../process/impersonating/starting";

/** Begins to look at the portal as somebody else, for 30 minutes, 2 hours or a day; needs the password again. */
export const start = guardedMutation("impersonation.start", {
  args: {
    personId: v.id("people"),
    reason: v.string(),
    minutes: v.number(),
    requestId: v.optional(v.id("requests")),
    /** The support ticket it is about, where it is started from one. */
    ticketKey: v.optional(v.string()),
  },
  returns: v.id("impersonationSessions"),
  handler: async (ctx, wish) => {
    const at = Date.now();
    const sessionId = await startImpersonation(ctx, ctx.viewer, wish, at);
    // Asked last: whoever may not do this at all hears that, and nothing of what was begun stays.
    await requireStepUp(ctx, at, "impersonation.start", wish.personId);
    return sessionId;
  },
});

/** Acts for 30 minutes in the session the page shows; needs the password again each time. */
export const act = guardedMutation("impersonation.steer", {
  args: { sessionId: v.id("impersonationSessions"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { sessionId, reason }) => {
    const at = Date.now();
    await startActing(ctx, ctx.viewer, running(ctx, sessionId), reason, at);
    await requireStepUp(ctx, at, "impersonation.act", sessionId);
    return null;
  },
});

/** Only looks again. */
export const look = guardedMutation("impersonation.steer", {
  args: { sessionId: v.id("impersonationSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    const session = running(ctx, sessionId);
    if (session.mode === "act") await endActing(ctx, session, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});

/** Says that the page shows another one of the other's pages; one that shows a session that is over says nothing. */
export const opened = guardedMutation("impersonation.steer", {
  args: { sessionId: v.id("impersonationSessions"), page: v.string() },
  returns: v.null(),
  handler: async (ctx, { sessionId, page }) => {
    const session = ctx.viewer.impersonation;
    if (session?._id === sessionId) await noteOpened(ctx, session, page);
    return null;
  },
});

/** Ends the session the page shows. One that is over already is over: another window was faster. */
export const stop = guardedMutation("impersonation.steer", {
  args: { sessionId: v.id("impersonationSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    const session = await ctx.db.get(sessionId);
    if (session?.realPersonId !== ctx.viewer.realPerson._id) refuse({ code: "not-found" });
    if (session.endedAt === undefined)
      await endImpersonation(ctx, session, { ...attributionOf(ctx.viewer), at: Date.now() }, "stopped");
    return null;
  },
});

/** Ends somebody else's, everywhere at once; asks for no password, because waiting is what is dangerous here. */
export const end = guardedMutation("impersonation.end", {
  args: { sessionId: v.id("impersonationSessions"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { sessionId, reason }) => {
    const session = await ctx.db.get(sessionId);
    if (!session) refuse({ code: "not-found" });
    await forceEnd(ctx, ctx.viewer, session, reason, Date.now());
    return null;
  },
});

/** The running session, named by the page: one that shows another one steers nothing. */
function running({ viewer }: ViewerMutationCtx, sessionId: Id<"impersonationSessions">): Doc<"impersonationSessions"> {
  return viewer.impersonation?._id === sessionId ? viewer.impersonation : refuse({ code: "impersonation-mismatch" });
}
