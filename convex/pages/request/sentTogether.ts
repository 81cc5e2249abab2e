/** What one submit of a cart made, as far as somebody may see it. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { requestsSentWith } from "../../core/requests/cart";
import { MAX_CART_ITEMS } from "../../core/shared/rules/cart";
import { accessTo, loadInvolved } from "../../process/steps/circle";

/** The requests that were sent together with this one, as far as the viewer may see them. */
export async function sentTogetherWith(
  ctx: Pick<QueryCtx, "db">,
  { _id, sentWith }: Doc<"requests">,
  viewer: Doc<"people">,
): Promise<{ key: string; title: string }[]> {
  if (sentWith === undefined) return [];
  const visible: { key: string; title: string }[] = [];
  for (const other of await requestsSentWith(ctx, sentWith, MAX_CART_ITEMS)) {
    if (other._id === _id || accessTo(await loadInvolved(ctx, other), viewer) === null) continue;
    visible.push({ key: other.key, title: other.title });
  }
  return visible;
}
