/**
 * The end of an impersonation that nobody stopped: its time is over, or one of the two people is not who they were
 * when it began. The event of the end lists what was written meanwhile, and whoever was impersonated is told.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isImpersonationValid } from "../../access/impersonation";
import { plural } from "../../lib/pure/text";
import { MINUTE_MS } from "../../lib/pure/time";
import { PAGES } from "../../site/pages";
import { recordEvent, SYSTEM, type Attribution } from "../audit/model";
import { notify } from "../notifications/model";

type WriteCtx = Pick<MutationCtx, "db">;
type Session = Doc<"impersonationSessions">;
type By = Attribution & { readonly at: number };

/** Sessions that run at once: more than there are super admins. */
const MAX_RUNNING = 100;
/** Writes an event of an end lists; it says when there were more. */
const MAX_WRITES = 100;

/** Ends what somebody runs and what is run through their eyes: they are about to be somebody else. */
export async function endImpersonationsOf(ctx: WriteCtx, personId: Id<"people">, by: By): Promise<void> {
  const sessions = ctx.db.query("impersonationSessions");
  const own = await sessions
    .withIndex("by_person", (q) => q.eq("realPersonId", personId).eq("endedAt", undefined))
    .take(MAX_RUNNING);
  const ofThem = await ctx.db
    .query("impersonationSessions")
    .withIndex("by_target_end", (q) => q.eq("impersonatingUserId", personId).eq("endedAt", undefined))
    .take(MAX_RUNNING);
  for (const session of [...own, ...ofThem]) await endImpersonation(ctx, session, by);
}

/** Writes the end of every session that is over already: no call is answered through it any more. */
export async function endOverdueImpersonations(ctx: WriteCtx, at: number): Promise<void> {
  const running = await ctx.db
    .query("impersonationSessions")
    .withIndex("by_end", (q) => q.eq("endedAt", undefined))
    .take(MAX_RUNNING);
  for (const session of running) {
    const [real, target] = [await ctx.db.get(session.realPersonId), await ctx.db.get(session.impersonatingUserId)];
    const isRun = real !== null && real.status === "active" && real.roles.includes("superAdmin");
    if (!isRun || !isImpersonationValid(session, target, at)) await endImpersonation(ctx, session, { ...SYSTEM, at });
  }
}

async function endImpersonation(ctx: WriteCtx, session: Session, { actor, impersonator, at }: By): Promise<void> {
  const isExpired = at >= session.impersonationExpiresAt;
  // It was over when its time was, whenever that is noticed: who may not decide about a request goes by this.
  const endedAt = isExpired ? session.impersonationExpiresAt : at;
  await ctx.db.patch(session._id, { endedAt });
  const writes = await writesIn(ctx, session, endedAt);
  const { realPersonId, impersonatingUserId, impersonationStartedAt: startedAt, mode, reason } = session;
  await recordEvent(ctx, {
    actor,
    impersonator,
    action: "impersonation.ended",
    targets: [await personTarget(ctx, impersonatingUserId), await personTarget(ctx, realPersonId)],
    changes: [{ field: "endedAt", before: null, after: endedAt }],
    context: {
      because: isExpired ? "expired" : "personChanged",
      mode,
      reason,
      startedAt,
      writes: writes.slice(0, MAX_WRITES),
      hasMoreWrites: writes.length > MAX_WRITES,
    },
    occurredAt: at,
  });
  const did = mode === "view" ? "reading only" : `with ${plural(writes.length, "change")}`;
  await notify(ctx, {
    recipientId: impersonatingUserId,
    kind: "security.impersonated",
    step: session._id,
    subject: { type: "person", id: impersonatingUserId, label: "Impersonation" },
    title: mode === "view" ? "A super admin looked at the portal as you" : "A super admin acted in the portal as you",
    body: `For ${plural(Math.max(1, Math.round((endedAt - startedAt) / MINUTE_MS)), "minute")}, ${did}. Reason: ${reason}`,
    to: PAGES.profile.path,
    at,
  });
}

/** What was written through the other's eyes, oldest first; one more than is listed. */
async function writesIn(
  ctx: WriteCtx,
  { realPersonId, impersonatingUserId, impersonationStartedAt }: Session,
  endedAt: number,
): Promise<{ sequence: number; action: string }[]> {
  const writes: { sequence: number; action: string }[] = [];
  const events = ctx.db
    .query("auditEvents")
    .withIndex("by_impersonator", (q) =>
      q.eq("impersonator.personId", realPersonId).gte("occurredAt", impersonationStartedAt).lte("occurredAt", endedAt),
    );
  for await (const { sequence, action, actor, outcome } of events) {
    if (actor.personId !== impersonatingUserId || outcome === "denied") continue;
    writes.push({ sequence, action });
    if (writes.length > MAX_WRITES) break;
  }
  return writes;
}

async function personTarget(ctx: WriteCtx, personId: Id<"people">) {
  return { type: "person", id: personId, label: (await ctx.db.get(personId))?.email };
}
