/** The demo company's account in Snowflake: what the sandbox starts with. */
import { v } from "convex/values";
import { internalQuery } from "../lib/functions";
import { BUSINESS_AREAS, SNOWFLAKE_PEOPLE, snowflakeUserOf, WAREHOUSES } from "./company";
import { COMMON_ROLES, DEMO_DOMAINS, rolesOf } from "./domains";

/** Tables every schema of the demo holds, so that one that is in use cannot be dropped. */
const TABLES = ["DAILY", "HISTORY"];
/** The tag that says who pays for a warehouse. */
const COST_TAG: [string, string, string] = ["PLATFORM", "GOVERNANCE", "COST_CENTRE"];

/** Users, roles, warehouses and databases of the demo, without the portal's own user. */
export const snowflake = internalQuery({
  args: {},
  returns: v.object({
    roles: v.array(v.string()),
    users: v.array(v.object({ name: v.string(), email: v.string(), displayName: v.string(), roles: v.array(v.string()) })),
    warehouses: v.array(v.object({ name: v.string(), size: v.string() })),
    databases: v.array(v.object({ name: v.string(), schemas: v.array(v.object({ name: v.string(), objects: v.array(v.string()) })) })),
    costTag: v.array(v.string()),
    costCentres: v.array(v.string()),
  }),
  handler: async () => ({
    roles: [...COMMON_ROLES, ...DEMO_DOMAINS.flatMap((domain) => rolesOf(domain).map(({ name }) => name))],
    users: SNOWFLAKE_PEOPLE.map((person) => ({
      name: snowflakeUserOf(person),
      email: person.email,
      displayName: `${person.firstName} ${person.lastName}`,
      roles: ["ANALYST", ...heldBy(person.email)],
    })),
    warehouses: WAREHOUSES.map(({ name, size }) => ({ name, size })),
    databases: databases(),
    costTag: [...COST_TAG],
    costCentres: BUSINESS_AREAS.map(({ costCentre }) => costCentre),
  }),
});

/** Owners change their data, deputies read it. */
function heldBy(email: string): string[] {
  return DEMO_DOMAINS.flatMap((domain) => {
    const [read, write] = rolesOf(domain);
    if (domain.owner === email) return write ? [write.name] : [];
    return domain.deputy === email && read ? [read.name] : [];
  });
}

function databases() {
  const names = new Set([...DEMO_DOMAINS.map(({ database }) => database), "PLATFORM", "SANDBOX"]);
  return [...names].map((name) => {
    const own = DEMO_DOMAINS.filter(({ database }) => database === name).map(({ key }) => ({ name: key.replaceAll("-", "_").toUpperCase(), objects: TABLES }));
    const extra = name === COST_TAG[0] ? [{ name: COST_TAG[1], objects: [] as string[] }] : [];
    return { name, schemas: [{ name: "PUBLIC", objects: [] as string[] }, ...own, ...extra] };
  });
}
