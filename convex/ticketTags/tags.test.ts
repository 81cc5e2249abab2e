/** Tags: how agents sort tickets. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

async function tagging() {
  const support = await aSupport();
  return {
    ...support,
    tag: (by: TestPerson, key: string, add: string[], remove: string[] = []) =>
      by.mutation(api.ticketTags.mutations.change, { key, add, remove }),
    known: (by: TestPerson) => by.query(api.ticketTags.queries.list, {}),
    tagsOf: async (by: TestPerson, key: string) => (await support.read(by, key))?.tags,
  };
}

describe("a tag [S19]", () => {
  test("is put on a ticket in small letters, once, and taken off again", async () => {
    const { adam, key, tag, tagsOf } = await tagging();
    await tag(adam, key, [" Late  loads ", "returns", "LATE LOADS"]);
    expect(await tagsOf(adam, key)).toEqual(["late loads", "returns"]);
    await tag(adam, key, ["prices"], ["Returns", "never there"]);
    expect(await tagsOf(adam, key)).toEqual(["late loads", "prices"]);
  });

  test("is known as long as a ticket has it", async () => {
    const { ada, adam, key, create, tag, known } = await tagging();
    const other = await create(ada);
    await tag(adam, key, ["returns", "prices"]);
    await tag(adam, other, ["returns"]);
    await tag(adam, other, ["returns"]);
    expect(await known(adam)).toEqual(["prices", "returns"]);
    await tag(adam, key, [], ["returns", "prices"]);
    expect(await known(adam)).toEqual(["returns"]);
    await tag(adam, other, [], ["returns"]);
    expect(await known(adam)).toEqual([]);
  });

  test("is the agents': its requester neither reads nor hears of it, nor puts one on", async () => {
    const { world, ada, adam, key, tag, known, tagsOf, mine, queue, ticketRow } = await tagging();
    const before = await ticketRow(key);
    const notices = (await world.rows("notifications")).length;
    await tag(adam, key, ["difficult"]);
    expect([await tagsOf(ada, key), (await mine(ada))[0]?.tags]).toEqual([[], []]);
    expect((await queue(adam))[0]?.tags).toEqual(["difficult"]);
    expect(await ticketRow(key)).toEqual({ ...before, tags: ["difficult"] });
    expect((await world.rows("notifications")).length).toBe(notices);
    expect(await codeOf(known(ada))).toBe("not-allowed");
    expect(await codeOf(tag(ada, key, ["mine"]))).toBe("not-allowed");
  });

  test("is put on no ticket one takes part in", async () => {
    const { adam, create, tag } = await tagging();
    expect(await codeOf(tag(adam, await create(adam), ["mine"]))).toBe("not-eligible");
  });

  test("narrows the queue", async () => {
    const { ada, adam, key, create, tag } = await tagging();
    await create(ada);
    await tag(adam, key, ["returns"]);
    const wanted = async (name: string) =>
      (await adam.query(api.tickets.queries.queue, { filter: { show: "all", tag: name }, size: 50 })).rows.map(
        (row) => row.key,
      );
    expect([await wanted("returns"), await wanted("return")]).toEqual([[key], []]);
  });

  test("is made of letters and digits, at most 30 of them, and a ticket has at most ten", async () => {
    const { world, adam, key, tag, tagsOf } = await tagging();
    for (const wrong of ["", "  ", "x".repeat(31), "<b>", "a,b", "=1+1"])
      expect(await codeOf(tag(adam, key, ["fine", wrong]))).toBe("invalid-input");
    await tag(adam, key, ["Größe 3.1_b-c", "y".repeat(30)]);
    expect(
      await codeOf(
        tag(
          adam,
          key,
          Array.from({ length: 9 }, (_, at) => `tag ${at}`),
        ),
      ),
    ).toBe("invalid-input");
    expect(await tagsOf(adam, key)).toHaveLength(2);
    expect(await world.rows("ticketTags")).toHaveLength(2);
  });

  test("cannot be one more than 200 different ones", async () => {
    const { world, adam, key, tag } = await tagging();
    await world.run(async (ctx) => {
      for (let at = 0; at < 200; at++) await ctx.db.insert("ticketTags", { name: `tag ${at}`, uses: 1 });
    });
    await tag(adam, key, ["tag 7"]);
    expect(await codeOf(tag(adam, key, ["one more"]))).toBe("too-many");
  });

  test("is gone with the words that are redacted, and the audit trail never had it [S16]", async () => {
    const { world, ada, adam, key, reply, tag, tagsOf, known } = await tagging();
    await reply(ada, key, "It is Hunter2");
    await tag(adam, key, ["hunter2 leaked", "returns"]);
    await adam.mutation(api.tickets.mutations.redact, { key, words: "Hunter2", fileIds: [], reason: "A password" });
    expect([await tagsOf(adam, key), await known(adam)]).toEqual([["returns"], ["returns"]]);
    expect(JSON.stringify(await world.rows("auditEvents"))).not.toContain("hunter2");
  });
});
