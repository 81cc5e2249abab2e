/** Setting when support works. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { requireStepUp } from "../core/people/stepUp";
import { currentHours, newestHours, setHours } from "../core/supportHours/model";
import { whyNotHours } from "../core/supportHours/rules/hours";
import { supportHours } from "../core/supportHours/table";
import { whyNotReason } from "../core/tasks/rules/work";
import { refuse, refuseIf } from "../lib/errors";

/** Sets the hours and targets for what happens from now on; the due times of open tickets follow (S8). */
export const set = guardedMutation("config.write", {
  args: {
    hours: supportHours,
    /** The version the form was filled in on; 0 while nobody set it. */
    shownVersion: v.number(),
    reason: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { hours, shownVersion, reason }) => {
    const at = Date.now();
    await requireStepUp(ctx, at, "config.hours");
    refuseIf(whyNotReason(reason));
    const now = await currentHours(ctx);
    const newest = await newestHours(ctx);
    // Sent again, it finds what it did the first time.
    if (newest?.version === shownVersion + 1 && JSON.stringify(newest.hours) === JSON.stringify(hours)) return null;
    if ((newest?.version ?? 0) !== shownVersion) refuse({ code: "changed-meanwhile" });
    refuseIf(whyNotHours(hours, now));
    const { viewer } = ctx;
    await setHours(ctx, hours, { by: attributionOf(viewer), at, byId: viewer.person._id, reason: reason.trim() });
    await ctx.scheduler.runAfter(0, internal.supportHours.internal.retime, { state: 0, cursor: null });
    return null;
  },
});
