/** What a form points to, read once, so that the pure check can ask without waiting. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import type { FormValues } from "../../core/catalog/rules/conditions";
import type { FormDefinition, Lookups } from "../../core/catalog/rules/forms";
import { activeDomains, domainByKey } from "../../core/domains/model";
import { rolesIn } from "../../core/domains/rules";
import { currentAreaId } from "../../core/people/mergedAreas";
import { fullName } from "../../core/people/model";
import { serviceUserOf } from "../../core/serviceUsers/model";
import { answersFor } from "../../core/serviceUsers/rules";

type ReadCtx = Pick<QueryCtx, "db">;

/**
 * Reads everything the values of a form may point to. Nothing is "not known here" afterwards but warehouses, which no
 * table lists.
 */
export async function lookupsFor(
  ctx: ReadCtx,
  { fields }: FormDefinition,
  values: FormValues,
  requester: Pick<Doc<"people">, "_id" | "businessAreaId">,
): Promise<Lookups> {
  const people = new Map<string, KnownPerson>();
  const areas = new Map<string, { name: string }>();
  const domains = new Map<string, Doc<"dataDomains">>();
  const kinds = new Set(fields.map(({ kind }) => kind));
  for (const { name, kind } of fields) {
    const value = values[name];
    if (typeof value !== "string") continue;
    if (kind === "person") note(people, value, await personNamed(ctx, value));
    if (name === "requestedFor") note(people, value, await serviceUserNamed(ctx, values, requester));
    if (kind === "businessArea") note(areas, value, await areaNamed(ctx, value));
    if (kind === "domain") note(domains, value, await activeDomain(ctx, value));
  }
  const own = await currentAreaId(ctx, requester.businessAreaId);
  // A role without a domain in the form may be of any; only then all of them are read.
  const all = kinds.has("role") && !kinds.has("domain") ? await activeDomains(ctx) : [];
  return {
    person: (id) => people.get(id) ?? null,
    area: (id) => areas.get(id) ?? null,
    ownArea: (id) => (id === null ? own : people.get(id)?.areaId) ?? null,
    domain: (key) => domains.get(key) ?? null,
    role: (name, domainKey, environment) => {
      const among = domainKey === null ? all : [domains.get(domainKey)];
      return among.some((domain) => rolesIn(domain?.roles ?? [], environment).some((role) => role.name === name));
    },
    warehouse: () => undefined,
  };
}

interface KnownPerson {
  readonly name: string;
  readonly isActive: boolean;
  readonly isServiceUser?: true;
  readonly areaId: Id<"businessAreas"> | undefined;
}

function note<T>(found: Map<string, T>, key: string, value: T | null): void {
  if (value) found.set(key, value);
}

async function personNamed(ctx: ReadCtx, text: string): Promise<KnownPerson | null> {
  const id = ctx.db.normalizeId("people", text);
  const person = id && (await ctx.db.get(id));
  return (
    person && {
      name: fullName(person),
      isActive: personAsOf(person, Date.now()).status === "active",
      areaId: await currentAreaId(ctx, person.businessAreaId),
    }
  );
}

/** A service user of the requester's. It belongs where the person belongs who asks for it. */
async function serviceUserNamed(
  ctx: ReadCtx,
  values: FormValues,
  { _id, businessAreaId }: Pick<Doc<"people">, "_id" | "businessAreaId">,
): Promise<KnownPerson | null> {
  const known = await serviceUserOf(ctx, values);
  if (!known || !answersFor(known, _id)) return null;
  return { name: known.name, isActive: true, isServiceUser: true, areaId: await currentAreaId(ctx, businessAreaId) };
}

async function areaNamed(ctx: ReadCtx, text: string): Promise<Doc<"businessAreas"> | null> {
  const id: Id<"businessAreas"> | null = ctx.db.normalizeId("businessAreas", text);
  const area = id && (await ctx.db.get(id));
  // Another area stands for one that was merged: it is chosen instead.
  return area?.mergedIntoId ? null : area;
}

async function activeDomain(ctx: ReadCtx, key: string): Promise<Doc<"dataDomains"> | null> {
  const domain = await domainByKey(ctx, key);
  return domain?.status === "active" ? domain : null;
}
