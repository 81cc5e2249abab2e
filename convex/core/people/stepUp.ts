/**
 * Step-up: some things need more than an open session, because whoever sits at it may not be its person.
 * The sign-in service checks the password and reports here what it was given for; the guard asks whether it
 * still counts, in this session, for exactly this. What it does not hold against: somebody who knows the password.
 */

import type { MutationCtx } from "../../_generated/server";
import { whyNotEnter } from "../../access/entry";
import { personByToken, type Viewer } from "../../access/viewer";
import { refuse, refuseIf } from "../../lib/errors";
import { MINUTE_MS } from "../../lib/pure/time";
import { personActor, recordEvent } from "../audit/model";
import { configured } from "../config/model";
import { specOf } from "../config/rules";
import { readStepUpName, STEP_UP_PURPOSES, stepUpName, type StepUpPurpose, whyNotSteppedUp } from "./rules/stepUp";

type WriteCtx = Pick<MutationCtx, "db">;

/** Proofs forgotten per transaction. */
const PRUNE_BATCH = 200;

/** Notes that the person of this session has just given their password again, for this and nothing else. */
export async function recordStepUp(
  ctx: WriteCtx,
  session: { readonly tokenIdentifier: string; readonly sessionId: string; readonly for: string },
  at: number,
): Promise<void> {
  const { tokenIdentifier, sessionId } = session;
  const person = await personByToken(ctx, tokenIdentifier);
  if (!person) refuse({ code: "not-linked" });
  refuseIf(whyNotEnter(person));
  const ended = await ctx.db
    .query("endedSessions")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .first();
  if (ended) refuse({ code: "session-revoked" });
  const wanted = readStepUpName(session.for) ?? refuse({ code: "invalid-input" });
  const known = await proofOf(ctx, sessionId, session.for);
  // Until when it counts is said now: a longer time set later brings none back.
  const until = at + (await configured(ctx, "people.stepUpMinutes")) * MINUTE_MS;
  const row = { sessionId, personId: person._id, for: session.for, at, until };
  if (known) await ctx.db.replace(known._id, row);
  else await ctx.db.insert("stepUps", row);
  const target = { type: "person", id: person._id, label: person.email };
  await recordEvent(ctx, {
    actor: personActor(person, sessionId),
    action: "session.steppedUp",
    targets: [target],
    context: { for: STEP_UP_PURPOSES[wanted.purpose], ...(wanted.target !== "" && { about: wanted.target }) },
    occurredAt: at,
  });
}

/**
 * Refuses unless the caller themselves gave their password again in this session, a short time ago, for this purpose
 * and this target: what was given for something else does not count.
 */
export async function requireStepUp(
  ctx: Pick<MutationCtx, "db"> & { readonly viewer: Viewer },
  now: number,
  purpose: StepUpPurpose,
  target = "",
): Promise<void> {
  const { sessionId, person, realPerson } = ctx.viewer;
  const wanted = { purpose, target };
  const known = sessionId === null ? null : await proofOf(ctx, sessionId, stepUpName(wanted));
  const provenUntil = known?.personId === realPerson._id ? (known.until ?? null) : null;
  const minutes = await configured(ctx, "people.stepUpMinutes");
  refuseIf(whyNotSteppedUp(wanted, { provenUntil, isImpersonating: person._id !== realPerson._id, minutes }, now));
}

async function proofOf(ctx: WriteCtx, sessionId: string, name: string) {
  return await ctx.db
    .query("stepUps")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId).eq("for", name))
    .first();
}

/** Forgets one batch of proofs that count no longer. */
export async function pruneStepUps(ctx: WriteCtx, now: number): Promise<void> {
  const longest = specOf("people.stepUpMinutes").to * MINUTE_MS;
  const old = await ctx.db
    .query("stepUps")
    .withIndex("by_time", (q) => q.lt("at", now - longest))
    .take(PRUNE_BATCH);
  for (const { _id } of old) await ctx.db.delete(_id);
}
