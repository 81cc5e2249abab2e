/** What the cron and the removing action call. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { attemptFailure } from "../core/tasks/table";
import type { Proof } from "../lib/pure/plan";
import { jsonObject } from "../lib/validators";
import {
  beginRemoval as begin,
  checkGrants,
  removalFailed as fail,
  removed as finish,
} from "../process/ending/removal";
import { systemStep } from "../process/executing/executor";

/** Cron: notices before the end of an access, and the end itself. */
export const check = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await checkGrants(ctx, Date.now());
    if (hasMore) await ctx.scheduler.runAfter(0, internal.grants.internal.check, {});
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
  handler: async (ctx, { grantId }) => await begin(systemStep(ctx, Date.now()), grantId),
});

/** The access was taken back and read back. */
export const removed = internalMutation({
  args: { grantId: v.id("grants"), proof: jsonObject },
  returns: v.null(),
  handler: async (ctx, { grantId, proof }) => {
    await finish(systemStep(ctx, Date.now()), grantId, proof as unknown as Proof); // as the connector gave it
    return null;
  },
});

/** The access could not be taken back. */
export const removalFailed = internalMutation({
  args: { grantId: v.id("grants"), failure: attemptFailure },
  returns: v.null(),
  handler: async (ctx, { grantId, failure }) => {
    await fail(systemStep(ctx, Date.now()), grantId, failure);
    return null;
  },
});
