/** Reads in which capacity somebody holds a seat. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nameOf } from "../people/model";
import { candidatesOf } from "./candidates";
import { type Case, stepFactsOf } from "./case";
import { capacityText } from "./rules/capacity";
import type { ResolvedSeat } from "./seats";

/** The words for one seat of a step: "as manager". */
export async function capacityOf(
  ctx: Pick<QueryCtx, "db">,
  { request }: Pick<Case, "request">,
  { policy: { rule, fallback, escalateTo } }: Pick<Doc<"approvalSteps">, "policy">,
  { personId, source, fromPersonId }: Pick<ResolvedSeat, "personId" | "source" | "fromPersonId">,
): Promise<string> {
  const by =
    (source === "fallback" ? fallback : source === "escalation" ? (escalateTo ?? fallback) : undefined) ?? rule;
  // Whom a role or a name leads to is not told here, so nobody is looked up.
  const leadsNowhere = by.kind === "role" || by.kind === "person";
  const place = leadsNowhere ? {} : (await candidatesOf(ctx, by, stepFactsOf(request))).place;
  const beneficiary = await ctx.db.get(request.beneficiaryId);
  return capacityText({
    rule: by,
    source,
    fromName: fromPersonId ? await nameOf(ctx, fromPersonId) : null,
    isManager: beneficiary?.managerId === personId,
    place,
  });
}
