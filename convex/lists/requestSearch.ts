/** Which requests the words of a search mean: the one with the number they name, else the best matches. */

import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { numberInText } from "../core/shared/rules/listed";
import { wordsOf } from "../lib/pure/wordSearch";

/** At most `limit` requests; null where the text says nothing to search for. */
export async function requestsFound(
  ctx: Pick<QueryCtx, "db">,
  text: string,
  limit: number,
): Promise<Doc<"requests">[] | null> {
  const number = numberInText(text);
  if (number !== null) {
    const request = await ctx.db
      .query("requests")
      .withIndex("by_number", (q) => q.eq("number", number))
      .unique();
    return request ? [request] : [];
  }
  if (wordsOf(text).length === 0) return null;
  return await ctx.db
    .query("requests")
    .withSearchIndex("search_text", (q) => q.search("searchText", text))
    .take(limit);
}
