/** Tickets that agents write for somebody else (S23). */

import type { FunctionArgs } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_OPENED, MAX_TICKETS } from "../core/tickets/rules";
import { submitted } from "../process/requests.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const { openFor } = api.ticketParties.mutations;

async function aDesk() {
  const support = await aSupport();
  const { world, ada } = support;
  const words = { title: "Ledger does not open", description: "Called about it", topic: "data" as const };
  const open = (by: TestPerson, { id: personId }: TestPerson, more: Partial<FunctionArgs<typeof openFor>> = {}) =>
    by.mutation(openFor, { personId, tells: true, related: null, ...words, ...more });
  const noticesOf = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter(({ recipientId }) => recipientId === id);
  const eventsOf = async (key: string) =>
    (await world.rows("auditEvents")).filter(({ targets }) => targets.some(({ label }) => label === key));
  return { ...support, ada, open, noticesOf, eventsOf };
}

describe("a ticket that is opened for somebody (S23)", () => {
  test("is theirs from the first moment, says who wrote it, and is that agent's to answer", async () => {
    const { world, ada, adam, open, read, mine, queue, reply, solve, rate, eventsOf, noticesOf } = await aDesk();
    const eve = await world.person("eve", { roles: ["staff", "admin"] });
    const key = await open(adam, ada);
    expect(await read(ada, key)).toMatchObject({ isRequester: true, isAgent: false, state: "open", isMine: false });
    expect(await read(adam, key)).toMatchObject({ isAgent: true, isMine: true, isParty: false });
    const [seen, name] = [await read(ada, key), (await read(adam, key))?.assignee];
    expect(seen?.openedBy).toBe(name);
    expect((await mine(ada)).map((row) => row.key)).toContain(key);
    expect((await mine(adam)).map((row) => row.key)).not.toContain(key);
    expect((await queue(adam, "mine")).map((row) => row.key)).toEqual([key]);
    expect(await noticesOf(eve)).toEqual([]);
    expect((await eventsOf(key)).map(({ action, actor }) => [action, "personId" in actor && actor.personId])).toEqual([
      ["ticket.openedFor", adam.id],
    ]);
    await reply(ada, key);
    await solve(ada, key);
    await rate(ada, key);
    expect(await read(ada, key)).toMatchObject({ state: "resolved", satisfaction: "good" });
  });

  test("is told to them where that is said, once, and otherwise only what is answered in it", async () => {
    const { ada, adam, open, answer, noticesOf } = await aDesk();
    const told = await open(adam, ada);
    expect(await noticesOf(ada)).toMatchObject([{ title: `Support opened ${told} for you`, count: 1 }]);
    const untold = await open(adam, ada, { tells: false });
    expect(await noticesOf(ada)).toHaveLength(1);
    await answer(adam, untold);
    expect((await noticesOf(ada)).map(({ title }) => title)).toContain(`Support answered in ${untold}`);
  });

  test("is opened by those who answer tickets alone, for active people, and never for oneself", async () => {
    const { world, ada, adam, gina, fay, open } = await aDesk();
    for (const who of [ada, gina, fay]) expect(await codeOf(open(who, adam))).toBe("not-allowed");
    expect(await codeOf(open(adam, adam))).toBe("not-eligible");
    await world.run(async (ctx) => {
      const { mailbox } = (await ctx.db.get(adam.id)) ?? {};
      const row = await ctx.db.get(adam.id);
      if (row) await ctx.db.patch(fay.id, { email: row.email.replace("@", "+two@"), ...(mailbox && { mailbox }) });
    });
    expect(await codeOf(open(adam, fay))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    expect(await codeOf(open(adam, ada))).toBe("not-eligible");
    expect(await world.rows("tickets")).toHaveLength(1);
  });

  test("is about what both see: neither learns from it what only the other reads", async () => {
    const { world, ada, adam, gina, open, read } = await aDesk();
    const [own, ginas, draft] = await world.run(async (ctx) => {
      const work = [{ type: "manual_check", key: "work", input: {} }];
      const made = [
        await submitted(ctx, ada.id, work),
        await submitted(ctx, gina.id, work),
        await submitted(ctx, ada.id, work),
      ];
      if (made[2]) await ctx.db.patch(made[2]._id, { status: "Draft" });
      return made;
    });
    expect(await codeOf(open(adam, ada, { related: ginas?.key ?? "" }))).toBe("not-found");
    expect(await codeOf(open(adam, ada, { related: draft?.key ?? "" }))).toBe("not-found");
    const key = await open(adam, ada, { related: own?.key ?? "" });
    expect(await read(ada, key)).toMatchObject({ related: { ref: own?.key } });
  });

  test("counts for the agent's hour and not for that of whom it is for", async () => {
    const { world, ada, adam, open, create } = await aDesk();
    for (let place = 1; place <= MAX_OPENED; place += 1) await open(adam, ada, { tells: false });
    expect(await codeOf(open(adam, ada))).toBe("rate-limited");
    for (let place = 1; place < MAX_TICKETS; place += 1) await create(ada);
    expect(await codeOf(create(ada))).toBe("rate-limited");
    await world.advance(3_600_001);
    expect(await open(adam, ada)).toMatch(/^TKT-/);
  });

  test("has words within the limits of every ticket", async () => {
    const { ada, adam, open } = await aDesk();
    for (const more of [{ title: " " }, { description: "" }, { title: "x".repeat(201) }])
      expect(await codeOf(open(adam, ada, more))).toBe("invalid-input");
  });
});
