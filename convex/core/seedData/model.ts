/** Reading the demo world's own row. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { SeedDataState } from "./rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** The demo world of this portal; null where it has none. */
export async function demoWorld(ctx: ReadCtx): Promise<Doc<"demoWorlds"> | null> {
  return await ctx.db.query("demoWorlds").first();
}

/** Where it stands. */
export function stateOf(world: Doc<"demoWorlds"> | null): SeedDataState {
  if (!world) return "none";
  if (isWaiting(world)) return "filling";
  if (world.clearing) return world.clearing.endedAt === undefined ? "clearing" : "cleared";
  return world.isTold && world.isAwake ? "loaded" : "filling";
}

/** Whether somebody asked for it to be loaded once more, and it is not there yet. */
export function isWaiting({ loading }: Pick<Doc<"demoWorlds">, "loading">): boolean {
  return loading !== undefined && loading.endedAt === undefined;
}

/** Whether this is one of the invented people. */
export function isInvented(world: Doc<"demoWorlds"> | null, personId: Id<"people">): boolean {
  return world?.personIds?.includes(personId) === true;
}

/**
 * Whether somebody is gone with the demo that invented them: removed without a day, which no removal by people is. They
 * are in no list; what names them, such as the audit trail, still finds them.
 */
export function isGoneWith(
  world: Doc<"demoWorlds"> | null,
  { _id, status, removedAt }: Pick<Doc<"people">, "_id" | "status" | "removedAt">,
): boolean {
  return status === "removed" && removedAt === undefined && isInvented(world, _id);
}

/** Whether a portal that was started without a demo still holds one, whose people can sign in. */
export async function holdsLeftDemo(ctx: ReadCtx, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  if (hasDemo(env)) return false;
  const state = stateOf(await demoWorld(ctx));
  return state !== "none" && state !== "cleared";
}

/** Whether the process that runs these functions was started with a demo; a deployment never is. */
export function hasDemo(env: Readonly<Record<string, string | undefined>>): boolean {
  return env["PORTAL_DEMO"] === "1";
}
