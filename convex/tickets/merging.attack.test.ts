/** Merging support tickets: who reads a word never widens by it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

const HERS = "Salaries of May";

test("requesters whose tickets are merged read neither each other's words nor titles, keys or names [S2] [S4]", async () => {
  const { ada, adam, gina, key, create, answer, reply, merge, resolve, read, mine, noticesOf, world } =
    await aSupport();
  const hers = await create(gina, { title: HERS, description: `${HERS} are wrong` });
  expect(await codeOf(merge(adam, hers, key))).toBe("not-eligible");
  await merge(adam, hers, key, true);
  expect(await noticesOf(gina)).toEqual([`${hers} continues in another ticket`]);
  await answer(adam, key, "Answer to Ada");
  await reply(gina, hers, "Word of Gina");
  await resolve(adam, key, "Solved for Ada");
  const ofAda = JSON.stringify([await read(ada, key), await mine(ada)]);
  for (const word of [HERS, "Word of Gina", hers, "Gina Tester"]) expect(ofAda).not.toContain(word);
  const ofGina = JSON.stringify([await read(gina, hers), await mine(gina)]);
  for (const word of ["Orders", "Answer to Ada", "Solved for Ada", key, "Ada Tester"])
    expect(ofGina).not.toContain(word);
  expect(await read(gina, key)).toBeNull();
  expect(await read(gina, hers)).toMatchObject({ state: "merged", mergedInto: null });
  const notices = async (who: typeof ada) =>
    JSON.stringify((await world.rows("notifications")).filter(({ recipientId }) => recipientId === who.id));
  for (const word of ["Orders", "for Ada", "to Ada", key]) expect(await notices(gina)).not.toContain(word);
  expect(await notices(ada)).not.toContain(HERS);
  expect(await noticesOf(gina)).toEqual([`${hers} is resolved`]);
  expect((await read(adam, key))?.messages.map(({ body }) => body)).toContain("Word of Gina");
});

test("who takes part in one of two merged tickets reads that one alone [S2] [S4]", async () => {
  const { ada, adam, gina, fay, key, create, answer, reply, merge, join, read } = await aSupport();
  const other = await create(ada, { title: HERS });
  await join(key, gina);
  await join(other, fay);
  await merge(adam, key, other);
  await answer(adam, other, "In the target");
  await reply(gina, key, "In the source");
  expect(await read(gina, other)).toBeNull();
  expect(JSON.stringify(await read(gina, key))).not.toContain("In the target");
  const ofFay = JSON.stringify(await read(fay, other));
  for (const word of ["In the source", "Orders do not load", key]) expect(ofFay).not.toContain(word);
});

test("what is noted in a part is not read in the target by whoever takes part in that part [S1] [S2]", async () => {
  const { adam, kim, key, gina, create, merge, note, join, read } = await aSupport();
  const own = await create(kim, { title: "Mine" });
  const other = await create(gina);
  await join(other, kim);
  await note(adam, own, "Of Kim");
  await note(adam, other, "Of the ticket Kim takes part in");
  await merge(adam, own, key, true);
  await merge(adam, other, key, true);
  const ofKim = JSON.stringify(await read(kim, key));
  expect(ofKim).not.toContain("Of Kim");
  expect(ofKim).not.toContain("Of the ticket");
});

test("nobody merges or unmerges a ticket of their own, by either end, nor finds it in the search", async () => {
  const { ada, adam, kim, gina, key, create, merge, unmerge, targets, join } = await aSupport();
  const own = await create(adam, { title: "Orders of Adam" });
  for (const [source, target] of [
    [own, key],
    [key, own],
  ] as const)
    expect(await codeOf(merge(adam, source, target, true))).toBe("not-eligible");
  expect(await targets(adam, own, "orders")).toEqual([]);
  expect((await targets(adam, key, "orders")).map((one) => one.key)).not.toContain(own);
  await merge(kim, own, key, true);
  expect(await codeOf(unmerge(adam, own))).toBe("not-eligible");
  const third = await create(ada);
  await join(third, kim);
  expect(await codeOf(merge(kim, key, third))).toBe("not-eligible");
  for (const who of [ada, gina]) {
    expect(await codeOf(merge(who, key, third))).toBe("not-allowed");
    expect(await codeOf(targets(who, key))).toBe("not-allowed");
  }
});

test("where a message is, and in which ticket, is told to nobody who may not read it there [S40] [S4]", async () => {
  const { world, ada, adam, kim, gina, fay, key, create, reply, note, merge, ticketRow } = await aSupport();
  const hers = await create(gina, { title: HERS });
  await reply(gina, hers, "Word of Gina");
  await note(adam, hers, "Secret of support");
  await note(kim, key, "Secret of Kim");
  await merge(adam, hers, key, true);
  const own = await create(kim);
  await note(adam, own, "Of Kim");
  const idOf = async (body: string) => (await world.rows("ticketMessages")).find((one) => one.body === body)?._id ?? "";
  const place = async (who: typeof ada, id: string) =>
    (await who.query(api.ticketReplies.queries.placeOf, { id }))?.key ?? null;
  const said = await idOf("Word of Gina");
  const first = (await ticketRow(hers))._id;
  for (const who of [ada, fay]) for (const id of [said, first]) expect(await place(who, id)).toBeNull();
  for (const id of [said, first]) expect(await place(gina, id)).toBe(hers);
  for (const who of [ada, gina, fay])
    for (const body of ["Secret of support", "Secret of Kim", "Of Kim"])
      expect(await place(who, await idOf(body))).toBeNull();
  expect(await place(kim, await idOf("Of Kim"))).toBeNull();
  expect(await place(kim, await idOf("Secret of support"))).toBe(hers);
  for (const id of ["", "first", "message-1", ada.id, `${said} `]) expect(await place(adam, id)).toBeNull();
});
