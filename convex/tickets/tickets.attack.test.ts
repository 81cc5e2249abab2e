/** Support tickets: notes stay among those who answer, tickets among those who have a part in them. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_REPLIES, MAX_TICKETS } from "../core/tickets/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport, aTicketRow } from "./scenes.testing";

afterEach(endWorld);

const SECRET = "Secret of support";

describe("an internal note [S1]", () => {
  test("is read by those who answer, and by neither requester nor participants, in no answer of the server", async () => {
    const { ada, adam, gina, key, note, answer, read, mine, join } = await aSupport();
    await join(key, gina);
    await answer(adam, key);
    await note(adam, key);
    expect(JSON.stringify(await read(adam, key))).toContain(SECRET);
    for (const who of [ada, gina]) {
      expect((await read(who, key))?.messages.map(({ body }) => body)).toEqual(["We look at it"]);
      const own = await who.mutation(api.people.mutations.exportOwn, {});
      expect(JSON.stringify([await read(who, key), await mine(who), own])).not.toContain(SECRET);
    }
  });

  test("moves nothing that the requester sees, and is told to nobody", async () => {
    const { world, ada, adam, key, note, read } = await aSupport();
    const before = await read(ada, key);
    const told = (await world.rows("notifications")).length;
    await world.advance(HOUR_MS);
    await note(adam, key);
    expect(await read(ada, key)).toEqual(before);
    expect(await world.rows("notifications")).toHaveLength(told);
  });

  test("does not say what was written in the audit trail, nor does a ticket's title stand there", async () => {
    const { world, adam, key, note, answer } = await aSupport();
    await answer(adam, key);
    await note(adam, key);
    const trail = JSON.stringify(await world.rows("auditEvents"));
    for (const words of [SECRET, "We look at it", "Orders do not load"]) expect(trail).not.toContain(words);
  });

  test("of one's own ticket is not read by whoever answers others, by any account, also where they became that later", async () => {
    const { world, ada, adam, kim, key, create, join, note, read } = await aSupport();
    const own = await create(adam);
    await note(kim, own);
    await note(kim, key);
    await world.person("adam.two", { email: "adam+two@ao.com", roles: ["staff", "admin"] }).then(async (twin) => {
      expect(JSON.stringify(await read(twin, own))).not.toContain(SECRET);
      expect(await codeOf(note(twin, own))).toBe("not-eligible");
    });
    await join(key, adam);
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", "admin"] }));
    for (const [who, ticket] of [
      [adam, own],
      [adam, key],
      [ada, key],
    ] as const)
      expect(JSON.stringify(await read(who, ticket))).not.toContain(SECRET);
  });

  test("is read without its notes through the requester's eyes, and not at all through those of somebody who answers", async () => {
    const { ada, adam, sam, key, note, read } = await aSupport();
    await note(adam, key);
    expect(JSON.stringify(await read(sam, key))).toContain(SECRET);
    for (const target of [ada, adam]) {
      await sam.stepUp();
      const sessionId = await sam.mutation(api.impersonation.mutations.start, {
        personId: target.id,
        reason: "Look at what they see",
        minutes: 30,
      });
      sam.shows(sessionId);
      const seen = await read(sam, key);
      expect(seen === null ? "nothing" : "the ticket").toBe(target === ada ? "the ticket" : "nothing");
      expect(JSON.stringify(seen)).not.toContain(SECRET);
      await sam.mutation(api.impersonation.mutations.stop, { sessionId });
      sam.shows(null);
    }
  });
});

describe("who has no part in a ticket [S4]", () => {
  test("finds none, cannot write in it, and has no queue, also with governance or FinOps", async () => {
    const { world, gina, fay, key, read, reply, solve, claim, mine, queue, answer, note } = await aSupport();
    const staff = await world.person("eve");
    for (const who of [gina, fay, staff]) {
      expect(await read(who, key)).toBeNull();
      expect(await mine(who)).toEqual([]);
      for (const move of [reply, solve]) expect(await codeOf(move(who, key))).toBe("not-found");
      for (const move of [claim, answer, note]) expect(await codeOf(move(who, key))).toBe("not-allowed");
      expect(await codeOf(queue(who))).toBe("not-allowed");
    }
  });

  test("is not served by another spelling of a key", async () => {
    const { ada, key, read } = await aSupport();
    for (const name of [key.toLowerCase(), `${key} `, "", "TKT-0"]) expect(await read(ada, name)).toBeNull();
  });

  test("does not answer in the name of support, nor write as requester into somebody else's", async () => {
    const { ada, adam, key, answer, reply, solve, create } = await aSupport();
    expect(await codeOf(answer(ada, key))).toBe("not-allowed");
    for (const move of [reply, solve]) expect(await codeOf(move(adam, key))).toBe("not-eligible");
    const own = await create(adam);
    expect(await codeOf(answer(adam, own))).toBe("not-eligible");
  });
});

test("nobody answers, claims, weighs or is given a ticket of their own, by whichever account", async () => {
  const { world, adam, kim, create, claim, assign, prioritise, resolve, wait } = await aSupport();
  const own = await create(adam);
  const twin = await world.person("adam.two", { email: "adam+two@ao.com", roles: ["staff", "admin"] });
  for (const who of [adam, twin]) {
    for (const move of [claim, resolve, wait]) expect(await codeOf(move(who, own))).toBe("not-eligible");
    expect(await codeOf(prioritise(who, own, "Critical"))).toBe("not-eligible");
    expect(await codeOf(assign(kim, own, who))).toBe("not-eligible");
  }
});

test("a ticket is given to those who answer tickets alone", async () => {
  const { ada, adam, gina, kim, key, assign, ticketRow } = await aSupport();
  for (const who of [ada, gina]) expect(await codeOf(assign(adam, key, who))).toBe("not-eligible");
  await assign(adam, key, kim);
  expect(await ticketRow(key)).toMatchObject({ assigneeId: kim.id, state: "open" });
});

test("what a ticket is about is told to nobody who may not see it, and never its title", async () => {
  const { world, ada, fay, create, read } = await aSupport();
  const { aGrant } = await import("../tasks/scenes.testing");
  const grant = await aGrant({ world, personId: fay.id });
  const request = (await world.rows("requests")).find(({ _id }) => _id === grant.requestId);
  if (!request) throw new Error("No request");
  const refs = [request.key, `task:${grant.taskId}`, "REQ-99999", "task:none", "service:none", "x".repeat(200)];
  for (const ref of refs) {
    expect(await codeOf(create(ada, { related: ref }))).toBe("not-found");
    expect(await ada.query(api.tickets.queries.related, { ref })).toBeNull();
  }
  const key = await create(fay, { related: request.key });
  const { key: ref } = request;
  expect((await read(fay, key))?.related).toEqual({ kind: "request", ref, label: ref, address: ref });
});

test("nobody floods support: ten tickets and sixty replies within an hour", async () => {
  const { world, ada, key, create, reply } = await aSupport();
  for (let made = 1; made < MAX_TICKETS; made++) await create(ada);
  expect(await codeOf(create(ada))).toBe("rate-limited");
  for (let said = 0; said < MAX_REPLIES; said++) await reply(ada, key);
  expect(await codeOf(reply(ada, key))).toBe("rate-limited");
  await world.advance(DAY_MS);
  await create(ada);
  await reply(ada, key);
});

test("what counts against the ten is when tickets were written, also where sixty of a day ago moved since, and follow-ups", async () => {
  const { world, ada, key, create, reply } = await aSupport();
  const closed = { requesterId: ada.id, state: "closed", resolvedAt: 1 } as const;
  await world.advance(DAY_MS);
  for (let made = 0; made < MAX_TICKETS - 1; made++) await create(ada);
  await world.run(async (ctx) => {
    for (let moved = 0; moved < 60; moved++)
      await aTicketRow(ctx, {
        requesterId: ada.id,
        createdAt: world.now() - 2 * DAY_MS,
        updatedAt: world.now() - 1000,
      });
  });
  const { key: over } = await world.run((ctx) => aTicketRow(ctx, { ...closed, createdAt: world.now() - 30 * DAY_MS }));
  await reply(ada, over);
  expect(await codeOf(create(ada))).toBe("rate-limited");
  expect(await codeOf(reply(ada, over))).toBe("rate-limited");
  await reply(ada, key);
});

test("who answers tickets does not see their own in the queue, by whichever account, nor how much it presses", async () => {
  const { world, adam, kim, key, create, queue, join } = await aSupport();
  const own = await create(adam);
  const twin = await world.person("adam.two", { email: "adam+two@ao.com", roles: ["staff", "admin"] });
  const keys = async (who: typeof adam) => (await queue(who)).map((row) => row.key);
  for (const who of [adam, twin]) expect(await keys(who)).toEqual([key]);
  expect(await keys(kim)).toEqual([key, own]);
  await join(key, kim);
  expect(await keys(kim)).toEqual([own]);
});

test("whether the help was good is said by the requester alone, once, after it was resolved", async () => {
  const { ada, adam, gina, sam, key, join, answer, solve, rate, ticketRow } = await aSupport();
  await join(key, gina);
  expect(await codeOf(rate(ada, key))).toBe("wrong-state");
  await answer(adam, key);
  await solve(ada, key);
  for (const who of [adam, gina]) expect(await codeOf(rate(who, key))).toBe("not-eligible");
  await sam.stepUp();
  const sessionId = await sam.mutation(api.impersonation.mutations.start, {
    personId: ada.id,
    reason: "Look at what they see",
    minutes: 30,
  });
  sam.shows(sessionId);
  expect(await codeOf(rate(sam, key))).toBe("not-while-impersonating");
  await rate(ada, key, "bad");
  expect(await codeOf(rate(ada, key, "good"))).toBe("duplicate");
  expect(await ticketRow(key)).toMatchObject({ satisfaction: "bad", state: "resolved" });
});
