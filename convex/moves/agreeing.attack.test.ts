/** Nobody is handed a domain of a mover on the word of others: whoever takes it over agrees first, or declines (U10). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { seenOf } from "../process/confirming/proposing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { afterTheMove } from "./moves.testing";

afterEach(endWorld);

const { accept, turnDown, confirm } = api.proposals.mutations;
const { naming } = api.proposals.queries;

/** Bea, who manages Ada now, proposed that Dan takes Orders over. */
async function aProposedHandover({ few = false } = {}) {
  const moved = await afterTheMove();
  const { world, bea, dan, orders, kim, hand, open } = moved;
  if (few) await world.run((ctx) => ctx.db.patch(kim.id, { status: "suspended" }));
  await hand(bea, orders, dan);
  const { _id: proposalId } = await open();
  const confirmed = async (by: TestPerson) => {
    const proposal = await open();
    const { shownHash } = await world.run((ctx) => seenOf(ctx, proposal.change, proposal));
    await by.stepUp();
    return await by.mutation(confirm, { proposalId: proposal._id, shownHash });
  };
  return { ...moved, proposalId, confirmed };
}

describe("whoever takes a domain over after a move [U10]", () => {
  test("agrees before it changes hands: no second person confirms without that", async () => {
    const { ada, gina, dan, orders, proposalId, confirmed, ownersOf } = await aProposedHandover();
    await expect(confirmed(gina)).rejects.toThrow("Dan Tester has not agreed to take over yet.");
    expect(await ownersOf(orders)).toMatchObject({ ownerIds: [ada.id] });
    await dan.mutation(accept, { proposalId });
    await confirmed(gina);
    expect(await ownersOf(orders)).toMatchObject({ ownerIds: [dan.id] });
  });

  test("is asked first, reads what it is and from whom, and nobody else is asked or reads it (N5)", async () => {
    const { world, bea, cleo, ada, dan, gina, proposalId, noticesOf } = await aProposedHandover();
    const { expiresAt } = (await world.rows("proposals")).find(({ _id }) => _id === proposalId) ?? {};
    const shown = { id: proposalId, from: "Ada Tester", proposedBy: "Bea Tester", expiresAt, hasAccepted: false };
    expect(await dan.query(naming, {})).toEqual([{ ...shown, things: ["Data domain Orders"] }]);
    for (const who of [bea, cleo, ada, gina]) expect(await who.query(naming, {})).toEqual([]);
    const question = "Confirm or refuse: Hand on Orders to Dan Tester";
    expect(await noticesOf(dan)).toContain("Agree or decline to take over: Hand on Orders to Dan Tester");
    expect(await noticesOf(gina)).not.toContain(question);
    await dan.mutation(accept, { proposalId });
    expect(await noticesOf(gina)).toContain(question);
  });

  test("declines with a reason, and it is to be decided anew", async () => {
    const { bea, cleo, dan, fay, gina, orders, proposalId, hand, confirmed, review, noticesOf, ownersOf } =
      await aProposedHandover();
    for (const who of [bea, cleo, gina]) expect(await codeOf(who.mutation(accept, { proposalId }))).toBe("not-found");
    await dan.mutation(turnDown, { proposalId, reason: "I know nothing about orders" });
    expect(await noticesOf(bea)).toContain("Hand on Orders to Dan Tester: was refused by Dan Tester");
    expect((await review(bea))?.domains[0]).toMatchObject({ name: "Orders", waiting: null });
    await hand(bea, orders, fay);
    await expect(confirmed(gina)).rejects.toThrow("Fay Tester has not agreed to take over yet.");
    expect(await ownersOf(orders)).not.toMatchObject({ ownerIds: [fay.id] });
  });

  test("is not asked for what they own anyway", async () => {
    const { world, ada, bea, cleo, orders, stock, hand } = await afterTheMove();
    await world.run((ctx) => ctx.db.patch(orders, { ownerIds: [ada.id, cleo.id], deputyIds: [bea.id] }));
    await hand(bea, orders, cleo);
    expect(await cleo.query(naming, {})).toEqual([]);
    await world.run((ctx) => ctx.db.patch(stock, { deputyIds: [ada.id, bea.id] }));
    await hand(bea, stock, cleo);
    expect(await cleo.query(naming, {})).toEqual([]);
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "proposal.successor")).toEqual([]);
  });
});

test("where nobody is there to confirm, the clock hands on nothing that its new owner has not agreed to (U10)", async () => {
  const { world, ada, dan, orders, proposalId, turn, ownersOf } = await aProposedHandover({ few: true });
  await world.advance(DAY_MS);
  await turn();
  expect((await world.rows("proposals")).find(({ _id }) => _id === proposalId)).toMatchObject({
    state: "overtaken",
    endReason: "Dan Tester has not agreed to take over yet.",
  });
  expect(await ownersOf(orders)).toMatchObject({ ownerIds: [ada.id] });
  expect(await codeOf(dan.mutation(accept, { proposalId }))).toBe("wrong-state");
});
