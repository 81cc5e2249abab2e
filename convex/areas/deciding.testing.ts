/** An area that is used, with a request that waits for its owner: ada owns Finance, bob is her deputy, cleo is in it. */

import type { FunctionArgs } from "convex/server";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { aCase, type CastName } from "../approvals/approvals.testing";
import { seenOf } from "../process/confirming/proposing";
import { agreed } from "../proposals/proposals.testing";

const { save, merge, undoMerge } = api.areas.mutations;

/** Sue, sam and una are super admins; rita's request for ben waits for the owner of Finance. */
async function aFinanceWorld() {
  const play = await aCase({ steps: [{ rule: { kind: "businessAreaOwner" } }] });
  const { world } = play;
  const una = await world.person("una", { roles: ["staff", "superAdmin"], isSuperAdmin: true });
  await world.run(async (ctx) => {
    for (const { id } of [play.sue, play.sam]) await ctx.db.patch(id, { isSuperAdmin: true });
  });
  const people = { ...play.people, una };
  const area = (fields: Pick<Doc<"businessAreas">, "name" | "code"> & Partial<Doc<"businessAreas">>) =>
    world.run((ctx) => ctx.db.insert("businessAreas", { costCentre: "1", ...fields }));
  const financeId = await area({ name: "Finance", code: "FIN", ownerId: play.ada.id, deputyId: play.bob.id });
  const legalId = await area({ name: "Legal", code: "LEG", ownerId: play.gwen.id });
  await world.run(async (ctx) => {
    await ctx.db.patch(play.cleo.id, { businessAreaId: financeId });
    await ctx.db.patch(play.requestId, { businessAreaId: financeId });
    await ctx.db.insert("dutyChanges", { areaId: financeId, byIds: [], at: 0, seatedUntil: 0 });
  });
  const settle = async () => {
    await play.tick();
    await world.advance(0);
  };
  await settle();
  return { ...play, una, people, area, financeId, legalId, settle };
}

/** What people do about its areas, and what comes of it. */
export async function aFinanceCase() {
  const play = await aFinanceWorld();
  const { world, people, financeId, settle } = play;
  let number = 0;
  const row = async (id: Id<"businessAreas"> = financeId) => {
    const found = (await world.rows("businessAreas")).find(({ _id }) => _id === id);
    if (!found) throw new Error("No such area");
    return found;
  };
  const reason = "They left";
  type Name = CastName | "una";
  const as = async (name: Name) => {
    await people[name].stepUp();
    return people[name];
  };
  const open = async () => {
    const found = (await world.rows("proposals")).findLast(({ state }) => state === "open");
    if (!found) throw new Error("No proposal is open");
    return found;
  };
  return {
    ...play,
    row,
    open,
    /** Somebody saves Finance with something changed, as their form shows it. */
    change: async (by: Name, change: Partial<FunctionArgs<typeof save>>, id: Id<"businessAreas"> = financeId) => {
      const { name, code, costCentre, ownerId, deputyId, approverId, budget, updatedAt } = await row(id);
      return (await as(by)).mutation(save, {
        areaId: id,
        shownAt: updatedAt,
        saveKey: `form ${(number += 1)}`,
        name,
        code,
        costCentre,
        ownerId: ownerId ?? null,
        deputyId: deputyId ?? null,
        approverId: approverId ?? null,
        budget: budget ?? null,
        reason,
        ...change,
      });
    },
    load: async (by: Name, text: string) => {
      const { hash } = await people[by].query(api.areas.queries.previewImport, { text });
      return (await as(by)).mutation(api.areas.mutations.importFile, { text, hash });
    },
    merge: async (by: Name, areaId: Id<"businessAreas">, intoId: Id<"businessAreas">) =>
      (await as(by)).mutation(merge, { areaId, intoId, reason }),
    undo: async (by: Name, areaId: Id<"businessAreas">) => (await as(by)).mutation(undoMerge, { areaId, reason }),
    confirm: async (by: Name) => {
      const { _id: proposalId, ...proposal } = await open();
      await agreed(play.world, proposalId);
      const { shownHash } = await play.world.run((ctx) => seenOf(ctx, proposal.change, proposal));
      await (await as(by)).mutation(api.proposals.mutations.confirm, { proposalId, shownHash });
      await settle();
    },
    asked: async () => (await play.look()).asked,
    approve: async (by: Name) =>
      people[by].mutation(api.approvals.mutations.decide, {
        ...(await play.shown()),
        verdict: "approve",
        comment: "Fine",
      }),
    breakGlass: async (by: Name) =>
      (await as(by)).mutation(api.approvals.mutations.breakGlass, {
        approvalId: play.approvalId,
        reason: "It cannot wait for anybody else at all",
      }),
    noticesOf: async (name: Name) =>
      (await world.rows("notifications"))
        .filter(({ recipientId }) => recipientId === people[name].id)
        .map(({ title }) => title),
  };
}
