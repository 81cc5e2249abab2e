/** The queue as a file: what the file is made of, and that nobody else takes it out (S41). */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport, aTicketRow } from "./scenes.testing";

afterEach(endWorld);

const { queue } = api.tickets.queries;
const { noteExport } = api.audit.mutations;
const noted = { list: "ticketQueue" as const, filter: { show: "all" }, columns: ["Key", "Title"] };

test("[S41] read page by page, the queue hands out each ticket once, none of the agent's own and nothing that was said", async () => {
  const { world, ada, adam, kim, gina, key, reply, answer, note, create } = await aSupport();
  await reply(ada, key, "Words of ada");
  await answer(adam, key, "Words of adam");
  await note(adam, key, "Secret of support");
  const own = await create(kim);
  const others = await world.run(async (ctx) => {
    const at = Date.now();
    const keys: string[] = [];
    for (let turn = 0; turn < 60; turn += 1)
      keys.push((await aTicketRow(ctx, { requesterId: gina.id, state: "open", dueAt: at + (turn % 7) })).key);
    return keys;
  });
  const pages = [];
  let after: string | undefined;
  do {
    const page = await kim.query(queue, { filter: { show: "all" }, size: 25, ...(after !== undefined && { after }) });
    pages.push(page);
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(pages).toHaveLength(3);
  const keys = pages.flatMap(({ rows }) => rows.map((row) => row.key));
  expect(keys).not.toContain(own);
  expect(keys.toSorted()).toEqual([key, ...others].toSorted());
  expect(JSON.stringify(pages)).not.toMatch(/Words of|Secret of|Since this morning/);
});

test("[S41] that an agent takes the queue out is written down with what was looked for; nobody else can", async () => {
  const { world, ada, adam, gina, fay } = await aSupport();
  const taken = async () => (await world.rows("auditEvents")).filter(({ action }) => action === "ticketQueue.exported");
  for (const who of [ada, gina, fay]) {
    expect(await codeOf(who.mutation(noteExport, noted))).toBe("not-allowed");
    expect(await codeOf(who.query(queue, { filter: { show: "all" }, size: 200 }))).toBe("not-allowed");
  }
  expect(await taken()).toEqual([]);
  const columns = Array.from({ length: 41 }, () => "Key");
  expect(await codeOf(adam.mutation(noteExport, { ...noted, columns }))).toBe("invalid-input");
  await adam.mutation(noteExport, noted);
  expect(await taken()).toMatchObject([
    {
      actor: { personId: adam.id },
      outcome: "success",
      context: { filter: { show: "all" }, columns: ["Key", "Title"] },
    },
  ]);
});
