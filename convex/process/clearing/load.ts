/**
 * Loading a cleared demo once more. The portal takes the order and says when it was given and by whom; the demo of the
 * process finds it and writes the rows, so that nothing that fills a portal is part of one.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { type Attribution, recordEvent } from "../../core/audit/model";
import { DEMO_DATA } from "./clear";

/** Gives the order. The caller asked the rules before. */
export async function orderLoading(
  ctx: MutationCtx,
  world: Doc<"demoWorlds">,
  { byId, by, at }: { readonly byId: Id<"people">; readonly by: Attribution; readonly at: number },
): Promise<void> {
  await recordEvent(ctx, { ...by, action: "seedData.loadingStarted", targets: [DEMO_DATA], occurredAt: at });
  await ctx.db.patch(world._id, { loading: { startedAt: at, byId } });
}
