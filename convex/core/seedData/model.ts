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
  if (world.clearing) return world.clearing.endedAt === undefined ? "clearing" : "cleared";
  return world.isTold && world.isAwake ? "loaded" : "filling";
}

/** Whether this is one of the invented people. */
export function isInvented(world: Doc<"demoWorlds"> | null, personId: Id<"people">): boolean {
  return world?.personIds?.includes(personId) === true;
}
