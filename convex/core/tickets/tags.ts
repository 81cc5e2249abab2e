/** Tags of tickets: words agents sort tickets by. Only they see them (S19). */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuseIf } from "../../lib/errors";
import { MAX_KNOWN_TAGS, tidyTag, whyNotTags, withTags } from "./rules/tags";

/** The tags tickets have, by name. */
export async function knownTags(ctx: Pick<QueryCtx, "db">): Promise<string[]> {
  const rows = await ctx.db.query("ticketTags").withIndex("by_name").take(MAX_KNOWN_TAGS);
  return rows.map(({ name }) => name);
}

/** Puts tags on a ticket and takes others off; answers what it has then, or null where nothing changed. */
export async function changeTags(
  ctx: Pick<MutationCtx, "db">,
  { _id, tags: before = [] }: Pick<Doc<"tickets">, "_id" | "tags">,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<string[] | null> {
  const off = new Set(remove.map(tidyTag));
  const kept = before.filter((tag) => !off.has(tag));
  const tags = withTags(kept, add);
  refuseIf(whyNotTags(tags));
  const put = tags.filter((tag) => !before.includes(tag));
  const taken = before.filter((tag) => !tags.includes(tag));
  if (put.length + taken.length === 0) return null;
  for (const tag of put) await count(ctx, tag, 1);
  for (const tag of taken) await count(ctx, tag, -1);
  await ctx.db.patch(_id, { tags: tags.length > 0 ? tags : undefined });
  return tags;
}

/** A tag is known as long as a ticket has it. */
async function count(ctx: Pick<MutationCtx, "db">, name: string, change: 1 | -1): Promise<void> {
  const row = await ctx.db
    .query("ticketTags")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
  const uses = (row?.uses ?? 0) + change;
  if (row && uses <= 0) await ctx.db.delete(row._id);
  else if (row) await ctx.db.patch(row._id, { uses });
  else if (uses > 0) {
    const known = await knownTags(ctx);
    refuseIf(known.length < MAX_KNOWN_TAGS ? null : { code: "too-many", max: MAX_KNOWN_TAGS });
    await ctx.db.insert("ticketTags", { name, uses });
  }
}
