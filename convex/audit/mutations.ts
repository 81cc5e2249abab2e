/** Taking events and lists out of the portal, and checking that the audit trail is whole. Each is an event itself. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { checkedFilter } from "../core/audit/checkedFilter";
import { recordExport } from "../core/audit/exports";
import { attributionOf, recordEvent } from "../core/audit/model";
import { auditFilter, auditPlace } from "../core/audit/rules/filter";
import { startVerification } from "../core/audit/verification";
import { jsonObject } from "../lib/validators";
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

/** Writes down that somebody takes rows of a list out of the portal; the file is made only afterwards. */
export const noteExport = guardedMutation("audit.export", {
  args: {
    list: v.union(
      v.literal("requests"),
      v.literal("tasks"),
      v.literal("people"),
      v.literal("taskChanges"),
      v.literal("tickets"),
      v.literal("ticketQueue"),
      v.literal("ideas"),
    ),
    filter: jsonObject,
    columns: v.array(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { list, ...note }) =>
    await recordExport(ctx, attributionOf(ctx.viewer), `${list}.exported`, note),
});
