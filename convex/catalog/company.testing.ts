/**
 * A small company for tests of requests: an area with owner and manager, a domain with personal data, and people for
 * every seat.
 */

import { generateKeyPairSync } from "node:crypto";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ShippedTypeKey } from "../core/catalog/types/index";
import { sampleForm } from "../core/catalog/types/samples.testing";
import { NOTHING_MORE } from "../core/domains/table";
import { aWorld, type TestPerson } from "../testing/world.testing";

const publicKey = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
);

/** Names by seat: olga owns the area, mona manages ada, dora owns the domain. */
const ROLES = {
  admin: ["staff", "admin"],
  gina: ["staff", "governance"],
  gus: ["staff", "governance"],
  fay: ["staff", "finops"],
  sue: ["staff", "superAdmin"],
} as const;

export async function aCompany(env: Readonly<Record<string, string>> = {}) {
  const world = await aWorld({}, env);
  await world.internal(internal.catalog.internal.install, {});
  const areaId: Id<"businessAreas"> = await world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "4711" }),
  );
  const otherAreaId: Id<"businessAreas"> = await world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Pricing", code: "PRI", costCentre: "4712" }),
  );
  const people: Record<string, TestPerson> = {};
  for (const name of ["olga", "mona", "dora", "bea"])
    people[name] = await world.person(name, { businessAreaId: areaId, snowflakeUser: `${name.toUpperCase()}_TESTER` });
  for (const [name, roles] of Object.entries(ROLES)) people[name] = await world.person(name, { roles: [...roles] });
  const person = (name: string): TestPerson => {
    const known = people[name];
    if (!known) throw new Error(`Nobody is called ${name}`);
    return known;
  };
  const ada = await world.person("ada", {
    businessAreaId: areaId,
    managerId: person("mona").id,
    snowflakeUser: "ADA_TESTER",
  });
  const zoe = await world.person("zoe", { businessAreaId: otherAreaId, snowflakeUser: "ZOE_TESTER" });
  await world.run(async (ctx) => {
    await ctx.db.patch(areaId, { ownerId: person("olga").id });
    const roles = [
      { name: "ORDERS_READ", description: "Read", level: "read" as const },
      { name: "ORDERS_TEST", description: "Read made-up rows", level: "read" as const, environment: "test" as const },
    ];
    const domain = {
      ...NOTHING_MORE,
      description: "Orders and lines",
      ownerIds: [person("dora").id],
      deputyIds: [],
      databases: ["SALES"],
      roles,
      status: "active" as const,
      updatedAt: 0,
    };
    await ctx.db.insert("dataDomains", { ...domain, key: "orders", name: "Orders", sensitivity: "pii" });
    await ctx.db.insert("dataDomains", {
      ...domain,
      key: "products",
      name: "Products",
      sensitivity: "public",
      roles: [{ name: "PRODUCTS_READ", description: "Read", level: "read" }],
    });
  });
  const formOf = (key: ShippedTypeKey): Record<string, unknown> =>
    sampleForm(key, {
      personId: person("bea").id,
      otherId: person("mona").id,
      areaId,
      domain: "orders",
      role: "ORDERS_READ",
      publicKey,
    });
  return { world, ada, zoe, person, areaId, otherAreaId, formOf };
}

let submits = 0;

/** A name for a submit that no other has. */
export function aSubmitKey(): string {
  submits += 1;
  return `submit-${submits}`;
}
