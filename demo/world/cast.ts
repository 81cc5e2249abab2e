/** Puts the people of the demo world on stage, through the same steps that take up real ones. */

import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { SYSTEM } from "../../convex/core/audit/model";
import { NOTHING_MORE } from "../../convex/core/domains/table";
import { createPerson, personByEmail, type NewPerson, updatePerson } from "../../convex/core/people/model";
import { createServiceUser } from "../../convex/core/serviceUsers/model";
import { assert } from "../../convex/lib/pure/impossible";
import { DAY_MS, HOUR_MS } from "../../convex/lib/pure/time";
import { DEMO_ACCOUNTS } from "./accounts";
import { PARTS } from "./catalogued";
import {
  type AreaCode,
  BUSINESS_AREAS,
  COLLEAGUES,
  MANAGERS,
  NEWCOMERS,
  SECOND_GOVERNOR,
  SERVICE_USERS,
  SNOWFLAKE_PEOPLE,
  snowflakeUserOf,
} from "./company";
import { DEMO_DOMAINS } from "./domains/domains";
import { rolesOf } from "./domains/roles";

/** A business area with the people who work in it. */
export interface Area {
  readonly id: Id<"businessAreas">;
  readonly name: string;
  readonly code: AreaCode;
  readonly colleagues: readonly Doc<"people">[];
  /** Those who begin without a user in Snowflake; they ask for nothing themselves. */
  readonly newcomers: readonly Doc<"people">[];
}

/** Everybody, by what the plots need them for. */
export interface Cast {
  readonly areas: readonly Area[];
  readonly staff: Doc<"people">;
  readonly admin: Doc<"people">;
  readonly governance: Doc<"people">;
  readonly finops: Doc<"people">;
  readonly superAdmin: Doc<"people">;
  /** Somebody by their address; they exist. */
  byEmail(email: string): Doc<"people">;
}

/** Colleagues who are not active: somebody always is on the way in or out. */
const INACTIVE: Readonly<Record<string, NewPerson["status"]>> = {
  "peter.novotny@ao.com": "suspended",
  "ruth.calder@ao.com": "invited",
};

/** The codes of its business areas. */
export const areaCodes = (): string[] => BUSINESS_AREAS.map(({ code }) => code);

/** How many rows of a kind the cast consists of. */
export const castCounts = () => ({
  people: everybody(0).length,
  businessAreas: BUSINESS_AREAS.length,
  dataDomains: DEMO_DOMAINS.length,
  serviceUsers: SERVICE_USERS.length,
});

/**
 * Creates business areas, people and data domains; who exists already stays as they are, but that those who were removed
 * when the demo was cleared are back as on its first day.
 */
export async function createCast(ctx: MutationCtx, now: number): Promise<Cast> {
  const joined = now - 90 * DAY_MS;
  const areaIds = new Map<string, Id<"businessAreas">>();
  for (const { name, code, costCentre } of BUSINESS_AREAS) {
    const known = await ctx.db
      .query("businessAreas")
      .withIndex("by_code", (q) => q.eq("code", code))
      .unique();
    areaIds.set(code, known?._id ?? (await ctx.db.insert("businessAreas", { name, code, costCentre })));
  }
  const ids = new Map<string, Id<"people">>();
  for (const { businessAreaCode, ...fields } of everybody(now)) {
    const businessAreaId = areaIds.get(businessAreaCode);
    // Whoever is not new was here before, so that their Home can say what happened since.
    const visited = fields.hasChangedInitialPassword ? { previousVisitAt: now - 2 * DAY_MS } : {};
    ids.set(fields.email, await takeUp(ctx, { ...fields, ...visited, businessAreaId }, joined));
  }
  const idOf = (email: string): Id<"people"> => must(ids.get(email));
  await putInCharge(ctx, areaIds, idOf);
  await createDomains(ctx, idOf, joined);
  for (const { owner, deputy, ...fields } of SERVICE_USERS) {
    const inCharge = { ownerId: idOf(owner), deputyId: idOf(deputy) };
    await createServiceUser(ctx, { ...fields, system: "snowflake", ...inCharge }, { ...SYSTEM, at: joined });
  }
  return await loadCast(ctx);
}

/** Everybody as they are now. */
export async function loadCast(ctx: MutationCtx): Promise<Cast> {
  const people = new Map<string, Doc<"people">>();
  for (const { email } of everybody(0)) people.set(email, must(await personByEmail(ctx, email)));
  const areas: Area[] = [];
  for (const { name, code } of BUSINESS_AREAS) {
    const { _id } = must(
      await ctx.db
        .query("businessAreas")
        .withIndex("by_code", (q) => q.eq("code", code))
        .unique(),
    );
    const members = [...people.values()].filter(
      ({ businessAreaId, email }) => businessAreaId === _id && !isAccount(email),
    );
    const newcomers = members.filter(({ email }) => isNewcomer(email));
    areas.push({
      id: _id,
      name,
      code,
      newcomers,
      colleagues: members.filter((person) => person.status === "active" && !newcomers.includes(person)),
    });
  }
  const byEmail = (email: string): Doc<"people"> => must(people.get(email));
  return {
    areas,
    staff: byEmail("staff@ao.com"),
    admin: byEmail("admin@ao.com"),
    governance: byEmail("governance@ao.com"),
    finops: byEmail("finops@ao.com"),
    superAdmin: byEmail("super@ao.com"),
    byEmail,
  };
}

