/** Puts the people of the demo world on stage, through the same steps that take up real ones. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { SYSTEM } from "../audit/model";
import { assert } from "../lib/pure/impossible";
import { DAY_MS } from "../lib/pure/time";
import { createPerson, personByEmail, type NewPerson } from "../people/model";
import { DEMO_ACCOUNTS } from "./accounts";
import { BUSINESS_AREAS, COLLEAGUES, MANAGERS, SECOND_GOVERNOR, SNOWFLAKE_PEOPLE, snowflakeUserOf } from "./company";
import { DEMO_DOMAINS, rolesOf } from "./domains";

/** A business area with the people who work in it. */
export interface Area {
  readonly id: Id<"businessAreas">;
  readonly name: string;
  readonly code: string;
  readonly colleagues: readonly Doc<"people">[];
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
const INACTIVE: Readonly<Record<string, NewPerson["status"]>> = { "peter.novotny@ao.com": "suspended", "ruth.calder@ao.com": "invited" };

/** Creates business areas and people; who exists already stays as they are. */
export async function createCast(ctx: MutationCtx, now: number): Promise<Cast> {
  const joined = now - 90 * DAY_MS;
  const areaIds = new Map<string, Id<"businessAreas">>();
  for (const { name, code, costCentre } of BUSINESS_AREAS) {
    const known = await ctx.db.query("businessAreas").withIndex("by_code", (q) => q.eq("code", code)).unique();
    areaIds.set(code, known?._id ?? (await ctx.db.insert("businessAreas", { name, code, costCentre })));
  }
  const people = new Map<string, { person: Doc<"people">; code: string }>();
  for (const person of everybody()) {
    const businessAreaId = areaIds.get(person.businessAreaCode);
    const { businessAreaCode, ...fields } = person;
    people.set(person.email, { person: await takeUp(ctx, { ...fields, businessAreaId }, joined), code: businessAreaCode });
  }
  const idOf = (email: string): Id<"people"> => must(people.get(email)).person._id;
  await putInCharge(ctx, areaIds, idOf);
  await createDomains(ctx, idOf, joined);
  const areas = BUSINESS_AREAS.map((area): Area => {
    const colleagues = [...people.values()].filter(({ person, code }) => code === area.code && person.status === "active" && !isAccount(person.email));
    return { id: must(areaIds.get(area.code)), name: area.name, code: area.code, colleagues: colleagues.map(({ person }) => person) };
  });
  const account = (email: string): Doc<"people"> => must(people.get(email)).person;
  return {
    areas,
    staff: account("staff@ao.com"),
    admin: account("admin@ao.com"),
    governance: account("governance@ao.com"),
    finops: account("finops@ao.com"),
    superAdmin: account("super@ao.com"),
    byEmail: account,
  };
}

/** Owners of areas, and managers of people. */
async function putInCharge(ctx: MutationCtx, areaIds: ReadonlyMap<string, Id<"businessAreas">>, idOf: (email: string) => Id<"people">): Promise<void> {
  for (const { code, owner, deputy } of BUSINESS_AREAS) {
    await ctx.db.patch(must(areaIds.get(code)), { ownerId: idOf(owner), deputyId: idOf(deputy) });
  }
  for (const [email, manager] of Object.entries(MANAGERS)) await ctx.db.patch(idOf(email), { managerId: idOf(manager) });
}

async function createDomains(ctx: MutationCtx, idOf: (email: string) => Id<"people">, at: number): Promise<void> {
  for (const domain of DEMO_DOMAINS) {
    const { key, name, description, database, sensitivity, owner, deputy } = domain;
    const known = await ctx.db.query("dataDomains").withIndex("by_key", (q) => q.eq("key", key)).unique();
    if (known) continue;
    await ctx.db.insert("dataDomains", {
      key, name, description, sensitivity,
      ownerIds: [idOf(owner)],
      deputyIds: [idOf(deputy)],
      databases: [database],
      roles: rolesOf(domain),
      status: "active",
      updatedAt: at,
    });
  }
}

function everybody(): (NewPerson & { readonly businessAreaCode: string })[] {
  const accounts = DEMO_ACCOUNTS.map((account) => ({ ...account, status: "active" as const, snowflakeUser: snowflakeUser(account) }));
  const colleagues = COLLEAGUES.map(({ firstName, lastName, email, areaCode }) => ({
    email, firstName, lastName,
    businessAreaCode: areaCode,
    roles: email === SECOND_GOVERNOR ? ["staff" as const, "governance" as const] : ["staff" as const],
    hasChangedInitialPassword: true,
    status: INACTIVE[email] ?? ("active" as const),
    snowflakeUser: snowflakeUser({ firstName, lastName, email }),
  }));
  return [...accounts, ...colleagues];
}

function snowflakeUser(person: { readonly firstName: string; readonly lastName: string; readonly email: string }): string | undefined {
  return SNOWFLAKE_PEOPLE.some(({ email }) => email === person.email) ? snowflakeUserOf(person) : undefined;
}

async function takeUp(ctx: MutationCtx, person: NewPerson, at: number): Promise<Doc<"people">> {
  const known = await personByEmail(ctx, person.email);
  if (known) return known;
  return must(await ctx.db.get(await createPerson(ctx, person, SYSTEM, at)));
}

function isAccount(email: string): boolean {
  return DEMO_ACCOUNTS.some((account) => account.email === email);
}

function must<T>(value: T | null | undefined): T {
  assert(value !== null && value !== undefined, "The demo world's cast is incomplete");
  return value;
}
