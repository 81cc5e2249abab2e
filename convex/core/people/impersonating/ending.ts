/**
 * The end of an impersonation: stopped, its time over, the sign-in session over, or one of the two people not who they
 * were when it began. It is written as a row, so that nothing that changes back later revives it. The event of the end
 * lists what was written meanwhile, and whoever was impersonated is told.
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { endOfActing, endOfTime, isImpersonationValid } from "../../../access/impersonation";
import { staysOwn, whyNot, rolesHold } from "../../../access/rules";
import { plural } from "../../../lib/pure/text";
import { MINUTE_MS } from "../../../lib/pure/time";
import { type PageId, pageOf, PAGES } from "../../../site/pages";
import { type By, recordEvent, SYSTEM } from "../../audit/model";
import type { AuditTarget } from "../../audit/table";
import { notify } from "../../notifications/model";
import type { ImpersonationEnd } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type Session = Doc<"impersonationSessions">;

/** Sessions that run at once: more than there are super admins. */
const MAX_RUNNING = 100;
/** Writes an event of an end lists; it says when there were more. */
const MAX_WRITES = 100;

/** Ends what somebody runs and what is run through their eyes: they are about to be somebody else. */
export async function endImpersonationsOf(ctx: WriteCtx, personId: Id<"people">, by: By): Promise<void> {
  const sessions = ctx.db.query("impersonationSessions");
  const own = await sessions
    .withIndex("by_person", (q) => q.eq("realPersonId", personId).eq("endedAt", undefined))
    .take(MAX_RUNNING);
  const ofThem = await ctx.db
    .query("impersonationSessions")
    .withIndex("by_target_end", (q) => q.eq("impersonatingUserId", personId).eq("endedAt", undefined))
    .take(MAX_RUNNING);
  for (const session of [...own, ...ofThem]) await endImpersonation(ctx, session, by, "personChanged");
}

/** Ends what was started in a sign-in session that is over. */
export async function endImpersonationsIn(ctx: WriteCtx, signInSessionId: string, at: number): Promise<void> {
  for (const session of await runningNow(ctx))
    if (session.signInSessionId === signInSessionId)
      await endImpersonation(ctx, session, { ...SYSTEM, at }, "signedOut");
}

/** Writes down what is over by the clock: windows to act, and sessions through which no call is answered any more. */
export async function endOverdueImpersonations(ctx: WriteCtx, at: number): Promise<void> {
  for (const session of await runningNow(ctx)) {
    const [real, target] = [await ctx.db.get(session.realPersonId), await ctx.db.get(session.impersonatingUserId)];
    const isRun = real !== null && real.status === "active" && rolesHold(real.roles, "impersonation.steer");
    if (!isRun || !isImpersonationValid(session, target, at))
      await endImpersonation(ctx, session, { ...SYSTEM, at }, "personChanged");
    else if (session.mode === "act" && at >= endOfActing(session)) await endActing(ctx, session, { ...SYSTEM, at });
  }
}

/** Sessions that have no end yet. */
async function runningNow(ctx: WriteCtx): Promise<Session[]> {
  return await ctx.db
    .query("impersonationSessions")
    .withIndex("by_end", (q) => q.eq("endedAt", undefined))
    .take(MAX_RUNNING);
}

/** From here on its holder only looks: they said so, or their window is over. */
export async function endActing(ctx: WriteCtx, session: Session, { actor, impersonator, at }: By): Promise<void> {
  await ctx.db.patch(session._id, { mode: "view", actExpiresAt: undefined });
  await recordEvent(ctx, {
    actor,
    impersonator,
    action: "impersonation.actingEnded",
    targets: await targetsOf(ctx, session),
    changes: [{ field: "mode", before: "act", after: "view" }],
    context: { because: at >= endOfActing(session) ? "expired" : "stopped" },
    occurredAt: at,
  });
}

/**
 * Keeps that a page of the other's was opened. The super admin's own pages are nobody else's to know, and one that
 * refused itself showed nothing.
 */
export async function noteOpened(ctx: WriteCtx, session: Session, page: string): Promise<void> {
  const target = await ctx.db.get(session.impersonatingUserId);
  if (!target || !isPage(page) || !isShown(page, session.mode, target)) return;
  const sessionId = session._id;
  const row = await openedIn(ctx, sessionId);
  if (!row) await ctx.db.insert("impersonationPages", { sessionId, pages: [page] });
  else if (!row.pages.includes(page)) await ctx.db.patch(row._id, { pages: [...row.pages, page] });
}

function isShown(page: PageId, mode: Session["mode"], { roles: targetRoles }: Doc<"people">): boolean {
  const { capability } = pageOf(page);
  if (capability === undefined) return true;
  if (staysOwn(capability)) return false;
  // Of what is not the looker's own only the other's roles count.
  const looking = { roles: [], status: "active" as const, hasChangedInitialPassword: true };
  return whyNot({ ...looking, impersonation: { mode, targetRoles } }, capability) === null;
}

function isPage(name: string): name is PageId {
  return Object.hasOwn(PAGES, name);
}

async function openedIn(ctx: ReadCtx, sessionId: Id<"impersonationSessions">) {
  return await ctx.db
    .query("impersonationPages")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .unique();
}

