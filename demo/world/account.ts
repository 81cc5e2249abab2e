/** The demo company's account in Snowflake: what the sandbox starts with. */

import { v } from "convex/values";
import type { Doc } from "../../convex/_generated/dataModel";
import type { QueryCtx } from "../../convex/_generated/server";
import { internalQuery } from "../../convex/access/functions";
import { personByEmail } from "../../convex/core/people/model";
import { BUSINESS_AREAS, NEWCOMERS, SERVICE_USERS, SNOWFLAKE_PEOPLE, snowflakeUserOf, WAREHOUSES } from "./company";
import { DEMO_DOMAINS } from "./domains/domains";
import { COMMON_ROLES, rolesOf } from "./domains/roles";

/** Tables every schema of the demo holds, so that one that is in use cannot be dropped. */
const TABLES = ["DAILY", "HISTORY"];
/** The tag that says who pays for a warehouse. */
const COST_TAG: [string, string, string] = ["PLATFORM", "GOVERNANCE", "COST_CENTRE"];

const warehouseNow = v.object({ state: v.string(), running: v.number(), queued: v.number() });

/** Users, roles, warehouses and databases of the demo, without the portal's own user. */
export const snowflake = internalQuery({
  args: {},
  returns: v.object({
    roles: v.array(v.string()),
    users: v.array(
      v.object({ name: v.string(), email: v.string(), displayName: v.string(), roles: v.array(v.string()) }),
    ),
    warehouses: v.array(v.object({ name: v.string(), size: v.string(), now: v.optional(warehouseNow) })),
    databases: v.array(
      v.object({ name: v.string(), schemas: v.array(v.object({ name: v.string(), objects: v.array(v.string()) })) }),
    ),
    costTag: v.array(v.string()),
    costCentres: v.array(v.string()),
    uses: v.array(v.object({ user: v.string(), role: v.string(), at: v.number() })),
  }),
  handler: async (ctx) => {
    const given = await rolesGiven(ctx);
    const granted = Map.groupBy(given, ({ user }) => user);
    const users = [...SNOWFLAKE_PEOPLE, ...(await usersCreated(ctx))];
    return {
      roles: [...COMMON_ROLES, ...DEMO_DOMAINS.flatMap((domain) => rolesOf(domain).map(({ name }) => name))],
      users: [
        ...SERVICE_USERS.map(programUser),
        ...users.map((person) => ({
          name: snowflakeUserOf(person),
          email: person.email,
          displayName: `${person.firstName} ${person.lastName}`,
          roles: [...new Set(["ANALYST", ...heldBy(person.email), ...rolesIn(granted.get(snowflakeUserOf(person)))])],
        })),
      ],
      warehouses: [...WAREHOUSES],
      databases: databases(),
      costTag: [...COST_TAG],
      costCentres: BUSINESS_AREAS.map(({ costCentre }) => costCentre),
      uses: usesOf(
        given,
        (await ctx.db.query("demoWorlds").first())?.filledAt ?? 0,
        new Set(users.map(snowflakeUserOf)),
      ),
    };
  },
});

/** The newcomers whose user a request of the played past created. */
async function usersCreated(ctx: Pick<QueryCtx, "db">): Promise<Doc<"people">[]> {
  const people = await Promise.all(NEWCOMERS.map(({ email }) => personByEmail(ctx, email)));
  return people.flatMap((person) => (person?.snowflakeUser === undefined ? [] : [person]));
}

/** More grants than a demo world holds at once. */
const MAX_GRANTS = 1000;

function programUser({ name }: (typeof SERVICE_USERS)[number]) {
  return { name, email: "", displayName: name, roles: ["ANALYST"] };
}

interface GivenRole {
  readonly user: string;
  readonly role: string;
  readonly since: number;
  /** The number of the request that gave it. */
  readonly number: number;
}

/** The roles that requests of the played past gave and that have not ended. */
async function rolesGiven(ctx: Pick<QueryCtx, "db">): Promise<readonly GivenRole[]> {
  const given: GivenRole[] = [];
  for (const state of ["Active", "Expiring"] as const) {
    const grants = await ctx.db
      .query("grants")
      .withIndex("by_state", (q) => q.eq("state", state))
      .take(MAX_GRANTS);
    for (const { taskId, requestId, startsAt } of grants) {
      const task = await ctx.db.get(taskId);
      if (task?.type !== "grant_role") continue;
      const number = Number((await ctx.db.get(requestId))?.key.split("-")[1]);
      given.push({ user: String(task.input["user"]), role: String(task.input["role"]), since: startsAt, number });
    }
  }
  return given;
}

function rolesIn(given: readonly GivenRole[] = []): string[] {
  return given.map(({ role }) => role);
}

/** One in so many roles was never used. */
const UNUSED = 4;
/** Parts of the time since they were given after which roles were last used. */
const LAST_USED = [0.35, 0.9, 0.97, 0.6, 0.99];

/** When the given roles were last used before the demo begins: by their request, so that it does not change with others. */
function usesOf(given: readonly GivenRole[], now: number, users: ReadonlySet<string>) {
  return given
    .filter(({ user, number }) => users.has(user) && number % UNUSED !== UNUSED - 1)
    .map(({ user, role, since, number }) => {
      const part = LAST_USED[number % LAST_USED.length] ?? 1;
      return { user, role, at: Math.floor(since + (now - since) * part) };
    })
    .toSorted((a, b) => a.at - b.at);
}

/** Owners change their data, deputies read it. */
function heldBy(email: string): string[] {
  return DEMO_DOMAINS.flatMap((domain) => {
    const [read, write] = rolesOf(domain);
    if (domain.owner === email) return write ? [write.name] : [];
    return domain.deputy === email && read ? [read.name] : [];
  });
}

function databases() {
  const names = new Set([...DEMO_DOMAINS.map(({ database }) => database), "PLATFORM", "SANDBOX", "RAW"]);
  return [...names].map((name) => {
    const own = DEMO_DOMAINS.filter(({ database }) => database === name).map(({ key }) => ({
      name: key.replaceAll("-", "_").toUpperCase(),
      objects: TABLES,
    }));
    const extra = name === COST_TAG[0] ? [{ name: COST_TAG[1], objects: [] as string[] }] : [];
    return { name, schemas: [{ name: "PUBLIC", objects: [] as string[] }, ...own, ...extra] };
  });
}
