/** Who holds a role or a capability now: whom a notice goes to that is meant for nobody in particular, and who counts. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { inTurn } from "../../access/rank";
import { COMMON_ROLE, type RoleName, TOP_ROLE } from "../../access/roles";
import { type Capability, PORTAL_DUTY, rolesWith } from "../../access/rules";

type ReadCtx = Pick<QueryCtx, "db">;
type Person = Doc<"people">;

/** People with more than the role staff that are looked through for one role. */
const ELEVATED_READ = 500;

/** More people than need to hear of one thing. */
export const MAX_OWNERS = 50;

/** Those who see to the portal and answer its tickets: the admins; without any, the super admins. */
export async function ownersOf(ctx: ReadCtx, limit = MAX_OWNERS): Promise<Person[]> {
  return await firstHoldersOf(ctx, PORTAL_DUTY, limit, (people) => people);
}

/** The active people who hold a capability, each once: at most `limit` of each role that has it. */
export async function holdersOf(ctx: ReadCtx, capability: Capability, limit: number): Promise<Person[]> {
  return await withAnyOf(ctx, rolesWith(capability), limit);
}

/**
 * Of those who hold a capability the ones who are able; super admins only where nobody else is. Who is able is asked of
 * each turn with the roles it looks at.
 */
export async function firstHoldersOf(
  ctx: ReadCtx,
  capability: Capability,
  limit: number,
  ableOf: (people: Person[], roles: readonly RoleName[]) => Person[] | Promise<Person[]>,
): Promise<Person[]> {
  for (const roles of inTurn(rolesWith(capability))) {
    const able = await ableOf(await withAnyOf(ctx, roles, limit), roles);
    if (able.length > 0) return able;
  }
  return [];
}

async function withAnyOf(ctx: ReadCtx, roles: readonly RoleName[], limit: number): Promise<Person[]> {
  if (roles.includes(COMMON_ROLE)) return await activeHoldersOf(ctx, COMMON_ROLE, limit);
  const found = new Map<Id<"people">, Person>();
  for (const role of roles) for (const person of await activeHoldersOf(ctx, role, limit)) found.set(person._id, person);
  return [...found.values()];
}

/** The active people who hold a role, at most `limit`. */
export async function activeHoldersOf(ctx: ReadCtx, role: RoleName, limit: number): Promise<Person[]> {
  if (role === COMMON_ROLE)
    return await ctx.db
      .query("people")
      .withIndex("queue_name", (q) => q.eq("status", "active"))
      .take(limit);
  if (role === TOP_ROLE) return await activeSuperAdmins(ctx, limit);
  const elevated = await ctx.db
    .query("people")
    .withIndex("by_elevated", (q) => q.eq("isElevated", true).eq("status", "active"))
    .take(ELEVATED_READ);
  return elevated.filter(({ roles }) => roles.includes(role)).slice(0, limit);
}

/** The active super admins, at most `limit`. */
export async function activeSuperAdmins(ctx: ReadCtx, limit: number): Promise<Person[]> {
  return await ctx.db
    .query("people")
    .withIndex("by_super_admin", (q) => q.eq("isSuperAdmin", true).eq("status", "active"))
    .take(limit);
}

/** Whether somebody can administer the portal. */
export async function hasActiveSuperAdmin(ctx: ReadCtx, besides: readonly Id<"people">[] = []): Promise<boolean> {
  const found = await activeSuperAdmins(ctx, besides.length + 1);
  return found.some(({ _id }) => !besides.includes(_id));
}
