/** Proposals in a test world. */

import type { aWorld } from "../../e2e/support/functions-world";
import type { Doc, Id } from "../_generated/dataModel";
import { DAY_MS } from "../lib/pure/time";
import { kindOf } from "../process/confirming/kinds";
import { loadPerson } from "../process/confirming/people";
import { shownHash } from "../process/confirming/proposing";

type World = Awaited<ReturnType<typeof aWorld>>;

/** A colleague proposed to suspend another one, and the caller may decide about it. */
export async function aProposalToDecide(
  { world }: { readonly world: World },
  fields: Partial<Doc<"proposals">> = {},
): Promise<Doc<"proposals">> {
  const proposer = await world.person("proposer", { roles: ["staff", "superAdmin"] });
  const colleague = await world.person("colleague");
  return await aProposal(world, { proposedById: proposer.id, personId: colleague.id }, fields);
}

/** Somebody proposed to suspend a member of staff, and a second person is to confirm. */
async function aProposal(
  world: World,
  { proposedById, personId }: { readonly proposedById: Id<"people">; readonly personId: Id<"people"> },
  fields: Partial<Doc<"proposals">> = {},
): Promise<Doc<"proposals">> {
  return await world.run(async (ctx) => {
    const change = { kind: "person.suspend" as const, personId };
    const by = await loadPerson(ctx, proposedById);
    const { subject, title, lines, partyIds } = await kindOf(change).look(ctx, change, by);
    const id = await ctx.db.insert("proposals", {
      change,
      subject,
      title,
      lines: [...lines],
      partyIds: [...partyIds],
      shownHash: shownHash(change, { title, lines }),
      reason: "Left their laptop open",
      proposedById,
      proposedAt: Date.now(),
      expiresAt: Date.now() + 7 * DAY_MS,
      state: "open",
      ...fields,
    });
    const row = await ctx.db.get(id);
    if (!row) throw new Error("It was just written");
    return row;
  });
}
