/**
 * Names of a domain that other domains have, too, and which of them is the primary. Every domain is read for it, so it is
 * apart from the page, which reads itself, what is above it and its parts.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { keptPatterns, primaryBy } from "../../core/domains/assigning";
import { allDomains } from "../../core/domains/model";
import { isSettled } from "../../core/domains/rules/states";
import { nullableString } from "../../lib/validators";
import { whyNotPropose } from "../../process/confirming/domains/domains";

type ReadCtx = Pick<QueryCtx, "db">;
type Row = Doc<"dataDomains">;

export const sharedName = v.object({
  kind: v.union(v.literal("database"), v.literal("product")),
  name: v.string(),
  /** The other domains by name; without those that are a secret of whoever drafts them. */
  others: v.array(v.string()),
  /** The primary by name; null where no name pattern says one. */
  primary: nullableString,
});
type SharedName = Infer<typeof sharedName>;

/** What a domain shares with others that are open; nothing for whoever does not see its page. */
export async function sharedNamesOf(ctx: ReadCtx, row: Row, viewer: Doc<"people">): Promise<SharedName[]> {
  if (row.status === "archived" || (await whyNotPropose(ctx, row, viewer)) !== null) return [];
  const others = (await allDomains(ctx)).filter(({ _id, status }) => _id !== row._id && isSettled(status));
  const kept = await keptPatterns(ctx);
  const shared: SharedName[] = [];
  for (const kind of ["database", "product"] as const)
    for (const name of namesOf(row, kind)) {
      const holders = others.filter((other) => namesOf(other, kind).includes(name));
      if (holders.length === 0) continue;
      const primary = primaryBy(kept, kind, name, [row, ...holders])?.name ?? null;
      shared.push({ kind, name, others: holders.map((other) => other.name), primary });
    }
  return shared;
}

function namesOf({ databases, products }: Row, kind: SharedName["kind"]): readonly string[] {
  return kind === "database" ? databases : products;
}
