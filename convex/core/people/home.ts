/** What is pinned to everybody's front page. */

import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type By, recordEvent } from "../audit/model";
import { changedFields } from "../audit/rules";
import type { HomeCard } from "./table";

/** The pinned cards; none until an admin pins one. */
export async function pinnedHomeCards(ctx: Pick<QueryCtx, "db">): Promise<HomeCard[]> {
  return (await ctx.db.query("homePins").first())?.cards ?? [];
}

/** Pins these cards, and no others. */
export async function pinHomeCards(
  ctx: Pick<MutationCtx, "db">,
  cards: HomeCard[],
  by: By & { readonly byId: Id<"people"> },
): Promise<void> {
  const known = await ctx.db.query("homePins").first();
  const row = { cards, pinnedById: by.byId, updatedAt: by.at };
  if (known) await ctx.db.patch(known._id, row);
  else await ctx.db.insert("homePins", row);
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "home.pinned",
    targets: [{ type: "page", id: "home", label: "Home" }],
    changes: changedFields({ cards: known?.cards ?? [] }, { cards }),
    occurredAt: by.at,
  });
}
