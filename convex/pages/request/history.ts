/** What the audit trail holds about a request, as far as its viewer may know. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { AuditPlace } from "../../core/audit/rules/filter";
import type { Visible } from "../../process/steps/circle";
import { withNames } from "../audit/naming";
import { lastOfObject, ofObject, type lastEventShape } from "../audit/reading";
import { entryOf, type EntryPage } from "../audit/shownEvents";

const PAGE = 50;
/** What follows from the rest and says nothing by itself; the audit trail has it. */
const NOISE = new Set(["waitingOn", "leaseUntil"]);
/** Events that are nothing but their changes: without one that is shown, they tell nothing. */
const QUIET: ReadonlySet<string> = new Set(["task.redrawn", "request.dueMoved"]);
/** What changes inside a task while it is worked on: for those who work on it. */
const TECHNICAL = new Set([
  "input",
  "output",
  "plan",
  "planError",
  "ref",
  "proof",
  "error",
  "externalRef",
  "lateResult",
  "retryAt",
]);

/** A part of a request that has a history of its own. */
export const historyPart = v.object({ type: v.union(v.literal("task"), v.literal("approval")), id: v.string() });

/**
 * One page of the history of a request, or of one of its tasks or approvals. Internal notes and technical changes are
 * left
 * out for the people the request is for. What happened to a part of another request does not name this one, and is not
 * told.
 */
export async function historyOf(
  ctx: Pick<QueryCtx, "db">,
  { request, access }: Visible,
  { after, part }: { readonly after: AuditPlace | null; readonly part?: Infer<typeof historyPart> },
): Promise<EntryPage> {
  const thing = part ?? { type: "request", id: request._id };
  const isOfRequest = async ({ targets }: Doc<"auditEvents">): Promise<boolean> =>
    targets.some(({ type, id }) => type === "request" && id === request._id);
  const { events, next, lookedBackTo } = await ofObject(ctx, thing, { after, size: PAGE }, isOfRequest);
  const shown = events.filter((event) => isShownTo(event, access));
  const isShown = (field: string): boolean => !NOISE.has(field) && (access.seesInternal || !TECHNICAL.has(field));
  const entries = shown
    .map(entryOf)
    .map((entry) => ({ ...entry, changes: entry.changes.filter(({ field }) => isShown(field)) }));
  return {
    events: await withNames(
      ctx,
      entries.filter(({ action, changes }) => changes.length > 0 || !QUIET.has(action)),
    ),
    next,
    lookedBackTo,
  };
}

/** The newest event of a request that its viewer may know of: its place in the audit trail, and its hash. */
export async function lastEventOf(
  ctx: Pick<QueryCtx, "db">,
  { request, access }: Visible,
): Promise<Infer<typeof lastEventShape> | null> {
  return await lastOfObject(ctx, { type: "request", id: request._id }, async (event) => isShownTo(event, access));
}

/** Internal notes are for those who work on a request. */
function isShownTo({ context }: Doc<"auditEvents">, { seesInternal }: Visible["access"]): boolean {
  return seesInternal || context["visibility"] !== "internal";
}
