/** Who may say of an access that it is gone. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { stepFactsOf } from "../../core/approvals/case";
import { conflictsOf } from "../../core/approvals/seats";
import { loadRequest } from "../../core/requests/model";
import type { Refusal } from "../../lib/pure/refusal";

/**
 * Why somebody cannot be the one who says that an access is gone, or null: others look after whoever holds it, asked
 * for it, or was behind one of them.
 */
export async function whyNotConfirm(
  { db }: Pick<QueryCtx, "db">,
  grant: Doc<"grants">,
  byId: Id<"people">,
): Promise<Refusal | null> {
  const request = await loadRequest({ db }, grant.requestId);
  const parties = await conflictsOf(
    { db },
    { ...stepFactsOf(request), beneficiaryId: grant.beneficiaryId },
    request.createdAt,
  );
  const reason = parties.get(byId);
  return reason === undefined
    ? null
    : {
        code: "not-eligible",
        reason,
        message: "You are party to the request behind this access, so somebody else confirms that it is gone.",
      };
}
