/** Steps over people: finding, adding and changing them. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isElevated, isSuperAdmin, wholeRoles } from "../../access/rank";
import type { RoleName } from "../../access/roles";
import type { AccountNames } from "../../connectors/manifests";
import { mailboxOf } from "../../lib/pure/mailbox";
import { DAY_MS, momentIn } from "../../lib/pure/time";
import { inNameOf, recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import type { AuditTarget } from "../audit/table";
import { configured } from "../config/model";
import { endImpersonationsOf } from "./impersonating/ending";
import { notedOf, termsAfter } from "./rules/dates";
import type { PersonFields } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

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

/** The people whose record names this user in Snowflake: one, or none. Of more the second says that it is not one. */
export async function peopleBySnowflakeUser(ctx: ReadCtx, name: string): Promise<Doc<"people">[]> {
  return await ctx.db
    .query("people")
    .withIndex("by_snowflake_user", (q) => q.eq("snowflakeUser", name))
    .take(2);
}

/** What a new person's row holds beyond what is known about them. */
export interface NewPerson extends AccountNames {
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
}

/** Adds a person to the portal. */
export async function createPerson(
  ctx: WriteCtx,
  person: NewPerson,
  by: Attribution,
  at: number,
): Promise<Id<"people">> {
  const roles = wholeRoles(person.roles);
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

/** Who changes a person, when and as what; `beside` are further things the event is about. */
export interface PersonEvent extends Attribution {
  readonly action: string;
  readonly at: number;
  readonly beside?: readonly AuditTarget[];
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Whoever was shut out, or whose invitation is over, comes in as staff, by whichever door: nothing they held revives. */
function isReturning(person: Doc<"people">, { status }: Partial<Pick<PersonFields, "status">>): boolean {
  return status === "active" && person.status !== "active" && person.status !== "invited";
}

/** What makes the clock look again at somebody's ends. */
const DATES = ["status", "roles", "roleEnds", "startsAt", "endsAt"] as const;

/** What follows from other fields. */
type Derived = "isSuperAdmin" | "isElevated" | "searchText" | "sortName" | "mailbox" | Moment;
type Moment = "dueAt" | "endsSaidUntil" | "areaChangedAt" | "roleTerms" | "updatedAt";

/** Changes fields of a person and says so in the audit trail; does nothing when nothing differs. */
export async function updatePerson(
  ctx: WriteCtx,
  person: Doc<"people">,
  wanted: Partial<Omit<PersonFields, Derived>>,
  event: PersonEvent,
): Promise<void> {
  const returning = isReturning(person, wanted) && {
    roles: wholeRoles(),
    startsAt: undefined,
    endsAt: undefined,
    inactiveNoticedAt: undefined,
  };
  const meant = { ...returning, ...wanted };
  const changes = { ...meant, ...roleEndsOf(person, meant) };
  const differences = changedFields({ ...person }, changes);
  if (differences.length === 0) return;
  const { roles } = changes;
  const texts = textsOf({ ...person, ...changes });
  const hasLeft = person.status === "active" && changes.status !== undefined && changes.status !== "active";
  await ctx.db.patch(person._id, {
    ...changes,
    ...(roles && { ...flagsOf(roles), roleTerms: termsAfter(person, { ...changes, roles }, event.at) }),
    ...texts,
    ...invitationOf(changes, event.at),
    ...(differences.some(({ field }) => field === "businessAreaId") && { areaChangedAt: event.at }),
    ...(DATES.some((field) => field in changes) &&
      notedOf({ ...person, ...changes }, event.at, (await configured(ctx, "people.noticeDays")) * DAY_MS)),
    ...(hasLeft && { sessionsEndedAt: event.at }),
    updatedAt: event.at,
  });
  await recordEvent(ctx, {
    actor: event.actor,
    impersonator: event.impersonator,
    action: event.action,
    targets: [personTarget(person), ...(event.beside ?? [])],
    changes: differences,
    context: event.context,
    occurredAt: event.at,
  });
  // Somebody with other rights is somebody else: nobody goes on through their eyes, nor do they through another's.
  if (differences.some(({ field }) => field === "status" || field === "roles"))
    await endImpersonationsOf(ctx, person._id, event);
  // Whom a role named is seated no longer: what waits for them is looked at again.
  if (!hasLeft && roles && person.roles.some((role) => !roles.includes(role)))
    await ctx.db.insert("dutyChanges", { personId: person._id, byIds: [], at: event.at, seatedUntil: 0 });
  if (!hasLeft) return;
  await ctx.db.insert("departures", { personId: person._id, at: event.at });
  const { tokenIdentifier, email } = person;
  await ctx.db.insert("shutOuts", { personId: person._id, tokenIdentifier, email, at: event.at });
}

/** No role that is gone keeps its end. */
function roleEndsOf(
  { roleEnds = [] }: Doc<"people">,
  { roles, ...meant }: Partial<Pick<PersonFields, "roles" | "roleEnds">>,
): Partial<Pick<PersonFields, "roleEnds">> {
  if (roles === undefined) return {};
  const left = (meant.roleEnds ?? roleEnds).filter(({ role }) => roles.includes(role));
  return left.length === roleEnds.length && meant.roleEnds === undefined ? {} : { roleEnds: left };
}

/** Signs somebody out everywhere: every session that began before is worth nothing, and the sign-in store ends them. */
export async function endSessionsOf(ctx: WriteCtx, person: Doc<"people">, event: PersonEvent): Promise<void> {
  await updatePerson(ctx, person, { sessionsEndedAt: event.at }, event);
  const { tokenIdentifier, email } = person;
  await ctx.db.insert("shutOuts", { personId: person._id, tokenIdentifier, email, at: event.at });
}

/** Every invitation begins its time again. */
function invitationOf({ status }: Partial<Pick<PersonFields, "status">>, at: number): Pick<PersonFields, "invitedAt"> {
  return status === "invited" ? { invitedAt: at } : {};
}

/** The marks that follow from roles, which lists and limits look for. */
export function flagsOf(roles: readonly RoleName[]): Pick<PersonFields, "isSuperAdmin" | "isElevated"> {
  return { isSuperAdmin: isSuperAdmin(roles), isElevated: isElevated(roles) };
}

/** "Ada Byron", or what to show for somebody who is gone. */
export async function nameOf(ctx: ReadCtx, personId: Id<"people">): Promise<string> {
  const person = await ctx.db.get(personId);
  return person ? fullName(person) : "Someone who left";
}

/** A moment as one reader reads it in a sentence that is stored: in their own zone, which it names. */
export async function momentFor(ctx: ReadCtx, readerId: Id<"people">, at: number): Promise<string> {
  return momentIn(at, (await ctx.db.get(readerId))?.timeZone);
}

/** What is signed with a person's name: by themselves, or by whoever acted through their eyes. */
export async function signedName(
  ctx: ReadCtx,
  personId: Id<"people">,
  impersonatorId: Id<"people"> | undefined,
): Promise<string> {
  const name = await nameOf(ctx, personId);
  return impersonatorId ? inNameOf(await nameOf(ctx, impersonatorId), name) : name;
}

/** Who asks for a request, by name; sent through the requester's eyes, whoever sent it in their name. */
export async function askerOf(
  ctx: ReadCtx,
  { requesterId, impersonators }: Pick<Doc<"requests">, "requesterId" | "impersonators">,
): Promise<string> {
  return await signedName(ctx, requesterId, impersonators?.sent);
}

/** Names of people, read once each. */
export async function namesOf(ctx: ReadCtx, ids: Iterable<Id<"people">>): Promise<Map<Id<"people">, string>> {
  const names = new Map<Id<"people">, string>();
  for (const id of new Set(ids)) {
    names.set(id, await nameOf(ctx, id));
  }
  return names;
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
