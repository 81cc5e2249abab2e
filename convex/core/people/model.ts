/** Steps over people and their sessions. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { RoleName } from "../../access/roles";
import { whyNotSignIn } from "../../access/rules";
import { personByToken, type TokenClaims } from "../../access/viewer";
import { refuse, refuseIf } from "../../lib/errors";
import { mailboxOf } from "../../lib/pure/mailbox";
import { HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { personActor, recordEvent, SYSTEM, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { endImpersonationsOf } from "./impersonating";
import type { PersonFields } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Pages report themselves on every load and token refresh; being seen is worth one row in this time. */
const SEEN_INTERVAL_MS = 15 * MINUTE_MS;
/** Somebody who was away this long comes back to a new visit. */
const VISIT_GAP_MS = 4 * HOUR_MS;
/** Ended sessions forgotten per transaction. */
const PRUNE_BATCH = 200;

/** The person with this (normalized) e-mail address, or null. */
export async function personByEmail(ctx: ReadCtx, email: string): Promise<Doc<"people"> | null> {
  return await ctx.db
    .query("people")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/** Somebody whose address is another spelling of this one's mailbox, or null. */
export async function personByMailbox(ctx: ReadCtx, email: string): Promise<Doc<"people"> | null> {
  const mailbox = mailboxOf(email);
  const known = await ctx.db
    .query("people")
    .withIndex("by_mailbox", (q) => q.eq("mailbox", mailbox))
    .first();
  // Rows that are older than the column are found by the plain spelling.
  return known ?? (await personByEmail(ctx, mailbox));
}

/** What a new person's row holds beyond what is known about them. */
export interface NewPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly RoleName[];
  readonly status: PersonFields["status"];
  readonly hasChangedInitialPassword: boolean;
  readonly tokenIdentifier?: string;
  readonly businessAreaId?: Id<"businessAreas">;
  readonly lastSeenAt?: number;
  readonly previousVisitAt?: number;
  readonly snowflakeUser?: string;
}

/** Adds a person to the portal. */
export async function createPerson(
  ctx: WriteCtx,
  person: NewPerson,
  by: Attribution,
  at: number,
): Promise<Id<"people">> {
  const roles: RoleName[] = [...new Set<RoleName>(["staff", ...person.roles])];
  const fields: PersonFields = {
    ...person,
    roles,
    ...flagsOf(roles),
    ...textsOf(person),
    ...invitationOf(person, at),
    updatedAt: at,
  };
  const id = await ctx.db.insert("people", fields);
  await recordEvent(ctx, {
    ...by,
    action: "person.created",
    targets: [personTarget({ _id: id, email: person.email })],
    changes: changedFields({}, { roles, status: person.status }),
    occurredAt: at,
  });
  return id;
}

/** Changes fields of a person and says so in the trail; does nothing when nothing differs. */
export async function updatePerson(
  ctx: WriteCtx,
  person: Doc<"people">,
  changes: Partial<
    Omit<PersonFields, "isSuperAdmin" | "isElevated" | "searchText" | "sortName" | "mailbox" | "updatedAt">
  >,
  event: Attribution & { readonly action: string; readonly at: number },
): Promise<void> {
  const differences = changedFields({ ...person }, changes);
  if (differences.length === 0) return;
  const { roles } = changes;
  const texts = textsOf({ ...person, ...changes });
  await ctx.db.patch(person._id, {
    ...changes,
    ...(roles && flagsOf(roles)),
    ...texts,
    ...invitationOf(changes, event.at),
    updatedAt: event.at,
  });
  await recordEvent(ctx, {
    actor: event.actor,
    impersonator: event.impersonator,
    action: event.action,
    targets: [personTarget(person)],
    changes: differences,
    occurredAt: event.at,
  });
  // Somebody with other rights is somebody else: nobody goes on through their eyes, nor do they through another's.
  if (differences.some(({ field }) => field === "status" || field === "roles"))
    await endImpersonationsOf(ctx, person._id, event);
  const hasLeft = person.status === "active" && changes.status !== undefined && changes.status !== "active";
  if (hasLeft) await ctx.db.insert("departures", { personId: person._id, at: event.at });
}

/**
 * Takes up the holder of a token: creates their person at the first sign-in, or links the row that
 * already waits for their verified e-mail address, or notes that they were here.
 */
