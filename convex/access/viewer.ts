/**
 * Who is calling. Everything here comes from the verified token and the server's own rows; nothing a
 * client puts into arguments takes part.
 */

import type { UserIdentity } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { refuse, refuseIf } from "../lib/errors";
import type { Refusal } from "../lib/pure/refusal";
import { normalizeEmail } from "../lib/pure/text";
import { personAsOf, whyNotBegun } from "./entry";
import { isImpersonationValid, modeAt } from "./impersonation";
import { rolesHold, staysOwn, whyNot, type Capability, type ViewerFacts } from "./rules";

/** The caller of a guarded function. */
export interface Viewer {
  /** Whose rights and data apply: the impersonated person on ordinary pages, else the real one. */
  readonly person: Doc<"people">;
  /** Who sits at the keyboard. */
  readonly realPerson: Doc<"people">;
  readonly roles: Doc<"people">["roles"];
  /** The sign-in session, when the token names one. */
  readonly sessionId: string | null;
  /** The server's record of a running impersonation. */
  readonly impersonation: Doc<"impersonationSessions"> | null;
}

/** A person as the caller, where the portal carries out what they asked for. */
export function viewerOf(person: Doc<"people">): Viewer {
  return { person, realPerson: person, roles: person.roles, sessionId: null, impersonation: null };
}

/** What the portal reads from a token, whichever issuer signed it. */
export interface TokenClaims {
  readonly tokenIdentifier: string;
  readonly sessionId: string | null;
  /** When the session began, where the issuer says so. */
  readonly sessionStartedAt: number | null;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly hasChangedInitialPassword: boolean;
}

type ReadCtx = Pick<QueryCtx, "db" | "auth">;

/**
 * The claims of the caller's token, or null without one. Custom tokens carry raw claim names, OIDC ones camel-cased
 * names.
 */
export async function readClaims(ctx: Pick<QueryCtx, "auth">): Promise<TokenClaims | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (!identity) return null;
  const email = text(identity, "email");
  return {
    tokenIdentifier: identity.tokenIdentifier,
    sessionId: text(identity, "sid"),
    sessionStartedAt: numberIn(identity, "session_started_at"),
    email: email === null ? null : normalizeEmail(email),
    isEmailVerified: identity["email_verified"] === true || identity.emailVerified === true,
    firstName: text(identity, "given_name", "givenName"),
    lastName: text(identity, "family_name", "familyName"),
    // An issuer that says nothing about initial passwords does not hand any out.
    hasChangedInitialPassword: identity["has_changed_initial_password"] !== false,
  };
}

function text(identity: UserIdentity, ...names: string[]): string | null {
  for (const name of names) {
    const value = identity[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

function numberIn(identity: UserIdentity, name: string): number | null {
  const value = identity[name];
  return typeof value === "number" ? value : null;
}

/** Why a session of this person goes on no longer, or null: whoever was shut out does not come back by an old one. */
export function whyNotSession(
  { sessionsEndedAt }: { readonly sessionsEndedAt?: number },
  { sessionStartedAt }: { readonly sessionStartedAt: number | null },
): Refusal | null {
  const isOver = sessionsEndedAt !== undefined && sessionStartedAt !== null && sessionStartedAt <= sessionsEndedAt;
  return isOver ? { code: "session-revoked" } : null;
}

/** The claims of a session that was not ended; refuses one that was. Reading the row keeps open pages live. */
export async function readLiveClaims(ctx: ReadCtx): Promise<TokenClaims | null> {
  const claims = await readClaims(ctx);
  if (claims?.sessionId) {
    const { sessionId } = claims;
    const ended = await ctx.db
      .query("endedSessions")
      .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
      .first();
    if (ended) refuse({ code: "session-revoked" });
  }
  return claims;
}

/** The person a token belongs to, or null before their first sign-in. */
export async function personByToken(ctx: Pick<QueryCtx, "db">, tokenIdentifier: string): Promise<Doc<"people"> | null> {
  return await ctx.db
    .query("people")
    .withIndex("by_token", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}

/** The caller, allowed to use this capability; refuses with the reason otherwise. */
export async function loadViewer(ctx: ReadCtx, capability: Capability): Promise<Viewer> {
  const claims = await readLiveClaims(ctx);
  if (!claims) refuse({ code: "not-signed-in" });
  const found = await personByToken(ctx, claims.tokenIdentifier);
  if (!found) refuse({ code: "not-linked" });
  const realPerson = personAsOf(found, Date.now());
  // Whoever is still out hears that, and not that their session ended.
  if (realPerson.status === "active")
    refuseIf(whyNotSession(realPerson, claims) ?? whyNotBegun(realPerson, Date.now()));
  const running = await runningImpersonation(ctx, realPerson);
  refuseIf(whyNot(factsOf(realPerson, running?.target ?? null, running?.session ?? null), capability));
  const person = running && !staysOwn(capability) ? running.target : realPerson;
  return {
    person,
    realPerson,
    roles: person.roles,
    sessionId: claims.sessionId,
    impersonation: running?.session ?? null,
  };
}

/**
 * The impersonation this person runs right now with its target, or null: expired and no longer allowed ones do not
 * count. Its mode is the one that counts now.
 */
export async function runningImpersonation(
  ctx: Pick<QueryCtx, "db">,
  realPerson: Doc<"people">,
): Promise<{ session: Doc<"impersonationSessions">; target: Doc<"people"> } | null> {
  if (!rolesHold(realPerson.roles, "impersonation.steer")) return null;
  const session = await ctx.db
    .query("impersonationSessions")
    .withIndex("by_person", (q) => q.eq("realPersonId", realPerson._id).eq("endedAt", undefined))
    .order("desc")
    .first();
  if (!session) return null;
  const now = Date.now();
  const found = await ctx.db.get(session.impersonatingUserId);
  const target = found && personAsOf(found, now);
  if (!target || !isImpersonationValid(session, target, now)) return null;
  return { session: { ...session, mode: modeAt(session, now) }, target };
}

/** The plain facts the rules decide on. */
export function factsOf(
  realPerson: Doc<"people">,
  target: Doc<"people"> | null,
  session: Doc<"impersonationSessions"> | null,
): ViewerFacts {
  return {
    roles: realPerson.roles,
    status: realPerson.status,
    hasChangedInitialPassword: realPerson.hasChangedInitialPassword,
    impersonation: session && target ? { mode: session.mode, targetRoles: target.roles } : null,
  };
}
