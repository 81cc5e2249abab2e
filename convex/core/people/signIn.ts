/** Who comes in: the first sign-in, being seen again, and sessions that have ended. */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { whyNotSignIn } from "../../access/entry";
import { wholeRoles } from "../../access/rank";
import { personByToken, type TokenClaims, whyNotSession } from "../../access/viewer";
import { refuse, refuseIf } from "../../lib/errors";
import { MINUTE_MS, HOUR_MS } from "../../lib/pure/time";
import { personActor, recordEvent, SYSTEM } from "../audit/model";
import { endImpersonationsIn } from "./impersonating/ending";
import { noteAccepted, rolesStillGiven } from "./invitations";
import { personByEmail, personByMailbox, createPerson, updatePerson } from "./model";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Pages report themselves on every load and token refresh; being seen is worth one row in this time. */
const SEEN_INTERVAL_MS = 15 * MINUTE_MS;

/** Somebody who was away this long comes back to a new visit. */
const VISIT_GAP_MS = 4 * HOUR_MS;

/** Ended sessions forgotten per transaction. */
const PRUNE_BATCH = 200;

/**
 * Takes up the holder of a token: creates their person at the first sign-in, or links the row that
 * already waits for their verified e-mail address, or notes that they were here.
 */
export async function signIn(ctx: WriteCtx, claims: TokenClaims | null, at: number): Promise<void> {
  if (!claims) refuse({ code: "not-signed-in" });
  const known = await personByToken(ctx, claims.tokenIdentifier);
  if (known) refuseIf(whyNotSignIn(known, at) ?? whyNotSession(known, claims));
  if (known?.status === "active") return await welcomeBack(ctx, known, claims, at);
  if (claims.email === null) refuse({ code: "email-missing" });
  if (!claims.isEmailVerified) refuse({ code: "email-not-verified" });
  const waiting = await personByEmail(ctx, claims.email);
  if (waiting) return await linkPerson(ctx, waiting, claims, at);
  // Otherwise one human would be two people, and count twice wherever two have to agree.
  if (await personByMailbox(ctx, claims.email))
    refuse({
      code: "duplicate",
      message:
        "Somebody with this mailbox already has an account. Sign in with their address, or ask for an invitation.",
    });
  await createFromToken(ctx, claims, claims.email, at);
}

async function createFromToken(ctx: WriteCtx, claims: TokenClaims, email: string, at: number): Promise<void> {
  const firstName = claims.firstName ?? email.split("@")[0] ?? email;
  const lastName = claims.lastName ?? "";
  const actor = { kind: "visitor" as const, label: email, sessionId: claims.sessionId ?? undefined };
  await createPerson(
    ctx,
    {
      tokenIdentifier: claims.tokenIdentifier,
      email,
      firstName,
      lastName,
      roles: wholeRoles(),
      status: "active",
      hasChangedInitialPassword: claims.hasChangedInitialPassword,
      lastSeenAt: at,
    },
    { actor },
    at,
  );
}

/** The first sign-in with this account. A verified e-mail address of an accepted issuer proves who it is. */
async function linkPerson(ctx: WriteCtx, person: Doc<"people">, claims: TokenClaims, at: number): Promise<void> {
  refuseIf(whyNotSignIn(person, at) ?? whyNotSession(person, claims));
  if (person.onlyByInvitation)
    refuse({ code: "not-eligible", message: "Open the link of your invitation, and choose a new password there." });
  const { tokenIdentifier, hasChangedInitialPassword } = claims;
  const event = { actor: personActor(person, claims.sessionId ?? undefined), at };
  await enter(ctx, person, { tokenIdentifier, hasChangedInitialPassword }, event);
}

async function enter(
  ctx: WriteCtx,
  person: Doc<"people">,
  account: Pick<Doc<"people">, "tokenIdentifier" | "hasChangedInitialPassword">,
  event: { readonly actor: ReturnType<typeof personActor>; readonly at: number },
): Promise<void> {
  // What they were promised is theirs only while whoever promised it may still give it.
  const roles = person.status === "invited" ? { roles: await rolesStillGiven(ctx, person) } : {};
  const changes = {
    ...roles,
    ...account,
    status: "active" as const,
    lastSeenAt: event.at,
    ...(person.onlyByInvitation && { onlyByInvitation: undefined }),
  };
  await updatePerson(ctx, person, changes, { ...event, action: "person.linked" });
  await noteAccepted(ctx, person, event.at);
}

