/** What the cron and the removing action call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { recordEvent, SYSTEM } from "../core/audit/model";
import * as grants from "../core/grants/model";
import { walkPlace } from "../core/grants/table";
import { attemptFailure } from "../core/tasks/table";
import type { Proof } from "../lib/pure/plan";
import { jsonObject, nullableTimestamp, timestamp } from "../lib/validators";
import * as lastUse from "../process/ending/lastUse";
import * as removal from "../process/ending/removal";
import { systemStep } from "../process/executing/executor";
import { apart, POSTPONE_MS } from "../process/steps/apart";

/** Cron: notices before the end of an access, and the end itself. */
export const check = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const step = systemStep(ctx, Date.now());
    const { ids, hasMore } = await removal.dueChecks(step);
    for (const grantId of ids)
      await apart(
        step,
        { name: "end of access", targets: [{ type: "grant", id: grantId }] },
        () => ctx.runMutation(internal.grants.internal.checkOne, { grantId, now: step.at }),
        () => ctx.db.patch(grantId, { nextCheckAt: step.at + POSTPONE_MS }),
      );
    if (hasMore) await ctx.scheduler.runAfter(0, internal.grants.internal.check, {});
    return null;
  },
});

/** The check of one access, in a transaction of its own. */
export const checkOne = internalMutation({
  args: { grantId: v.id("grants"), now: timestamp },
  returns: v.null(),
  handler: async (ctx, { grantId, now }): Promise<null> => {
    await removal.checkGrant(systemStep(ctx, now), grantId);
    return null;
  },
});

/** The access of one page whose use is to be read, and the place after it. */
export const usesToRead = internalQuery({
  args: { place: walkPlace },
  returns: v.object({
    reads: v.array(v.object({ grantId: v.id("grants"), system: v.string(), access: jsonObject, since: timestamp })),
    next: v.union(v.null(), walkPlace),
  }),
  handler: async (ctx, args) => {
    const { reads, next } = await lastUse.usesToRead(ctx, args.place, Date.now());
    return { reads: reads.map((read) => ({ ...read, access: { ...read.access } })), next };
  },
});

/** Notes what the system's record says about the use of one access. */
export const noteUse = internalMutation({
  args: { grantId: v.id("grants"), lastUsedAt: nullableTimestamp, asOf: timestamp, since: timestamp },
  returns: v.null(),
  handler: async (ctx, { grantId, ...reading }) => {
    await grants.noteUse(ctx, grantId, reading);
    return null;
  },
});

/** Says in the audit trail that the use of access could not be read. */
export const useNotRead = internalMutation({
  args: { grantId: v.id("grants"), failure: attemptFailure },
  returns: v.null(),
  handler: async (ctx, { grantId, failure }) => {
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "grant.useNotRead",
      targets: [{ type: "grant", id: grantId }],
      outcome: "failure",
      context: { code: failure.code, reason: failure.message },
      occurredAt: Date.now(),
    });
    return null;
  },
});

/** What is to be removed, claimed; null when it is not the time. */
export const beginRemoval = internalMutation({
  args: { grantId: v.id("grants") },
  returns: v.union(
    v.null(),
    v.object({
      system: v.string(),
      key: v.string(),
      end: v.union(v.null(), v.object({ operation: v.string(), input: jsonObject })),
      plan: v.optional(jsonObject),
      ref: v.optional(jsonObject),
    }),
  ),
  handler: async (ctx, { grantId }) => await removal.beginRemoval(systemStep(ctx, Date.now()), grantId),
});

/** The access was taken back and read back. */
export const removed = internalMutation({
  args: { grantId: v.id("grants"), proof: jsonObject },
  returns: v.null(),
  handler: async (ctx, { grantId, proof }) => {
    await removal.removed(systemStep(ctx, Date.now()), grantId, proof as unknown as Proof); // as the connector gave it
    return null;
  },
});

/** The access could not be taken back. */
export const removalFailed = internalMutation({
  args: { grantId: v.id("grants"), failure: attemptFailure },
  returns: v.null(),
  handler: async (ctx, { grantId, failure }) => {
    await removal.removalFailed(systemStep(ctx, Date.now()), grantId, failure);
    return null;
  },
});
