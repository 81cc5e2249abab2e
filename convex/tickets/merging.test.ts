/** Merging support tickets: one conversation of several, and back again. */

import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

async function twoTickets() {
  const support = await aSupport();
  const { ada, create } = support;
  return { ...support, other: await create(ada, { title: "Also invoices are missing" }) };
}

describe("a merged ticket [S2]", () => {
  test("is read in its target, in the order in which things were said, and says where it carries on", async () => {
    const { world, ada, adam, key, other, answer, reply, merge, read, noticesOf, events } = await twoTickets();
    await answer(adam, key, "First");
    await world.advance(HOUR_MS);
    await answer(adam, other, "Second");
    await world.advance(HOUR_MS);
    await merge(adam, key, other);
    await reply(ada, other, "Third");
    const target = await read(ada, other);
    expect(target?.messages.map(({ body, from }) => [body.split("\n")[0], from])).toEqual([
      ["Orders do not load", key],
      ["First", key],
      ["Second", null],
      ["Third", null],
    ]);
    expect(target?.merged).toEqual([{ key, title: "Orders do not load" }]);
    expect(await read(ada, key)).toMatchObject({ state: "merged", mergedInto: { key: other }, canUnmerge: false });
    expect(await noticesOf(ada)).toContain(`${key} continues in ${other}`);
    const history = (await read(adam, other))?.messages.filter(({ visibility }) => visibility === "internal");
    expect(history?.map(({ author, body, from }) => [author, body, from])).toEqual([
      ["Adam Tester", `Merged ${key} into this ticket.`, null],
      ["Adam Tester", `Merged into ${other}.`, key],
    ]);
    expect(await events("ticket.merged")).toHaveLength(1);
  });

  test("takes replies that move the ticket it carries on in, however far behind, and not itself", async () => {
    const { ada, adam, key, other, create, answer, wait, reply, merge, read, ticketRow, noticesOf } =
      await twoTickets();
    const last = await create(ada, { title: "All of it" });
    await merge(adam, key, other);
    await merge(adam, other, last);
    await answer(adam, last);
    await wait(adam, last);
    const before = await ticketRow(key);
    expect(await reply(ada, key, "Said in the first")).toBe(key);
    expect(await ticketRow(last)).toMatchObject({ state: "open" });
    expect(await ticketRow(key)).toEqual(before);
    for (const who of [ada, adam])
      expect((await read(who, last))?.messages).toContainEqual(
        expect.objectContaining({ body: "Said in the first", from: key }),
      );
    expect(await noticesOf(adam)).toContain(`New reply in ${last}`);
  });

  test("is followed up by a reply after its target is closed, and opens a target that is resolved", async () => {
    const { world, ada, adam, key, other, answer, resolve, reply, merge, read, ticketRow } = await twoTickets();
    await merge(adam, key, other);
    await answer(adam, other);
    await resolve(adam, other);
    await reply(ada, key);
    expect(await ticketRow(other)).toMatchObject({ state: "open" });
    await resolve(adam, other);
    await world.advance(8 * DAY_MS);
    const next = await reply(ada, key, "Again");
    expect(await read(ada, next)).toMatchObject({ followUpOf: key, description: "Again" });
  });

  test("is not merged, answered, claimed or resolved, nor is anything merged into it, into itself or into what is over", async () => {
    const { ada, adam, key, other, create, answer, claim, resolve, merge, ticketRow } = await twoTickets();
    const third = await create(ada);
    expect(await codeOf(merge(adam, key, key))).toBe("invalid-input");
    await merge(adam, key, other);
    for (const move of [answer, claim, resolve]) expect(await codeOf(move(adam, key))).toBe("wrong-state");
    expect(await codeOf(merge(adam, key, third))).toBe("wrong-state");
    for (const source of [other, third]) expect(await codeOf(merge(adam, source, key))).toBe("invalid-input");
    await answer(adam, third);
    await resolve(adam, third);
    expect(await codeOf(merge(adam, other, third))).toBe("invalid-input");
    expect(await ticketRow(other)).not.toHaveProperty("mergedIntoId");
  });

  test("stands together with at most twenty", async () => {
    const { world, ada, adam, key, other, merge, ticketRow } = await twoTickets();
    const { aTicketRow } = await import("./scenes.testing");
    const { _id: mergedIntoId } = await ticketRow(other);
    await world.run(async (ctx) => {
      for (let made = 0; made < 19; made++)
        await aTicketRow(ctx, { requesterId: ada.id, state: "merged", mergedIntoId, mergedAt: world.now() });
    });
    expect(await codeOf(merge(adam, key, other))).toBe("invalid-input");
  });
});