/** The ids of all of them. */
export async function castIds(ctx: Pick<MutationCtx, "db">): Promise<Id<"people">[]> {
  const ids: Id<"people">[] = [];
  for (const { email } of everybody(0)) {
    const person = await personByEmail(ctx, email);
    if (person) ids.push(person._id);
  }
  return ids;
}

/** Owners of areas, and managers of people. */
async function putInCharge(
  ctx: MutationCtx,
  areaIds: ReadonlyMap<string, Id<"businessAreas">>,
  idOf: (email: string) => Id<"people">,
): Promise<void> {
  for (const { code, owner, deputy } of BUSINESS_AREAS) {
    const area = must(await ctx.db.get(must(areaIds.get(code))));
    // An area that outlived a clearing may be a real person's by now.
    await ctx.db.patch(area._id, { ownerId: area.ownerId ?? idOf(owner), deputyId: area.deputyId ?? idOf(deputy) });
  }
  for (const [email, manager] of Object.entries(MANAGERS))
    await ctx.db.patch(idOf(email), { managerId: idOf(manager) });
}

async function createDomains(ctx: MutationCtx, idOf: (email: string) => Id<"people">, at: number): Promise<void> {
  const ids = new Map<string, Id<"dataDomains">>();
  for (const domain of DEMO_DOMAINS) {
    const { key, name, description, database, type, sensitivity, owner, deputy } = domain;
    const known = await ctx.db
      .query("dataDomains")
      .withIndex("by_key", (q) => q.eq("key", key))
      .unique();
    if (known) continue;
    const id = await ctx.db.insert("dataDomains", {
      key,
      name,
      description,
      type,
      sensitivity,
      ownerIds: [idOf(owner)],
      deputyIds: [idOf(deputy)],
      databases: [database],
      roles: rolesOf(domain),
      ...NOTHING_MORE,
      status: "active",
      updatedAt: at,
    });
    ids.set(key, id);
  }
  for (const [part, whole] of Object.entries(PARTS)) {
    const [id, parentId] = [ids.get(part), ids.get(whole)];
    if (id && parentId) await ctx.db.patch(id, { parentId });
  }
}

/** More than a week, in hours: how far apart the last visits of colleagues lie. */
const VISITS_WITHIN_HOURS = 200;

function everybody(now: number): (NewPerson & { readonly businessAreaCode: string })[] {
  const accounts = DEMO_ACCOUNTS.map((account) => ({
    ...account,
    status: "active" as const,
    snowflakeUser: snowflakeUser(account),
  }));
  const colleagues = COLLEAGUES.map(({ firstName, lastName, email, areaCode }, index) => ({
    email,
    firstName,
    lastName,
    businessAreaCode: areaCode,
    roles: email === SECOND_GOVERNOR ? ["staff" as const, "governance" as const] : ["staff" as const],
    hasChangedInitialPassword: true,
    status: INACTIVE[email] ?? ("active" as const),
    ...(INACTIVE[email] === "invited" ? {} : { lastSeenAt: now - ((index * 37) % VISITS_WITHIN_HOURS) * HOUR_MS }),
    snowflakeUser: snowflakeUser({ firstName, lastName, email }),
  }));
  const newcomers = NEWCOMERS.map(({ firstName, lastName, email, areaCode, isInvited }, index) => ({
    email,
    firstName,
    lastName,
    businessAreaCode: areaCode,
    roles: ["staff" as const],
    hasChangedInitialPassword: !isInvited,
    status: isInvited ? ("invited" as const) : ("active" as const),
    ...(isInvited ? {} : { lastSeenAt: now - index * HOUR_MS }),
  }));
  return [...accounts, ...colleagues, ...newcomers];
}

function snowflakeUser(person: {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}): string | undefined {
  return SNOWFLAKE_PEOPLE.some(({ email }) => email === person.email) ? snowflakeUserOf(person) : undefined;
}

async function takeUp(ctx: MutationCtx, person: NewPerson, at: number): Promise<Id<"people">> {
  const known = await personByEmail(ctx, person.email);
  if (!known) return await createPerson(ctx, person, SYSTEM, at);
  if (known.status !== "removed" && known.status !== "revoked") return known._id;
  await updatePerson(
    ctx,
    known,
    { ...AS_NEW, ...person, roles: [...person.roles] },
    { ...SYSTEM, action: "person.restored", at },
  );
  return known._id;
}

/** What somebody was, had or chose before they were removed. */
const AS_NEW = {
  roleEnds: [],
  startsAt: undefined,
  endsAt: undefined,
  managerId: undefined,
  removedAt: undefined,
  onlyByInvitation: undefined,
  inactiveNoticedAt: undefined,
  previousVisitAt: undefined,
  lastSeenAt: undefined,
  homeCards: undefined,
  snowflakeUser: undefined,
} satisfies Partial<Doc<"people">>;

function isAccount(email: string): boolean {
  return DEMO_ACCOUNTS.some((account) => account.email === email);
}

function isNewcomer(email: string): boolean {
  return NEWCOMERS.some((newcomer) => newcomer.email === email);
}

/** What has to be there. */
export function must<T>(value: T | null | undefined): T {
  assert(value !== null && value !== undefined, "The demo world's cast is incomplete");
  return value;
}
