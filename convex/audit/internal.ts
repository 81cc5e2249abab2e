/** Events that happen outside of the backend's functions. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { personActor, recordEvent } from "../core/audit/model";
import { cutOrigin } from "../core/audit/origin";
import * as refusals from "../core/audit/refusals";
import { installedRetention, removeOld, sealNext } from "../core/audit/retention";
import { retentionNow } from "../core/audit/shortening";
import { nextEvents, noteFailure, noteSent } from "../core/audit/stream";
import { auditEvent, auditOutcome } from "../core/audit/table";
import * as verification from "../core/audit/verification";
import { notify } from "../core/notifications/model";
import { activeSuperAdmins } from "../core/people/holders";
import { normalizeEmail } from "../lib/pure/text";
import { momentIn } from "../lib/pure/time";
import { jsonObject } from "../lib/validators";
import { PAGES } from "../site/pages";

/** More super admins than a portal has. */
const MAX_NOTIFIED = 100;

/** A sign-in event reported by the server: signed in, wrong password, rate-limited, password changed … */
export const recordSecurityEvent = internalMutation({
  args: {
    action: v.string(),
    actorEmail: v.optional(v.string()),
    outcome: auditOutcome,
    context: jsonObject,
    key: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { action, actorEmail, outcome, context, key }) => {
    const email = actorEmail === undefined ? null : normalizeEmail(actorEmail);
    const person =
      email === null
        ? null
        : await ctx.db
            .query("people")
            .withIndex("by_email", (q) => q.eq("email", email))
            .first();
    // The host tells where a sign-in came from; this call itself comes from the host.
    const { address, userAgent, ...rest } = context;
    await recordEvent(ctx, {
      action,
      actor: person ? personActor(person) : { kind: "visitor", label: email ?? "Unknown visitor" },
      targets: person ? [{ type: "person", id: person._id, label: person.email }] : [],
      outcome,
      origin: cutOrigin({ ip: textOf(address), userAgent: textOf(userAgent) }),
      context: rest,
      key,
    });
    return null;
  },
});

/** The next batch of a walk along the chain. */
export const continueVerification = internalMutation({
  args: { verificationId: v.id("auditVerifications") },
  returns: v.null(),
  handler: async (ctx, { verificationId }) => {
    await verification.continueVerification(ctx, verificationId, Date.now());
    return null;
  },
});

/** A refused attempt, reported by the server. */
export const recordRefusal = internalMutation({
  args: refusals.refusalReport.fields,
  returns: v.null(),
  handler: async (ctx, report) => {
    await refusals.recordRefusal(ctx, report, Date.now());
    return null;
  },
});

/** The events that were not sent on yet, oldest first, a batch at a time. */
export const nextForStream = internalQuery({
  args: {},
  returns: v.array(auditEvent),
  handler: (ctx) => nextEvents(ctx),
});

/** The collector took everything up to this event, or it did not and said why. */
export const streamed = internalMutation({
  args: { result: v.union(v.object({ sequence: v.number() }), v.object({ error: v.string() })) },
  returns: v.null(),
  handler: async (ctx, { result }) => {
    await ("error" in result ? noteFailure(ctx, result.error, Date.now()) : noteSent(ctx, result.sequence, Date.now()));
    return null;
  },
});

/** Cron: removes the contents of events that are kept no longer, until nothing is left; a shorter time waits first. */
export const applyRetention = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const at = Date.now();
    const { retention, shortened, holdsAt } = await retentionNow(ctx, installedRetention(), at);
    for (const admin of shortened.length === 0 ? [] : await activeSuperAdmins(ctx, MAX_NOTIFIED))
      await notify(ctx, {
        recipientId: admin._id,
        kind: "audit.retentionShortened",
        subject: { type: "setting", id: "AUDIT_KEEP", label: "AUDIT_KEEP" },
        title: `Audit events are kept for a shorter time from ${momentIn(holdsAt, admin.timeZone)}`,
        body: `${shortened.map(({ auditClass, before, after }) => `${auditClass}: ${before} → ${after}`).join(", ")}. To keep them, put AUDIT_KEEP back before then.`,
        to: PAGES.auditTrail.path,
        at,
      });
    const { hasMore } = await removeOld(ctx, retention, at);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.audit.internal.applyRetention, {});
    return null;
  },
});

/** At the start of the portal: names what an older version removed, a batch per transaction, once. */
export const sealChain = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => {
    const next = await sealNext(ctx, after);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.audit.internal.sealChain, { after: next });
    return null;
  },
});

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