describe("a merge that is undone [S2]", () => {
  test("leaves each ticket exactly as it was, also its clock and whom it waits for", async () => {
    const { world, ada, adam, key, other, answer, wait, resolve, merge, unmerge, ticketRow, read } = await twoTickets();
    await answer(adam, key);
    await answer(adam, other);
    const again = async (): Promise<void> => {
      const rows = [await ticketRow(key), await ticketRow(other)];
      const target = await read(ada, other);
      await world.advance(HOUR_MS);
      await merge(adam, key, other);
      await world.advance(HOUR_MS);
      await unmerge(adam, key);
      expect([await ticketRow(key), await ticketRow(other)]).toEqual(rows);
      expect(await read(ada, other)).toEqual(target);
    };
    await again();
    await wait(adam, key, world.now() + 5 * DAY_MS);
    await again();
    await resolve(adam, key);
    await again();
  });

  test("leaves the clock to what it was: a merged ticket is not moved by it, and after the undo its day has come", async () => {
    const { world, adam, key, other, answer, wait, merge, unmerge, clock, ticketRow } = await twoTickets();
    await answer(adam, key);
    await wait(adam, key, world.now() + DAY_MS);
    await merge(adam, key, other);
    await world.advance(2 * DAY_MS);
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "merged" });
    await unmerge(adam, key);
    expect(await ticketRow(key)).toMatchObject({ state: "waitingOnRequester" });
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
  });

  test("is undone within 30 days by who answers it, and keeps what its requester said since", async () => {
    const { world, ada, adam, key, other, reply, merge, unmerge, read, noticesOf, events } = await twoTickets();
    expect(await codeOf(unmerge(adam, key))).toBe("wrong-state");
    await merge(adam, key, other);
    await reply(ada, key, "Mine");
    expect(await codeOf(unmerge(ada, key))).toBe("not-allowed");
    await world.advance(30 * DAY_MS - 1);
    expect(await read(adam, key)).toMatchObject({ canUnmerge: true });
    await unmerge(adam, key);
    expect((await read(ada, key))?.messages.map(({ body }) => body)).toEqual(["Mine"]);
    expect((await read(ada, other))?.messages).toEqual([]);
    expect(await noticesOf(ada)).toContain(`${key} is a separate conversation again`);
    expect(await events("ticket.unmerged")).toHaveLength(1);
    await merge(adam, key, other);
    await world.advance(30 * DAY_MS);
    expect(await codeOf(unmerge(adam, key))).toBe("not-eligible");
    expect(await read(adam, key)).toMatchObject({ canUnmerge: false, state: "merged" });
  });
});

test("tickets to merge into are found by number and by words, at first those of the same requester", async () => {
  const { ada, adam, gina, key, other, create, answer, resolve, targets } = await twoTickets();
  const hers = await create(gina, { title: "Invoices of May" });
  const over = await create(ada, { title: "Invoices of June" });
  await answer(adam, over);
  await resolve(adam, over);
  const keys = async (text: string) => (await targets(adam, key, text)).map((one) => one.key);
  expect(await keys("")).toEqual([other]);
  expect((await keys("invoices")).toSorted()).toEqual([other, hers].toSorted());
  expect(await targets(adam, key, hers.toLowerCase())).toMatchObject([{ key: hers, requesterId: gina.id }]);
  expect(await keys(hers.slice(4))).toEqual([hers]);
  expect(await keys(key)).toEqual([]);
});
