/** Finding people and business areas, for pickers. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

type ReadCtx = Pick<QueryCtx, "db">;

/** People a picker shows at once. */
const SHOWN_PEOPLE = 20;
/** More areas than a company has (areas/rules.ts refuses more). */
const MAX_AREAS = 200;

/** Active people whose name or address has the words; without words, the first by name. */
export async function findPeople(ctx: ReadCtx, text: string): Promise<Doc<"people">[]> {
  const words = text.trim().slice(0, 100);
  if (words === "")
    return await ctx.db
      .query("people")
      .withIndex("queue_name", (q) => q.eq("status", "active"))
      .take(SHOWN_PEOPLE);
  return await ctx.db
    .query("people")
    .withSearchIndex("search_name", (q) => q.search("searchText", words).eq("status", "active"))
    .take(SHOWN_PEOPLE);
}

/** Every business area, by name. */
export async function allAreas(ctx: ReadCtx): Promise<Doc<"businessAreas">[]> {
  const areas = await ctx.db.query("businessAreas").withIndex("by_code").take(MAX_AREAS);
  return areas.toSorted((a, b) => a.name.localeCompare(b.name));
}
