/** A person's cart: which of their drafts wait in it, and what they wrote for all of them. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { assert } from "../../lib/pure/impossible";
import { type By, recordEvent } from "../audit/model";
import { requestTarget } from "./model";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** The drafts in a person's cart, in the order they came into it. */
export async function cartOf(ctx: ReadCtx, personId: Id<"people">, limit: number): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_cart", (q) => q.eq("requesterId", personId).gt("cart.since", 0))
    .take(limit);
}

/** Puts a draft into its writer's cart, or says otherwise what its reason is there. */
export async function markForCart(
  ctx: WriteCtx,
  draft: Doc<"requests">,
  { takesJustification }: { readonly takesJustification: boolean },
  by: By,
): Promise<void> {
  assert(draft.status === "Draft", `${draft.key} is no longer a draft`);
  const cart = { since: draft.cart?.since ?? by.at, takesJustification };
  await ctx.db.patch(draft._id, { cart });
  await tell(ctx, draft, draft.cart ? "request.cartReasonChosen" : "request.addedToCart", by);
}

/** Takes a draft out of the cart; it stays a draft. */
export async function takeFromCart(ctx: WriteCtx, draft: Doc<"requests">, by: By): Promise<void> {
  if (draft.cart === undefined) return;
  await ctx.db.patch(draft._id, { cart: undefined });
  await tell(ctx, draft, "request.takenFromCart", by);
}

async function tell(
  ctx: WriteCtx,
  draft: Doc<"requests">,
  action: string,
  { actor, impersonator, at }: By,
): Promise<void> {
  await recordEvent(ctx, { actor, impersonator, action, targets: [requestTarget(draft)], occurredAt: at });
}

/** What a person wrote for everything in their cart so far. */
export async function justificationOf(ctx: ReadCtx, personId: Id<"people">): Promise<string> {
  return (await rowOf(ctx, personId))?.justification ?? "";
}

/** Keeps what a person wrote for everything in their cart, right or wrong. */
export async function keepJustification(
  ctx: WriteCtx,
  { _id: personId, email }: Pick<Doc<"people">, "_id" | "email">,
  justification: string,
  { actor, impersonator, at }: By,
): Promise<void> {
  const row = await rowOf(ctx, personId);
  if ((row?.justification ?? "") === justification) return;
  if (row) await ctx.db.patch(row._id, { justification, updatedAt: at });
  else await ctx.db.insert("requestCarts", { personId, justification, updatedAt: at });
  // As with drafts, the audit trail keeps that it was written, not what.
  await recordEvent(ctx, {
    actor,
    impersonator,
    action: "cart.justificationSaved",
    targets: [{ type: "person", id: personId, label: email }],
    occurredAt: at,
  });
}

async function rowOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"requestCarts"> | null> {
  return await ctx.db
    .query("requestCarts")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .unique();
}

/** The requests that one submit of a cart made, by number. */
export async function requestsSentWith(ctx: ReadCtx, sentWith: string, limit: number): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_sent_with", (q) => q.eq("sentWith", sentWith))
    .take(limit);
}
