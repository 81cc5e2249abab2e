/** What is done with everything that matches: never with more than was shown, and never past what each ticket allows (S39). */

import type { FunctionArgs } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_MATCHING } from "../core/tickets/rules/matching";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport, aTicketRow } from "../tickets/scenes.testing";

afterEach(endWorld);

const { changeMatching } = api.ticketQueue.mutations;
type Args = FunctionArgs<typeof changeMatching>;

/** So many tickets of ada's that are named after the ledger, and nobody's, beside her first one. */
async function aQueue(many: number) {
  const support = await aSupport();
  const { world, ada } = support;
  const keys = await world.run(async (ctx) => {
    const made: string[] = [];
    for (let place = 0; place < many; place += 1) {
      const dueAt = world.now() + (place + 1) * HOUR_MS;
      made.push((await aTicketRow(ctx, { requesterId: ada.id, title: `Ledger of week ${place}`, dueAt })).key);
    }
    return made;
  });
  const change = (by: TestPerson, args: Partial<Args> = {}) =>
    by.mutation(changeMatching, {
      filter: { show: "unassigned", text: "ledger" },
      expectedCount: many,
      wish: { kind: "claim" },
      ...args,
    });
  const assignees = async () => {
    const rows = await world.rows("tickets");
    return new Map(rows.map(({ key, assigneeId }) => [key, assigneeId]));
  };
  return { ...support, keys, change, assignees };
}

describe("what is done with every ticket that matches [S39]", () => {
  test("is done with each of them, on every page, and with no other; each is recorded for itself", async () => {
    const { world, adam, key, keys, change, assignees } = await aQueue(60);
    const all = await change(adam);
    expect(all).toMatchObject({ done: 60, refused: [] });
    expect(all.given.map((one) => one.key).toSorted()).toEqual(keys.toSorted());
    const after = await assignees();
    for (const one of keys) expect(after.get(one)).toBe(adam.id);
    expect(after.get(key)).toBeUndefined();
    const events = (await world.rows("auditEvents")).filter(({ action }) => action === "ticket.assigned");
    expect(events).toHaveLength(60);
    const mine = { show: "mine" as const };
    const tagged = { filter: mine, wish: { kind: "tag" as const, tag: "ledger" } };
    expect(await change(adam, tagged)).toMatchObject({ done: 60, refused: [] });
    const critical = { filter: mine, wish: { kind: "prioritise" as const, priority: "Critical" as const } };
    expect(await change(adam, critical)).toMatchObject({ done: 60, refused: [] });
    const rows = await world.rows("tickets");
    const changed = rows.filter(({ tags, priority }) => tags?.includes("ledger") && priority === "Critical");
    expect(changed.map((row) => row.key).toSorted()).toEqual(keys.toSorted());
  });

  test("leaves those that refuse as they are, and says which and why", async () => {
    const { adam, kim, keys, join, change, assignees } = await aQueue(5);
    const [, theirs = ""] = keys;
    await join(theirs, kim);
    const done = await change(adam, { wish: { kind: "assign", assigneeId: kim.id } });
    expect(done).toMatchObject({
      done: 4,
      refused: [{ key: theirs, refusal: { code: "not-eligible", message: "They cannot answer this ticket." } }],
    });
    expect((await assignees()).get(theirs)).toBeUndefined();
    const over = { filter: { show: "done" as const, text: "ledger" }, expectedCount: 0 };
    expect(await change(adam, over)).toMatchObject({ done: 0, refused: [] });
  });

  test("is refused where they are no longer as many as were shown, and changes none", async () => {
    const { world, adam, change, create, ada } = await aQueue(3);
    await create(ada, { title: "Ledger of today" });
    const before = await world.rows("tickets");
    await expect(change(adam)).rejects.toMatchObject({
      data: {
        code: "changed-meanwhile",
        message: "There are now 4 tickets instead of 3. Look at them, then choose again.",
      },
    });
    expect(await world.rows("tickets")).toEqual(before);
  });

  test("is never done with the whole of what waits or is done, nor with more than 200", async () => {
    const { adam, change } = await aQueue(MAX_MATCHING + 1);
    for (const show of ["all", "ours", "done"] as const)
      for (const text of [undefined, "", "  "])
        expect(await codeOf(change(adam, { filter: { show, ...(text !== undefined && { text }) } }))).toBe(
          "empty-filter",
        );
    for (const expectedCount of [MAX_MATCHING, MAX_MATCHING + 1])
      expect(await codeOf(change(adam, { expectedCount }))).toBe("too-many");
  });

  test("is for those who answer alone, never with a ticket of theirs, and not through other eyes", async () => {
    const { world, ada, adam, sam, kim, keys, change, assignees, create } = await aQueue(2);
    expect(await codeOf(change(ada))).toBe("not-allowed");
    const own = await create(kim, { title: "Ledger of kim" });
    expect(await change(kim)).toMatchObject({ done: 2, refused: [] });
    expect((await assignees()).get(own)).toBeUndefined();
    await sam.stepUp();
    await sam.mutation(api.impersonation.mutations.start, {
      personId: adam.id,
      reason: "See what they see",
      minutes: 30,
    });
    expect(await codeOf(change(sam, { expectedCount: 1 }))).toMatch(/^not-/);
    expect((await world.rows("tickets")).filter(({ assigneeId }) => assigneeId === kim.id)).toHaveLength(keys.length);
  });
});
