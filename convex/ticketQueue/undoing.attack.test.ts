/** A claim or an assignment is undone: exactly, once, and by nobody who could not have made it (S43). */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { UNDO_GIVEN_MS } from "../core/tickets/rules/giving";
import { MAX_MATCHING } from "../core/tickets/rules/matching";
import { releaseTickets } from "../process/approving/releasingTickets";
import type { Given } from "../process/supporting/answers/giving";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const { undoAssign } = api.ticketQueue.mutations;
const refusedAs = (code: string) => ({ done: 0, refused: [{ refusal: { code } }] });
const undo = (by: TestPerson, ...given: Given[]) => by.mutation(undoAssign, { given });

test("[S43] a claim that is undone leaves a new ticket as it was: new, nobody's and due as before", async () => {
  const { adam, key, claim, ticketRow, queue } = await aSupport();
  const { updatedAt: _before, ...before } = await ticketRow(key);
  expect(await undo(adam, await claim(adam, key))).toEqual({ done: 1, refused: [] });
  const { updatedAt: _after, ...after } = await ticketRow(key);
  expect(after).toEqual(before);
  expect(await queue(adam, "unassigned")).toMatchObject([{ key, state: "new" }]);
});

test("[S43] a ticket that was open before, or was answered in between, stays open", async () => {
  const { ada, adam, kim, key, assign, claim, answer, create, ticketRow } = await aSupport();
  const stands = async (ticket: string) => {
    const { state, assigneeId } = await ticketRow(ticket);
    return [state, assigneeId];
  };
  await claim(adam, key);
  await assign(adam, key, null);
  await undo(adam, await claim(adam, key));
  expect(await stands(key)).toEqual(["open", undefined]);
  const other = await create(ada);
  const given = await claim(adam, other);
  await answer(kim, other);
  await undo(adam, given);
  expect(await stands(other)).toEqual(["open", undefined]);
});

test("[S43] whoever had a ticket has it again without another notice, and who was given it has none left", async () => {
  const { world, adam, kim, key, assign, claim, ticketRow } = await aSupport();
  const told = async (who: TestPerson) =>
    (await world.rows("notifications")).filter(
      ({ recipientId, kind }) => recipientId === who.id && kind === "ticket.assigned",
    );
  await claim(adam, key);
  await undo(adam, await assign(adam, key, kim));
  const after = await ticketRow(key);
  expect([after.state, after.assigneeId]).toEqual(["open", adam.id]);
  expect(await told(adam)).toEqual([]);
  expect(await told(kim)).toMatchObject([{ closedReason: "Assignment undone" }]);
  const [last] = (await world.rows("auditEvents")).filter(({ action }) => action === "ticket.assignUndone");
  expect(last).toMatchObject({ actor: { personId: adam.id }, context: { assigneeId: adam.id } });
});

test("whoever a ticket is taken from, or who puts it back, is no longer notified of having it", async () => {
  const { world, adam, kim, key, assign, claim } = await aSupport();
  const told = async () =>
    (await world.rows("notifications"))
      .filter(({ kind }) => kind === "ticket.assigned")
      .map(({ recipientId, closedReason }) => [recipientId === kim.id, closedReason]);
  await assign(adam, key, kim);
  expect(await told()).toEqual([[true, undefined]]);
  await claim(adam, key);
  expect(await told()).toEqual([[true, "Assigned to somebody else"]]);
  await assign(adam, key, kim);
  await assign(kim, key, null);
  expect((await told()).at(-1)).toEqual([true, "Put back"]);
});

test("[S43] nothing is undone once somebody else was given the ticket, nor twice", async () => {
  const { adam, kim, key, claim, ticketRow } = await aSupport();
  const given = await claim(adam, key);
  await claim(kim, key);
  expect(await undo(adam, given)).toMatchObject(refusedAs("changed-meanwhile"));
  expect((await ticketRow(key)).assigneeId).toBe(kim.id);
  const own = await claim(adam, key);
  await undo(adam, own);
  expect(await undo(adam, own)).toMatchObject(refusedAs("changed-meanwhile"));
});

test("[S43] what is undone is what the ticket says was changed last, by whoever changed it", async () => {
  const { adam, kim, key, claim, assign, ticketRow } = await aSupport();
  const first = await claim(adam, key);
  // The same once more: the ticket is as it was left, and still it is another claim.
  const again = await claim(adam, key);
  expect(await undo(adam, first)).toMatchObject(refusedAs("changed-meanwhile"));
  expect(await undo(kim, again)).toMatchObject(refusedAs("not-eligible"));
  expect(await undo(adam, { ...again, event: again.event + 1 })).toMatchObject(refusedAs("changed-meanwhile"));
  expect((await ticketRow(key)).assigneeId).toBe(adam.id);
  // Nobody says whose it was: a caller who does is refused whole.
  const theirs = await assign(adam, key, kim);
  await expect(undo(adam, { ...theirs, from: kim.id } as Given)).rejects.toThrow();
  await undo(adam, theirs);
  expect((await ticketRow(key)).assigneeId).toBe(adam.id);
});

test("[S43] nothing is undone once whoever was given the ticket is gone", async () => {
  const { world, adam, kim, key, assign, ticketRow } = await aSupport();
  const given = await assign(adam, key, kim);
  await world.run((ctx) => releaseTickets({ ctx, at: world.now(), by: SYSTEM }, kim.id));
  expect(await undo(adam, given)).toMatchObject(refusedAs("changed-meanwhile"));
  expect((await ticketRow(key)).state).toBe("open");
});

test("[S43] it is undone for ten minutes", async () => {
  const { world, adam, key, claim, ticketRow } = await aSupport();
  const given = await claim(adam, key);
  await world.advance(UNDO_GIVEN_MS);
  expect(await undo(adam, given)).toMatchObject(refusedAs("too-late"));
  const anew = await claim(adam, key);
  await world.advance(UNDO_GIVEN_MS - 1000);
  expect(await undo(adam, anew)).toMatchObject({ done: 1 });
  expect((await ticketRow(key)).assigneeId).toBe(adam.id);
});

test("[S43] nobody gets a ticket that way who cannot answer it, and who cannot assign it cannot undo", async () => {
  const { world, ada, adam, kim, gina, key, claim, assign, create, join, resolve, ticketRow } = await aSupport();
  const given = await claim(adam, key);
  for (const who of [ada, gina]) expect(await codeOf(undo(who, given))).toBe("not-allowed");
  const own = await create(kim);
  expect(await undo(kim, { ...given, key: own })).toMatchObject(refusedAs("not-eligible"));
  await claim(kim, key);
  const taken = await assign(adam, key, null);
  await join(key, kim);
  expect(await undo(adam, taken)).toMatchObject(refusedAs("not-eligible"));
  expect((await ticketRow(key)).assigneeId).toBeUndefined();
  const last = await claim(adam, key);
  await resolve(adam, key);
  expect(await undo(adam, last)).toMatchObject(refusedAs("wrong-state"));
  expect((await ticketRow(key)).assigneeId).toBe(adam.id);
  expect(await world.rows("tickets")).toHaveLength(2);
});

test("[S43] of many each is undone for itself, and never more than can be changed at once", async () => {
  const { ada, adam, kim, key, claim, create } = await aSupport();
  const other = await create(ada);
  const given = [await claim(adam, key), await claim(adam, other)] as const;
  await claim(kim, other);
  expect(await undo(adam, ...given)).toMatchObject({ done: 1, refused: [{ key: other }] });
  const [one] = given;
  expect(await codeOf(undo(adam, ...Array.from({ length: MAX_MATCHING + 1 }, () => one)))).toBe("too-many");
});
