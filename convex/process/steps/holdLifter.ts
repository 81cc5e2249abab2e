import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isSameHuman } from "../../core/people/humans";

/** What somebody is to a request that is on hold, by whichever account of theirs. */
export async function holdLifter(
  ctx: Pick<QueryCtx, "db">,
  { requesterId, beneficiaryId, hold }: Doc<"requests">,
  personId: Id<"people">,
): Promise<{ readonly isParty: boolean; readonly isTheirs: boolean }> {
  const isOne = async (id: Id<"people">): Promise<boolean> => await isSameHuman(ctx, id, personId);
  return {
    isParty: (await isOne(requesterId)) || (await isOne(beneficiaryId)),
    isTheirs: hold !== undefined && (await isOne(hold.personId)),
  };
}
