/** What the audit trail holds about a request, as far as its viewer may know. */
import type { QueryCtx } from "../../_generated/server";
import { ofObject } from "../../audit/reading";
import type { AuditPlace } from "../../audit/rules/filter";
import { entryOf, type EntryPage } from "../../audit/views";
import type { Visible } from "./circle";

const PAGE = 50;
/** What follows from the rest and says nothing by itself; the audit trail has it. */
const NOISE = new Set(["waitingOn", "leaseUntil"]);
/** Events that are nothing but their changes: without one that is shown, they tell nothing. */
const QUIET: ReadonlySet<string> = new Set(["task.redrawn", "request.dueMoved"]);
/** What changes inside a task while it is worked on: for those who work on it. */
const TECHNICAL = new Set(["input", "output", "plan", "planError", "ref", "proof", "error", "externalRef", "lateResult", "retryAt"]);

/** One page of the history. Internal notes and technical changes are left out for the people the request is for. */
export async function historyOf(ctx: Pick<QueryCtx, "db">, { request, access }: Visible, after: AuditPlace | null): Promise<EntryPage> {
  const { events, next, lookedBackTo } = await ofObject(ctx, { type: "request", id: request._id }, { after, size: PAGE });
  const shown = access.seesInternal ? events : events.filter(({ context }) => context["visibility"] !== "internal");
  const isShown = (field: string): boolean => !NOISE.has(field) && (access.seesInternal || !TECHNICAL.has(field));
  const entries = shown.map(entryOf).map((entry) => ({ ...entry, changes: entry.changes.filter(({ field }) => isShown(field)) }));
  return { events: entries.filter(({ action, changes }) => changes.length > 0 || !QUIET.has(action)), next, lookedBackTo };
}