export async function signIn(ctx: WriteCtx, claims: TokenClaims | null, at: number): Promise<void> {
  if (!claims) refuse({ code: "not-signed-in" });
  const known = await personByToken(ctx, claims.tokenIdentifier);
  if (known) refuseIf(whyNotSignIn(known, at));
  if (known?.status === "active") return await welcomeBack(ctx, known, claims, at);
  if (claims.email === null) refuse({ code: "email-missing" });
  if (!claims.isEmailVerified) refuse({ code: "email-not-verified" });
  const waiting = await personByEmail(ctx, claims.email);
  if (waiting) return await linkPerson(ctx, waiting, claims, at);
  // Otherwise one human would be two people, and count twice wherever two have to agree.
  if (await personByMailbox(ctx, claims.email))
    refuse({
      code: "duplicate",
      message: "Somebody with this mailbox is here already. Sign in with their address, or ask for an invitation.",
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
      roles: ["staff"],
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
  refuseIf(whyNotSignIn(person, at));
  await updatePerson(
    ctx,
    person,
    {
      tokenIdentifier: claims.tokenIdentifier,
      status: "active",
      hasChangedInitialPassword: claims.hasChangedInitialPassword,
      lastSeenAt: at,
    },
    { actor: personActor(person, claims.sessionId ?? undefined), action: "person.linked", at },
  );
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

/** People with more than the role staff that are looked through for one role. */
const ELEVATED_READ = 500;

/** The active people who hold a role, at most `limit`. */
export async function activeHoldersOf(ctx: ReadCtx, role: RoleName, limit: number): Promise<Doc<"people">[]> {
  if (role === "staff")
    return await ctx.db
      .query("people")
      .withIndex("queue_name", (q) => q.eq("status", "active"))
      .take(limit);
  if (role === "superAdmin") {
    return await ctx.db
      .query("people")
      .withIndex("by_super_admin", (q) => q.eq("isSuperAdmin", true).eq("status", "active"))
      .take(limit);
  }
  const elevated = await ctx.db
    .query("people")
    .withIndex("by_elevated", (q) => q.eq("isElevated", true).eq("status", "active"))
    .take(ELEVATED_READ);
  return elevated.filter(({ roles }) => roles.includes(role)).slice(0, limit);
}

/** Every invitation begins its time anew. */
function invitationOf({ status }: Partial<Pick<PersonFields, "status">>, at: number): Pick<PersonFields, "invitedAt"> {
  return status === "invited" ? { invitedAt: at } : {};
}

/** Whether whoever has this account or address may sign in, as far as the portal knows them. */
export async function standingOf(
  ctx: ReadCtx,
  account: { tokenIdentifier: string | null; email: string },
  now: number,
): Promise<"open" | "closed"> {
  const { tokenIdentifier, email } = account;
  const person =
    (tokenIdentifier === null ? null : await personByToken(ctx, tokenIdentifier)) ?? (await personByEmail(ctx, email));
  if (person !== null) return whyNotSignIn(person, now) === null ? "open" : "closed";
  return (await personByMailbox(ctx, email)) === null ? "open" : "closed";
}

/** What an index has to know about roles. */
function flagsOf(roles: readonly RoleName[]): Pick<PersonFields, "isSuperAdmin" | "isElevated"> {
  return { isSuperAdmin: roles.includes("superAdmin"), isElevated: roles.some((role) => role !== "staff") };
}

/** Whether somebody can administer the portal. */
export async function hasActiveSuperAdmin(ctx: ReadCtx): Promise<boolean> {
  const found = await ctx.db
    .query("people")
    .withIndex("by_super_admin", (q) => q.eq("isSuperAdmin", true).eq("status", "active"))
    .first();
  return found !== null;
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

/** "Ada Byron", or what to show for somebody who is gone. */
export async function nameOf(ctx: ReadCtx, personId: Id<"people">): Promise<string> {
  const person = await ctx.db.get(personId);
  return person ? fullName(person) : "Someone who left";
}

/** First and last name. */
export function fullName(person: Pick<Doc<"people">, "firstName" | "lastName">): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** What a person is found by. */
export function searchTextOf({
  firstName,
  lastName,
  email,
}: Pick<PersonFields, "firstName" | "lastName" | "email">): string {
  // The parts of the address are words of their own, so that "byron" finds ada.byron@ao.com.
  return `${firstName} ${lastName} ${email} ${email.replaceAll(/[@._-]/g, " ")}`;
}

/** What a person stands under in a list sorted by name: as they are shown, without regard to capitals and accents. */
function sortNameOf(person: Pick<PersonFields, "firstName" | "lastName">): string {
  return fullName(person).normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function textsOf(
  person: Pick<PersonFields, "firstName" | "lastName" | "email">,
): Pick<PersonFields, "searchText" | "sortName" | "mailbox"> {
  return { searchText: searchTextOf(person), sortName: sortNameOf(person), mailbox: mailboxOf(person.email) };
}

function personTarget(person: Pick<Doc<"people">, "_id" | "email">) {
  return { type: "person", id: person._id, label: person.email };
}
