/** Nobody is handed a duty on the word of others: whoever is named as a successor agrees first, or declines (U15). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { seenOf } from "../process/confirming/proposing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany, reason } from "./removing.testing";

afterEach(endWorld);

const { accept, turnDown, confirm } = api.proposals.mutations;
const { naming } = api.proposals.queries;

/** Gina proposed to remove Ada, whose area goes to Bo and whose domain goes to Cy. */
async function aProposedRemoval({ few = false } = {}) {
  const company = await aRemovingCompany();
  const { world, gina, ada, kim, anAreaOf, aDomainOf, remove, open } = company;
  const [bo, cy] = [await world.person("bo"), await world.person("cy")];
  await anAreaOf(ada);
  await aDomainOf(ada);
  if (few) await world.run((ctx) => ctx.db.patch(kim.id, { status: "suspended" }));
  await remove(gina, ada, bo, { successors: { domains: cy.id } });
  const { _id: proposalId } = await open();
  const confirmed = async (by: TestPerson) => {
    const proposal = await open();
    const { shownHash } = await world.run((ctx) => seenOf(ctx, proposal.change, proposal));
    await by.stepUp();
    return await by.mutation(confirm, { proposalId, shownHash });
  };
  const owners = async () => ({
    area: (await world.rows("businessAreas"))[0]?.ownerId,
    domain: (await world.rows("dataDomains"))[0]?.ownerIds[0],
  });
  return { ...company, bo, cy, proposalId, confirmed, owners };
}

describe("a successor", () => {
  test("agrees before anything changes hands: no second person confirms without each of them", async () => {
    const { ada, sam, bo, cy, proposalId, confirmed, owners, row } = await aProposedRemoval();
    await expect(confirmed(sam)).rejects.toThrow("Bo Tester and Cy Tester have not agreed to take over yet.");
    await bo.mutation(accept, { proposalId });
    await expect(confirmed(sam)).rejects.toThrow("Cy Tester has not agreed to take over yet.");
    expect([await owners(), (await row(ada)).status]).toEqual([{ area: ada.id, domain: ada.id }, "active"]);
    await cy.mutation(accept, { proposalId });
    await confirmed(sam);
    expect([await owners(), (await row(ada)).status]).toEqual([{ area: bo.id, domain: cy.id }, "removed"]);
  });

  test("reads what they would take over and nothing else of it, and nobody else reads it", async () => {
    const { world, gina, sam, bo, cy, fay, ada, proposalId } = await aProposedRemoval();
    const { expiresAt } = (await world.rows("proposals"))[0] ?? {};
    const shown = { id: proposalId, from: "Ada Tester", proposedBy: "Gina Tester", expiresAt, hasAccepted: false };
    expect(await bo.query(naming, {})).toEqual([{ ...shown, things: ["Business area Pricing"] }]);
    await cy.mutation(accept, { proposalId });
    expect(await cy.query(naming, {})).toEqual([{ ...shown, things: ["Data domain Orders"], hasAccepted: true }]);
    for (const who of [gina, sam, fay, ada]) expect(await who.query(naming, {})).toEqual([]);
  });

  test("is asked first, and whoever may confirm once all of them agreed (N5)", async () => {
    const { world, ada, sam, bo, cy, proposalId, noticesOf } = await aProposedRemoval();
    const ask = "Agree or decline to take over: Remove Ada Tester";
    expect([await noticesOf(bo), await noticesOf(cy), await noticesOf(sam)]).toEqual([[ask], [ask], []]);
    await bo.mutation(accept, { proposalId });
    expect(await noticesOf(sam)).toEqual([]);
    await cy.mutation(accept, { proposalId });
    expect(await noticesOf(sam)).toEqual(["Confirm or refuse: Remove Ada Tester"]);
    const asks = (await world.rows("notifications")).filter(({ kind }) => kind === "proposal.successor");
    expect(asks.map(({ closedReason }) => closedReason)).toEqual([
      "You agreed to take over",
      "You agreed to take over",
    ]);
    expect(await noticesOf(ada)).toEqual([]);
  });

  test("declines with a reason, also after having agreed, and nothing is left to confirm", async () => {
    const { world, gina, sam, bo, cy, ada, proposalId, confirmed, row, events, noticesOf } = await aProposedRemoval();
    await bo.mutation(accept, { proposalId });
    await cy.mutation(accept, { proposalId });
    expect(await codeOf(bo.mutation(turnDown, { proposalId, reason: " " }))).toBe("reason-required");
    await bo.mutation(turnDown, { proposalId, reason: "Too much for one" });
    expect((await world.rows("proposals"))[0]).toMatchObject({ state: "refused", endedById: bo.id });
    await expect(confirmed(sam)).rejects.toThrow("No proposal is open");
    expect((await row(ada)).status).toBe("active");
    expect(await noticesOf(gina)).toEqual(["Remove Ada Tester: was refused by Bo Tester"]);
    expect((await events("proposal.turnedDown"))[0]).toMatchObject({ context: { reason: "Too much for one" } });
    expect(await codeOf(cy.mutation(accept, { proposalId }))).toBe("wrong-state");
  });

  test("says so once, in time, and for themselves: to anybody else there is no such proposal", async () => {
    const { world, gina, sam, fay, ada, bo, proposalId } = await aProposedRemoval();
    for (const who of [gina, sam, fay, ada]) {
      expect(await codeOf(who.mutation(accept, { proposalId }))).toBe("not-found");
      expect(await codeOf(who.mutation(turnDown, { proposalId, reason }))).toBe("not-found");
    }
    await bo.mutation(accept, { proposalId });
    expect(await codeOf(bo.mutation(accept, { proposalId }))).toBe("duplicate");
    await world.advance(7 * DAY_MS);
    expect(await codeOf(bo.mutation(turnDown, { proposalId, reason }))).toBe("wrong-state");
    expect(await bo.query(naming, {})).toEqual([]);
  });

  test("who names themselves has agreed by that; who would get nothing is not asked", async () => {
    const { gina, ada, fay, sam, adam, anAreaOf, remove, confirm: confirmed, row, world } = await aRemovingCompany();
    await remove(gina, adam, fay);
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "proposal.successor")).toEqual([]);
    await confirmed(sam);
    await anAreaOf(ada);
    await remove(gina, ada, gina);
    const [, proposal] = await world.rows("proposals");
    if (!proposal) throw new Error("Nothing was proposed");
    const { shownHash } = await world.run((ctx) => seenOf(ctx, proposal.change, proposal));
    await sam.stepUp();
    await sam.mutation(confirm, { proposalId: proposal._id, shownHash });
    expect((await row(ada)).status).toBe("removed");
  });
});

test("where nobody is there to confirm, the clock carries out nothing that a successor has not agreed to", async () => {
  const { world, ada, bo, cy, proposalId, turn, owners, row } = await aProposedRemoval({ few: true });
  await bo.mutation(accept, { proposalId });
  await world.advance(DAY_MS);
  await turn();
  expect((await world.rows("proposals"))[0]).toMatchObject({
    state: "overtaken",
    endReason: "Cy Tester has not agreed to take over yet.",
  });
  expect([await owners(), (await row(ada)).status]).toEqual([{ area: ada.id, domain: ada.id }, "active"]);
  expect(await codeOf(cy.mutation(accept, { proposalId }))).toBe("wrong-state");
  await world.internal(internal.proposals.internal.turn, {});
});
