/** Reading the audit trail. */
import { v } from "convex/values";
import { guardedQuery } from "../lib/functions";
import { nullableString, timestamp } from "../lib/validators";
import { eventsByPerson } from "./model";
import { auditOutcome, auditTarget } from "./table";

const SHOWN_EVENTS = 50;

/** The caller's own latest actions, newest first. */
export const mine = guardedQuery("audit.readOwn", {
  args: {},
  returns: v.array(v.object({
    id: v.id("auditEvents"),
    action: v.string(),
    occurredAt: timestamp,
    outcome: auditOutcome,
    targets: v.array(auditTarget),
    impersonatorLabel: nullableString,
  })),
  handler: async (ctx) => {
    const events = await eventsByPerson(ctx, ctx.viewer.person, SHOWN_EVENTS);
    return events.map((event) => ({
      id: event._id,
      action: event.action,
      occurredAt: event.occurredAt,
      outcome: event.outcome,
      targets: event.targets,
      impersonatorLabel: event.impersonator?.label ?? null,
    }));
  },
});