/** Somebody who was invited proved their mailbox by the link and chose a password. */
export async function acceptInvitation(
  ctx: WriteCtx,
  { email, tokenIdentifier }: { readonly email: string; readonly tokenIdentifier: string },
  at: number,
): Promise<void> {
  const person = await personByEmail(ctx, email);
  if (person?.status !== "invited" || whyNotSignIn(person, at) !== null) return;
  await enter(ctx, person, { tokenIdentifier, hasChangedInitialPassword: true }, { actor: personActor(person), at });
}

async function welcomeBack(ctx: WriteCtx, person: Doc<"people">, claims: TokenClaims, at: number): Promise<void> {
  const event = { actor: personActor(person, claims.sessionId ?? undefined), at };
  // A token is older than the row it is compared with: it may report the change, never take it back.
  if (claims.hasChangedInitialPassword && !person.hasChangedInitialPassword) {
    const changes = { hasChangedInitialPassword: true, lastSeenAt: at };
    return await updatePerson(ctx, person, changes, { ...event, action: "person.initialPasswordChanged" });
  }
  if (at - (person.lastSeenAt ?? 0) < SEEN_INTERVAL_MS) return;
  const isNewVisit = person.lastSeenAt !== undefined && at - person.lastSeenAt >= VISIT_GAP_MS;
  const changes = isNewVisit ? { lastSeenAt: at, previousVisitAt: person.lastSeenAt } : { lastSeenAt: at };
  await updatePerson(ctx, person, changes, { ...event, action: "person.seen" });
}

/**
 * Whether whoever has this account or address may sign in, as far as the portal knows them; and where a session of
 * theirs is named by the time it began, whether it may go on.
 */
export async function accountStateOf(
  ctx: ReadCtx,
  account: { tokenIdentifier: string | null; email: string; sessionStartedAt?: number },
  now: number,
): Promise<"open" | "closed" | "sessionOver"> {
  const { tokenIdentifier, email, sessionStartedAt = null } = account;
  const person =
    (tokenIdentifier === null ? null : await personByToken(ctx, tokenIdentifier)) ?? (await personByEmail(ctx, email));
  if (person !== null) {
    if (whyNotSignIn(person, now) !== null || person.onlyByInvitation) return "closed";
    return whyNotSession(person, { sessionStartedAt }) === null ? "open" : "sessionOver";
  }
  return (await personByMailbox(ctx, email)) === null ? "open" : "closed";
}

/** Shut-outs the sign-in service is given at a time. */
const SHUT_OUT_BATCH = 50;

/** Whose sessions the sign-in store has to end, oldest first. */
export async function waitingShutOuts(ctx: ReadCtx): Promise<Doc<"shutOuts">[]> {
  return await ctx.db.query("shutOuts").withIndex("by_time").take(SHUT_OUT_BATCH);
}

/** From this transaction on, tokens of the session are refused. */
export async function endSession(ctx: WriteCtx, session: { sessionId: string; expiresAt: number }): Promise<void> {
  const known = await ctx.db
    .query("endedSessions")
    .withIndex("by_session", (q) => q.eq("sessionId", session.sessionId))
    .first();
  if (known) return;
  await ctx.db.insert("endedSessions", session);
  await recordEvent(ctx, { ...SYSTEM, action: "session.ended", targets: [{ type: "session", id: session.sessionId }] });
  await endImpersonationsIn(ctx, session.sessionId, Date.now());
}

/** Forgets one batch of ended sessions whose tokens have all expired; says how many went. */
export async function pruneEndedSessions(ctx: WriteCtx, now: number): Promise<number> {
  const old = await ctx.db
    .query("endedSessions")
    .withIndex("by_expiry", (q) => q.lt("expiresAt", now))
    .take(PRUNE_BATCH);
  for (const session of old) await ctx.db.delete(session._id);
  if (old.length > 0)
    await recordEvent(ctx, { ...SYSTEM, action: "session.pruned", targets: [], context: { count: old.length } });
  return old.length;
}
