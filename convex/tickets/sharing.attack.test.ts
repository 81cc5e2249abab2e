/** Support tickets that are shared: who takes part is chosen, reads what was said to them, and nothing once out. */

import { afterEach, describe, expect, test } from "vitest";
import { MAX_PARTICIPANTS } from "../core/tickets/model";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

describe("who takes part in a ticket [S5]", () => {
  test("reads and replies, no internal note, is notified of answers, and says neither solved nor how the help was", async () => {
    const { ada, adam, gina, key, add, answer, note, reply, solve, rate, read, mine, noticesOf, events } =
      await aSupport();
    await add(ada, key, gina);
    expect(await noticesOf(gina)).toEqual([`You were added to ${key}`]);
    await answer(adam, key);
    await note(adam, key);
    await reply(gina, key, "I see it too");
    expect((await read(gina, key))?.messages.map(({ body }) => body)).toEqual(["We look at it", "I see it too"]);
    expect((await read(ada, key))?.messages).toMatchObject([{}, { author: "Gina Tester", isMine: false }]);
    expect(await noticesOf(gina)).toContain(`Support answered in ${key}`);
    expect(await mine(gina)).toMatchObject([{ key, priority: null }]);
    for (const move of [solve, rate]) expect(await codeOf(move(gina, key))).toBe("not-eligible");
    expect(await events("ticket.shared")).toMatchObject([{ context: { personId: gina.id } }]);
  });

  test("is said by its requester and those who answer, never by themselves or by who only takes part", async () => {
    const { world, ada, adam, gina, fay, key, add, remove, read } = await aSupport();
    const eve = await world.person("eve");
    expect(await codeOf(add(gina, key, gina))).toBe("not-found");
    await add(ada, key, gina);
    expect(await codeOf(add(gina, key, fay))).toBe("not-eligible");
    await add(adam, key, fay);
    expect(await codeOf(remove(gina, key, fay))).toBe("not-eligible");
    expect(await codeOf(remove(eve, key, fay))).toBe("not-found");
    expect(await read(gina, key)).toMatchObject({ canShare: false, canRemove: false, participants: [{}, {}] });
    expect(await read(ada, key)).toMatchObject({ canShare: true, canRemove: true });
  });

  test("is nobody who answers tickets: a requester does not shut support out by adding it", async () => {
    const { ada, adam, kim, key, add, note, answer } = await aSupport();
    for (const who of [adam, kim]) expect(await codeOf(add(ada, key, who))).toBe("not-eligible");
    expect(await codeOf(add(adam, key, adam))).toBe("not-eligible");
    await note(adam, key);
    await answer(kim, key);
  });

  test("is an active person, once, by whichever account, and at most twenty", async () => {
    const { world, ada, gina, key, add, suspend, kim, ticketRow } = await aSupport();
    const eve = await world.person("eve");
    await suspend(kim, eve);
    expect(await codeOf(add(ada, key, eve))).toBe("not-eligible");
    expect(await codeOf(add(ada, key, ada))).toBe("duplicate");
    await add(ada, key, gina);
    const twin = await world.person("gina.two", { email: "gina+two@ao.com" });
    for (const who of [gina, twin]) expect(await codeOf(add(ada, key, who))).toBe("duplicate");
    const { _id: ticketId } = await ticketRow(key);
    for (let made = 1; made < MAX_PARTICIPANTS; made++) {
      const { id: personId } = await world.person(`reader${made}`);
      const fields = { ticketId, personId, addedById: ada.id, since: world.now() };
      await world.run((ctx) => ctx.db.insert("ticketParticipants", fields));
    }
    expect(await codeOf(add(ada, key, await world.person("late")))).toBe("not-eligible");
  });

  test("reads nothing from the moment they are removed or leave: no page, no list, no reply, no notice that stays open", async () => {
    const { world, ada, adam, gina, fay, key, add, remove, answer, read, mine, reply, noticesOf, events } =
      await aSupport();
    await add(ada, key, gina);
    await add(ada, key, fay);
    await answer(adam, key);
    await remove(adam, key, gina);
    await remove(fay, key, fay);
    const before = [await noticesOf(gina), await noticesOf(fay)];
    await answer(adam, key, "Said later");
    for (const who of [gina, fay]) {
      expect(await read(who, key)).toBeNull();
      expect(await mine(who)).toEqual([]);
      expect(await codeOf(reply(who, key))).toBe("not-found");
      expect(await codeOf(remove(who, key, who))).toBe("not-found");
    }
    expect([await noticesOf(gina), await noticesOf(fay)]).toEqual(before);
    const open = (await world.rows("notifications")).filter(({ closedAt }) => closedAt === undefined);
    for (const who of [gina, fay]) expect(open.filter(({ recipientId }) => recipientId === who.id)).toEqual([]);
    expect(await events("ticket.unshared")).toHaveLength(1);
    expect(await events("ticket.left")).toHaveLength(1);
    expect(await codeOf(remove(ada, key, gina))).toBe("not-found");
  });

  test("is not changed once the ticket is closed or merged, but whoever takes part may still be taken out", async () => {
    const { world, ada, adam, gina, fay, key, create, add, remove, answer, solve, clock, merge, read } =
      await aSupport();
    await add(ada, key, gina);
    await answer(adam, key);
    await solve(ada, key);
    await world.advance(7 * DAY_MS);
    await clock();
    expect(await codeOf(add(ada, key, fay))).toBe("wrong-state");
    expect(await read(ada, key)).toMatchObject({ canShare: false, canRemove: true });
    await remove(ada, key, gina);
    const [one, other] = [await create(ada), await create(ada)];
    await merge(adam, one, other);
    expect(await codeOf(add(ada, one, fay))).toBe("wrong-state");
  });
});

test("until when a ticket waits is read by its requester, and a day of closing is none", async () => {
  const { world, ada, adam, key, answer, wait, resume, resolve, read } = await aSupport();
  expect(await read(ada, key)).toMatchObject({ waitsUntil: null });
  await answer(adam, key);
  await wait(adam, key, world.now() + DAY_MS);
  expect(await read(ada, key)).toMatchObject({ waitsUntil: world.now() + DAY_MS });
  await resume(adam, key);
  expect(await read(ada, key)).toMatchObject({ waitsUntil: null });
  await resolve(adam, key);
  expect(await read(ada, key)).toMatchObject({ waitsUntil: null });
});
