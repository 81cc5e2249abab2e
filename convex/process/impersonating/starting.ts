/** Starting an impersonation, and acting in it. How it ends stands in core/people/impersonating.ts. */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ACT_WINDOW_MS, endOfActing, endOfTime, modeAt } from "../../access/impersonation";
import { isSuperAdmin } from "../../access/rank";
import type { Viewer } from "../../access/viewer";
import { attributionOf, recordEvent } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { humanBehind } from "../../core/people/humans";
import { endImpersonation, targetsOf } from "../../core/people/impersonating/ending";
import { fullName } from "../../core/people/model";
import { isProtected } from "../../core/people/protected";
import { whyNotActing, whyNotImpersonate, whyNotReason, whyNotTerms } from "../../core/people/rules/impersonating";
import { requestTarget } from "../../core/requests/model";
import { readTicket, ticketTarget } from "../../core/tickets/model";
import { refuse, refuseIf } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { HOUR_MS, MINUTE_MS } from "../../lib/pure/time";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db" | "scheduler">;
type Session = Doc<"impersonationSessions">;

/** Open changes of one person that are looked at: more than anybody has. */
const CHANGES_READ = 100;

/** What somebody wants to see as whom. */
export interface StartWish {
  readonly personId: Id<"people">;
  readonly reason: string;
  readonly minutes: number;
  /** The request it is about, where it was started from one. */
  readonly requestId?: Id<"requests">;
  /** The support ticket it is about, where it was started from one. */
  readonly ticketKey?: string;
}

/** Why this person cannot impersonate that one now, or null. Whoever impersonates already is refused by the capability. */
export async function whyNotStart(
  ctx: ReadCtx,
  by: Doc<"people">,
  person: Doc<"people">,
  at: number,
): Promise<Refusal | null> {
  const mayStart = await configured(ctx, "impersonation.startsPerHour");
  const lately = await ctx.db
    .query("impersonationSessions")
    .withIndex("by_starter", (q) => q.eq("realPersonId", by._id).gt("impersonationStartedAt", at - HOUR_MS))
    .take(mayStart);
  return whyNotImpersonate({
    by: { human: humanBehind(by), roles: by.roles, status: by.status },
    person: {
      human: humanBehind(person),
      roles: person.roles,
      status: person.status,
      name: fullName(person),
      isProtected: isProtected(person),
    },
    isPlannedSuperAdmin: await isPlannedSuperAdmin(ctx, person._id),
    startedLately: lately.length,
    mayStart,
  });
}

/** Begins to look through somebody's eyes; nothing can be changed until its holder asks to act. */
export async function startImpersonation(
  ctx: WriteCtx,
  viewer: Viewer,
  wish: StartWish,
  at: number,
): Promise<Id<"impersonationSessions">> {
  const real = viewer.realPerson;
  const person = await ctx.db.get(wish.personId);
  if (!person) refuse({ code: "not-found" });
  refuseIf(whyNotTerms(wish));
  refuseIf(await whyNotStart(ctx, real, person, at));
  const request = wish.requestId && (await requestAbout(ctx, wish.requestId, person._id));
  const ticket = wish.ticketKey === undefined ? null : await ticketAbout(ctx, viewer, wish.ticketKey, person._id);
  const by = { ...attributionOf(viewer), at };
  // One that is over already gets its end before the next begins.
  const left = await openSession(ctx, real._id);
  if (left) await endImpersonation(ctx, left, by, "stopped");
  const times = { impersonationStartedAt: at, impersonationExpiresAt: at + wish.minutes * MINUTE_MS };
  const reason = wish.reason.trim();
  const sessionId = await ctx.db.insert("impersonationSessions", {
    realPersonId: real._id,
    impersonatingUserId: person._id,
    mode: "view",
    reason,
    ...times,
    ...(viewer.sessionId !== null && { signInSessionId: viewer.sessionId }),
    ...(request && { requestId: request._id }),
    ...(ticket && { ticketId: ticket._id }),
  });
  await recordEvent(ctx, {
    actor: by.actor,
    action: "impersonation.started",
    targets: [
      { type: "person", id: person._id, label: person.email },
      ...(request ? [requestTarget(request)] : []),
      ...(ticket ? [ticketTarget(ticket)] : []),
    ],
    context: { mode: "view", reason, minutes: wish.minutes, impersonationSessionId: sessionId },
    occurredAt: at,
  });
  await ctx.scheduler.runAt(times.impersonationExpiresAt, internal.people.internal.endImpersonations, {});
  return sessionId;
}

/** Opens a window in which its holder acts. */
export async function startActing(ctx: WriteCtx, viewer: Viewer, session: Session, why: string, at: number) {
  const now = { ...session, mode: modeAt(session, at) };
  refuseIf(whyNotReason(why) ?? whyNotActing(now));
  const actExpiresAt = Math.min(at + ACT_WINDOW_MS, endOfTime(session));
  const actWindows = (session.actWindows ?? 0) + 1;
  await ctx.db.patch(session._id, { mode: "act", actExpiresAt, actWindows });
  await recordEvent(ctx, {
    ...attributionOf(viewer),
    action: "impersonation.actingStarted",
    targets: await targetsOf(ctx, session),
    changes: [{ field: "mode", before: "view", after: "act" }],
    context: { reason: why.trim(), window: actWindows, impersonationSessionId: session._id },
    occurredAt: at,
  });
  await ctx.scheduler.runAt(endOfActing({ ...session, actExpiresAt }), internal.people.internal.endImpersonations, {});
}

/** The request an impersonation is started from: about the person, or it is none of its business. */
async function requestAbout(ctx: ReadCtx, requestId: Id<"requests">, personId: Id<"people">): Promise<Doc<"requests">> {
  const request = await ctx.db.get(requestId);
  if (!request || (request.requesterId !== personId && request.beneficiaryId !== personId))
    refuse({ code: "not-found" });
  return request;
}

/** The ticket one is started from: read by whoever starts it, and of the person it is about. */
async function ticketAbout(ctx: ReadCtx, viewer: Viewer, key: string, personId: Id<"people">): Promise<Doc<"tickets">> {
  const read = await readTicket(ctx, viewer, key);
  if (read?.ticket.requesterId !== personId) refuse({ code: "not-found" });
  return read.ticket;
}

/** The session of this person that has no end yet, over by the clock or not. */
async function openSession(ctx: ReadCtx, personId: Id<"people">): Promise<Session | null> {
  return await ctx.db
    .query("impersonationSessions")
    .withIndex("by_person", (q) => q.eq("realPersonId", personId).eq("endedAt", undefined))
    .order("desc")
    .first();
}

/** Whether an open change would make somebody a super admin. */
async function isPlannedSuperAdmin(ctx: ReadCtx, personId: Id<"people">): Promise<boolean> {
  for (const state of ["open", "confirmed"] as const) {
    const open = await ctx.db
      .query("proposals")
      .withIndex("by_subject", (q) => q.eq("subject.id", personId).eq("state", state))
      .take(CHANGES_READ);
    if (open.some(({ change }) => "roles" in change && isSuperAdmin(change.roles))) return true;
  }
  return false;
}
