/** Reading the audit trail: everybody their own, overseers their part of it, admins all. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { checkedFilter } from "../core/audit/checkedFilter";
import { eventsByPerson } from "../core/audit/model";
import { auditFilter, auditPlace } from "../core/audit/rules/filter";
import { streamState } from "../core/audit/stream";
import { auditOutcome, auditVerification } from "../core/audit/table";
import { latestVerification } from "../core/audit/verification";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import * as places from "../pages/audit/histogram";
import { withAddresses, withNames, withRequestKeys } from "../pages/audit/naming";
import * as reading from "../pages/audit/reading";
import {
  detailOf,
  entryPage,
  entryPageOf,
  openedEvent,
  rowOf,
  rowPage,
  shownTarget,
  transactionOf,
} from "../pages/audit/shownEvents";
import { actionsInAuditTrail } from "../pages/audit/sources";

const SHOWN_EVENTS = 50;
/** Rows of the largest page. */
const MAX_PAGE = 200;
/** Events of one thing per page. */
const HISTORY_PAGE = 50;

/** The caller's own latest actions, newest first. */
export const mine = guardedQuery("audit.readOwn", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("auditEvents"),
      action: v.string(),
      occurredAt: timestamp,
      outcome: auditOutcome,
      targets: v.array(shownTarget),
      impersonatorLabel: nullableString,
    }),
  ),
  handler: async (ctx) => {
    const events = await eventsByPerson(ctx, ctx.viewer.person, SHOWN_EVENTS);
    const rows = events.map((event) => ({
      id: event._id,
      action: event.action,
      occurredAt: event.occurredAt,
      outcome: event.outcome,
      targets: event.targets,
      impersonatorLabel: event.impersonator?.label ?? null,
    }));
    return await withAddresses(ctx, rows);
  },
});

/** One page of the events the caller may see, a row per transaction or run of mails, newest first, narrowed by a filter. */
export const list = guardedQuery("audit.readAll", {
  args: { filter: auditFilter, after: v.optional(auditPlace), size: v.optional(v.number()) },
  returns: rowPage,
  handler: async (ctx, { filter, after = null, size = SHOWN_EVENTS }) => {
    const checked = await checkedFilter(ctx, filter);
    const scope = reading.scopeOfViewer(ctx.viewer);
    const page = { filter: checked, after, size: pageSize(size) };
    const { transactions, next, lookedBackTo } = await reading.pageOfTransactions(ctx, scope, page);
    const rows = transactions.map((events) => transactionOf(checked, events));
    return { events: await withRequestKeys(ctx, rows), next, lookedBackTo };
  },
});

/** How many events the caller may see lie in each stretch of time, part by part; the last does not end. */
export const histogram = guardedQuery("audit.readAll", {
  args: { filter: auditFilter.omit("from", "to"), starts: v.array(v.number()), after: v.optional(auditPlace) },
  returns: v.object({ counts: v.array(v.number()), next: v.union(auditPlace, v.null()) }),
  handler: async (ctx, { filter, starts, after = null }) => {
    const checked = await checkedFilter(ctx, filter);
    return await places.histogramPart(ctx, reading.scopeOfViewer(ctx.viewer), { filter: checked, starts, after });
  },
});

/** About how many events lie in each stretch of time, however many there are; null for whoever does not see all. */
export const histogramByPlaces = guardedQuery("audit.readAll", {
  args: { starts: v.array(v.number()) },
  returns: v.union(v.array(v.number()), v.null()),
  handler: async (ctx, { starts }) => await places.histogramByPlaces(ctx, reading.scopeOfViewer(ctx.viewer), starts),
});

/** One event in full, or null: of one outside the caller's scope nothing is told, not even that it exists. */
export const get = guardedQuery("audit.readOwn", {
  args: { eventId: v.string() },
  returns: v.union(openedEvent, v.null()),
  handler: async (ctx, { eventId }) => {
    const id = ctx.db.normalizeId("auditEvents", eventId);
    const event = id ? await ctx.db.get(id) : null;
    const scope = reading.scopeOfViewer(ctx.viewer);
    const reach = event ? await reading.reachOf(ctx, scope, event) : "nothing";
    if (!event || reach === "nothing") return null;
    const [named] = await withAddresses(ctx, await withRequestKeys(ctx, [detailOf(event)]));
    if (!named) return null;
    const together = await withRequestKeys(ctx, (await reading.writtenWith(ctx, scope, event)).map(rowOf));
    return { ...named, together, ...(reach !== "whole" && { origin: null }) };
  },
});

/** The history of one thing, newest first, as far as it lies in the caller's scope. */
export const ofObject = guardedQuery("audit.readOwn", {
  args: { type: v.string(), id: v.string(), after: v.optional(auditPlace) },
  returns: entryPage,
  handler: async (ctx, { type, id, after = null }) => {
    const scope = reading.scopeOfViewer(ctx.viewer);
    const page = entryPageOf(
      await reading.ofObject(
        ctx,
        { type, id },
        { after, size: HISTORY_PAGE },
        async (event) => (await reading.reachOf(ctx, scope, event)) !== "nothing",
      ),
    );
    return { ...page, events: await withNames(ctx, page.events) };
  },
});

/** The actions that occur in the audit trail, for a filter to offer. */
export const actions = guardedQuery("audit.readAll", {
  args: {},
  returns: v.array(v.string()),
  handler: (ctx) => actionsInAuditTrail(ctx),
});

/** The newest walk along the chain, running or done; null when nobody has looked yet. */
export const verification = guardedQuery("audit.readAll", {
  args: {},
  returns: v.union(v.null(), v.object({ ...auditVerification.fields, startedByName: v.string() })),
  handler: (ctx) => latestVerification(ctx),
});

/** How far the audit trail was sent on to a collector outside; null where it is not sent anywhere. */
export const stream = guardedQuery("audit.readAll", {
  args: {},
  returns: v.union(
    v.null(),
    v.object({
      sentSequence: v.number(),
      sentAt: nullableTimestamp,
      failedSince: nullableTimestamp,
      error: nullableString,
    }),
  ),
  handler: (ctx) => streamState(ctx),
});

function pageSize(size: number): number {
  return Math.min(Math.max(1, Math.floor(size)), MAX_PAGE);
}
