/** Taking events out of the audit trail, and checking that it is whole. Both are events themselves. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { checkedFilter } from "../core/audit/checkedFilter";
import { attributionOf, recordEvent } from "../core/audit/model";
import { auditFilter, auditPlace } from "../core/audit/rules/filter";
import { startVerification } from "../core/audit/verification";
import { pageOfEvents, scopeOfViewer } from "../pages/audit/reading";
import { detailOf, eventDetail } from "../pages/audit/shownEvents";

/** Events of one part of an export. */
const EXPORT_PART = 1_000;

/** Starts checking the hash chain, or joins the check that runs. */
export const verify = guardedMutation("audit.verify", {
  args: {},
  returns: v.id("auditVerifications"),
  handler: (ctx) => startVerification(ctx, ctx.viewer, Date.now()),
});

/** Hands out the next part of an export, newest first. Nothing leaves without an event that tells filter and count. */
export const exportPart = guardedMutation("audit.export", {
  args: { filter: auditFilter, format: v.union(v.literal("csv"), v.literal("json")), after: v.optional(auditPlace) },
  returns: v.object({ events: v.array(eventDetail), next: v.union(auditPlace, v.null()) }),
  handler: async (ctx, { filter, format, after = null }) => {
    const checked = await checkedFilter(ctx, filter);
    const { events, next } = await pageOfEvents(ctx, scopeOfViewer(ctx.viewer), {
      filter: checked,
      after,
      size: EXPORT_PART,
    });
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: "audit.exported",
      targets: [],
      context: { filter, format, count: events.length, continues: after !== null },
    });
    return { events: events.map(detailOf), next };
  },
});
