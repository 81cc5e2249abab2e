/** Who looks after a merged area looks after what the one that stands for it gets (B2), also where it decides who decides. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { loadCase } from "../core/approvals/case";
import { createTask } from "../core/tasks/model";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { takesSeat, takesTask } from "../process/steps/succession";
import { codeOf, endWorld } from "../testing/world.testing";
import { aFinanceCase } from "./deciding.testing";

afterEach(endWorld);

/** Rita's request is in Legal, which gwen owns and zoe is the deputy of; gov is governance in Finance. */
async function aLegalCase() {
  const play = await aFinanceCase();
  const { world, financeId, legalId, requestId } = play;
  const gov = await world.person("gov", { roles: ["staff", "governance"], businessAreaId: financeId });
  await world.run(async (ctx) => {
    // Her role would let her look after her own area as gov does.
    await ctx.db.patch(play.gwen.id, { roles: ["staff"] });
    await ctx.db.patch(legalId, { deputyId: play.zoe.id });
    await ctx.db.patch(requestId, { businessAreaId: legalId });
    await ctx.db.insert("dutyChanges", { areaId: legalId, byIds: [], at: 0, seatedUntil: 0 });
  });
  await play.settle();
  expect(await play.asked()).toEqual(["gwen"]);
  const merge = async () => {
    await play.merge("sue", financeId, legalId);
    await play.confirm("una");
  };
  return { ...play, gov, merge };
}

describe("governance of a merged area (B2)", () => {
  test("names approvers of what the area that stands for it gets, and only then", async () => {
    const { gov, zoe, approvalId, merge, asked } = await aLegalCase();
    const name = () =>
      gov.mutation(api.approvals.mutations.reassign, {
        approvalId,
        toId: zoe.id,
        reason: "manual",
        comment: "Gwen is away",
      });
    expect(await codeOf(name())).toMatch(/^not-(found|allowed)$/);
    await merge();
    await name();
    expect(await asked()).toEqual(["gwen", "zoe"]);
  });

  test("arranges for an owner who is away who sits in, which counts while the areas are one", async () => {
    const play = await aLegalCase();
    const { world, gov, gwen, zoe, financeId, merge, asked, settle } = play;
    const delegationId = await world.run((ctx) =>
      ctx.db.insert("delegations", {
        fromId: gwen.id,
        toId: zoe.id,
        startsAt: world.now() + HOUR_MS,
        endsAt: world.now() + 30 * DAY_MS,
        reason: "Away",
        createdById: gov.id,
        phase: "planned",
      }),
    );
    await merge();
    await world.advance(2 * HOUR_MS);
    await play.tick();
    await settle();
    expect(await asked()).toEqual(["gwen", "zoe for gwen"]);
    await play.undo("sue", financeId);
    await play.confirm("una");
    expect(await codeOf(play.approve("zoe"))).toBe("not-eligible");
    expect(await world.run((ctx) => ctx.db.get(delegationId))).not.toHaveProperty("endedAt");
    await merge();
    await play.approve("zoe");
    expect((await play.look()).outcome).toContain("Approved");
  });

  test("takes over a task of what the area that stands for it gets, and says whom a seat there goes to", async () => {
    const { world, gov, zoe, gwen, approvalId, requestId, merge } = await aLegalCase();
    const could = () =>
      world.run(async (ctx) => {
        const at = Date.now();
        const taskId = await createTask(ctx, requestId, { type: "manual_check", order: 9, assigneeId: gwen.id }, at);
        const [task, successor, next] = [await ctx.db.get(taskId), await ctx.db.get(gov.id), await ctx.db.get(zoe.id)];
        if (!task || !successor || !next) throw new Error("Nobody");
        const open = await loadCase(ctx, approvalId, at);
        return {
          task: await takesTask(ctx, task, successor),
          seat: await takesSeat(ctx, open, next, { byIds: [gov.id], at }),
        };
      });
    expect(await could()).toEqual({ task: false, seat: false });
    await merge();
    expect(await could()).toEqual({ task: true, seat: true });
  });
});