/** The titles of the pages that were opened, in the order of their first opening. */
export async function openedTitles(ctx: ReadCtx, sessionId: Id<"impersonationSessions">): Promise<string[]> {
  const { pages = [] } = (await openedIn(ctx, sessionId)) ?? {};
  return pages.filter(isPage).map((page) => PAGES[page].title);
}

/** Titles a notice names; further ones are counted. */
const MAX_NAMED = 4;

function openedWords(titles: readonly string[]): string {
  const more = titles.length - MAX_NAMED;
  const named = titles.slice(0, MAX_NAMED).join(", ");
  return titles.length === 0 ? "" : ` Opened: ${named}${more > 0 ? ` and ${plural(more, "more page")}` : ""}.`;
}

/** Whose word an end is that its holder did not want. */
interface Forced {
  readonly by: Pick<Doc<"people">, "_id" | "firstName" | "lastName">;
  readonly reason: string;
}

/** Writes the end, with what was changed meanwhile, and tells whoever was impersonated. */
export async function endImpersonation(
  ctx: WriteCtx,
  session: Session,
  { actor, impersonator, at }: By,
  cause: ImpersonationEnd,
  forced?: Forced,
): Promise<void> {
  const isExpired = at >= endOfTime(session);
  // It was over when its time was, whenever that is noticed: who may not decide about a request goes by this.
  const endedAt = isExpired ? endOfTime(session) : at;
  const because = isExpired ? "expired" : cause;
  const isForced = forced !== undefined && !isExpired;
  await ctx.db.patch(session._id, {
    endedAt,
    endedBecause: because,
    ...(isForced && { endedById: forced.by._id, endReason: forced.reason }),
  });
  const writes = await writesIn(ctx, session, endedAt);
  const pages = await openedTitles(ctx, session._id);
  const { impersonatingUserId, impersonationStartedAt: startedAt, reason } = session;
  const mode = hasActed(session) ? "act" : "view";
  await recordEvent(ctx, {
    actor,
    impersonator,
    action: "impersonation.ended",
    targets: await targetsOf(ctx, session),
    changes: [{ field: "endedAt", before: null, after: endedAt }],
    context: {
      because,
      mode,
      reason,
      startedAt,
      writes: writes.slice(0, MAX_WRITES),
      hasMoreWrites: writes.length > MAX_WRITES,
      pages,
      ...(isForced && { endedById: forced.by._id, endReason: forced.reason }),
    },
    occurredAt: at,
  });
  const real = await ctx.db.get(session.realPersonId);
  const changes = writes.length > MAX_WRITES ? `more than ${MAX_WRITES} changes` : plural(writes.length, "change");
  const did = mode === "view" ? "reading only" : `with ${changes}`;
  await notify(ctx, {
    recipientId: impersonatingUserId,
    kind: "security.impersonated",
    step: session._id,
    subject: { type: "person", id: impersonatingUserId, label: "Impersonation" },
    title: mode === "view" ? "A super admin looked at the portal as you" : "A super admin acted in the portal as you",
    body: `${real ? `${real.firstName} ${real.lastName}`.trim() : "Somebody who left"}, for ${plural(Math.max(1, Math.round((endedAt - startedAt) / MINUTE_MS)), "minute")}, ${did}.${openedWords(pages)} Reason: ${reason}${isForced ? `. ${forced.by.firstName} ${forced.by.lastName} ended it: ${forced.reason}` : ""}`,
    to: PAGES.profile.path,
    at,
  });
}

/**
 * What was written through the other's eyes, oldest first; one more than is listed. What was refused is never read:
 * however often somebody tried what they may not, the end is written.
 */
async function writesIn(
  ctx: WriteCtx,
  { realPersonId, impersonatingUserId, impersonationStartedAt }: Session,
  endedAt: number,
): Promise<{ sequence: number; action: string }[]> {
  const found: { sequence: number; action: string }[] = [];
  for (const outcome of ["success", "failure"] as const) {
    const events = await ctx.db
      .query("auditEvents")
      .withIndex("by_impersonator_outcome", (q) =>
        q
          .eq("impersonator.personId", realPersonId)
          .eq("outcome", outcome)
          .gte("occurredAt", impersonationStartedAt)
          .lte("occurredAt", endedAt),
      )
      .take(MAX_WRITES + 1);
    for (const { sequence, action, actor } of events)
      if (actor.personId === impersonatingUserId) found.push({ sequence, action });
  }
  return found.toSorted((a, b) => a.sequence - b.sequence).slice(0, MAX_WRITES + 1);
}

/** Whether its holder ever acted in it. */
export function hasActed({ mode, actWindows = 0 }: Pick<Session, "mode" | "actWindows">): boolean {
  return mode === "act" || actWindows > 0;
}

/** The two people of a session: whose eyes first. */
export async function targetsOf(ctx: WriteCtx, { impersonatingUserId, realPersonId }: Session): Promise<AuditTarget[]> {
  return [await personTarget(ctx, impersonatingUserId), await personTarget(ctx, realPersonId)];
}

async function personTarget(ctx: WriteCtx, personId: Id<"people">) {
  return { type: "person", id: personId, label: (await ctx.db.get(personId))?.email };
}
