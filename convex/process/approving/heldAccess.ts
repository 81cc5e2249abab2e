/** What somebody holds by grants of the portal, for whoever decides about more. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type AccessName, nameOfGrant } from "../../core/grants/names";

const GRANTS_SHOWN = 50;

/** One access that is held. */
export interface HeldAccess extends AccessName {
  readonly system: string;
  readonly state: string;
  readonly expiresAt: number | null;
}

/** The access somebody holds now. */
export async function heldAccess(ctx: Pick<QueryCtx, "db">, beneficiaryId: Id<"people">): Promise<HeldAccess[]> {
  const held: Doc<"grants">[] = [];
  for (const state of ["Active", "Expiring"] as const) {
    held.push(
      ...(await ctx.db
        .query("grants")
        .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", beneficiaryId).eq("state", state))
        .take(GRANTS_SHOWN)),
    );
  }
  return await Promise.all(
    held.map(async (grant) => ({
      system: grant.system,
      ...(await nameOfGrant(ctx, grant)),
      state: grant.state,
      expiresAt: grant.expiresAt ?? null,
    })),
  );
}
