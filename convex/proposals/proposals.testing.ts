/** Proposals in a test world. */

import type { Doc, Id } from "../_generated/dataModel";
import type { ProposedChange } from "../core/proposals/table";
import { DAY_MS } from "../lib/pure/time";
import { kindOf } from "../process/confirming/kinds";
import { notAccepted } from "../process/confirming/named";
import { shownHash } from "../process/confirming/proposing";
import { loadPerson } from "../process/confirming/steps/people";
import type { aWorld } from "../testing/world.testing";

type World = Awaited<ReturnType<typeof aWorld>>;

/** A colleague proposed to suspend another one, and the caller may decide about it. */
export async function aProposalToDecide(
  { world }: { readonly world: World },
  fields: Partial<Doc<"proposals">> = {},
): Promise<Doc<"proposals">> {
  const proposer = await world.person("proposer", { roles: ["staff", "superAdmin"] });
  const colleague = await world.person("colleague");
  const change = { kind: "person.suspend" as const, personId: colleague.id };
  return await aProposal(world, { proposedById: proposer.id, change }, fields);
}

/** A colleague is proposed to be removed, and the caller is named for their business area. */
export async function aProposalNaming({
  world,
  personId,
}: {
  readonly world: World;
  readonly personId: Id<"people">;
}): Promise<Doc<"proposals">> {
  const proposer = await world.person("proposer", { roles: ["staff", "superAdmin"] });
  const colleague = await world.person("colleague");
  const area = { name: "Pricing", code: "PRC", costCentre: "47", ownerId: colleague.id };
  await world.run((ctx) => ctx.db.insert("businessAreas", area));
  const change = { kind: "person.remove" as const, personId: colleague.id, successorId: personId };
  return await aProposal(world, { proposedById: proposer.id, change });
}

/** Everybody a proposal names as a successor has agreed, as they do on their profile. */
export async function agreed(world: World, proposalId: Id<"proposals">): Promise<void> {
  await world.run(async (ctx) => {
    const proposal = await ctx.db.get(proposalId);
    if (!proposal) throw new Error("There is no such proposal");
    const acceptedBy = (await notAccepted(ctx, proposal)).map((personId) => ({ personId, at: world.now() }));
    if (acceptedBy.length > 0) await ctx.db.patch(proposalId, { acceptedBy });
  });
}

/** Somebody proposed a change, and a second person is to confirm. */
async function aProposal(
  world: World,
  { proposedById, change }: { readonly proposedById: Id<"people">; readonly change: ProposedChange },
  fields: Partial<Doc<"proposals">> = {},
): Promise<Doc<"proposals">> {
  return await world.run(async (ctx) => {
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
