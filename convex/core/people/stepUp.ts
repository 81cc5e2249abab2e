/**
 * Step-up: some things need more than an open session, because whoever sits at it may not be its person.
 * The sign-in service checks the password and reports it here; the guard asks how long ago that was, in
 * this session. What it does not hold against: somebody who knows the password.
 */

import type { MutationCtx } from "../../_generated/server";
import { STEP_UP_LIFETIME_MS, whyNotEnter, whyNotSteppedUp } from "../../access/entry";
import { personByToken, type Viewer } from "../../access/viewer";
import { refuse, refuseIf } from "../../lib/errors";
import { personActor, recordEvent } from "../audit/model";

type WriteCtx = Pick<MutationCtx, "db">;

/** Proofs forgotten per transaction. */
const PRUNE_BATCH = 200;

/** Notes that the person of this session has just given their password again. */
export async function recordStepUp(
  ctx: WriteCtx,
  session: { tokenIdentifier: string; sessionId: string },
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
  const known = await ctx.db
    .query("stepUps")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .first();
  const row = { sessionId, personId: person._id, at };
  if (known) await ctx.db.replace(known._id, row);
  else await ctx.db.insert("stepUps", row);
  const target = { type: "person", id: person._id, label: person.email };
  await recordEvent(ctx, {
    actor: personActor(person, sessionId),
    action: "session.steppedUp",
    targets: [target],
    occurredAt: at,
  });
}

/** Refuses unless the caller themselves gave their password again in this session, minutes ago. */
export async function requireStepUp(
  ctx: Pick<MutationCtx, "db"> & { readonly viewer: Viewer },
  now: number,
): Promise<void> {
  const { sessionId, person, realPerson } = ctx.viewer;
  const known =
    sessionId === null
      ? null
      : await ctx.db
          .query("stepUps")
          .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
          .first();
  const steppedUpAt = known?.personId === realPerson._id ? known.at : null;
  refuseIf(whyNotSteppedUp({ steppedUpAt, isImpersonating: person._id !== realPerson._id }, now));
}

/** Forgets one batch of proofs that count no longer. */
export async function pruneStepUps(ctx: WriteCtx, now: number): Promise<void> {
  const old = await ctx.db
    .query("stepUps")
    .withIndex("by_time", (q) => q.lt("at", now - STEP_UP_LIFETIME_MS))
    .take(PRUNE_BATCH);
  for (const { _id } of old) await ctx.db.delete(_id);
}
