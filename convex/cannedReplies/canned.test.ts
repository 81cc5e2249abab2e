/** Canned replies (S11): who keeps them, and that nothing anybody wrote is lost. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_CANNED } from "../core/cannedReplies/rules";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const { mutations, queries } = api.cannedReplies;
const reply = { title: "Try again", body: "Hello {first name}", topic: "data" as const, after: "wait" as const };

async function aDesk() {
  const support = await aSupport();
  type Person = typeof support.adam;
  const list = (by: Person) => by.query(queries.list, {});
  const save = (by: Person, change: object = {}, shown: { id: never; updatedAt: number } | null = null) =>
    by.mutation(mutations.save, { shown, reply: { ...reply, ...change } });
  const shownIn = async (by: Person, title = reply.title) => {
    const found = (await list(by)).find((one) => one.title === title);
    if (!found) throw new Error("No canned reply");
    return { id: found.id as never, updatedAt: found.updatedAt };
  };
  const setRemoved = (by: Person, { id }: { id: never }, isRemoved: boolean) =>
    by.mutation(mutations.setRemoved, { id, isRemoved });
  return { ...support, list, save, shownIn, setRemoved };
}

describe("canned replies", () => {
  test("are kept and read by those who answer tickets, for all of them", async () => {
    const { ada, adam, kim, list, save, events } = await aDesk();
    await save(adam, { title: "  Try   again " });
    await save(adam, { title: "Ask for a picture", topic: null, after: null });
    const read = await list(kim);
    expect(read.map(({ title }) => title)).toEqual(["Ask for a picture", "Try again"]);
    expect(read[1]).toMatchObject(reply);
    expect(await codeOf(list(ada))).toBe("not-allowed");
    expect(await codeOf(save(ada))).toBe("not-allowed");
    expect(await events("cannedReply.saved")).toHaveLength(2);
  });

  test("are there once when they are sent twice", async () => {
    const { adam, list, save, events } = await aDesk();
    const id = await save(adam);
    expect(await save(adam)).toBe(id);
    expect(await list(adam)).toHaveLength(1);
    expect(await events("cannedReply.saved")).toHaveLength(1);
  });

  test("are not overwritten by somebody who did not see the last change", async () => {
    const { world, adam, kim, list, save, shownIn } = await aDesk();
    await save(adam);
    const shown = await shownIn(kim);
    await world.advance(1);
    await save(adam, { body: "Adam's words" }, shown);
    await world.advance(1);
    expect(await codeOf(save(kim, { body: "Kim's words" }, shown))).toBe("changed-meanwhile");
    expect((await list(kim)).map(({ body }) => body)).toEqual(["Adam's words"]);
    await save(kim, { body: "Kim's words" }, await shownIn(kim));
    expect((await list(kim)).map(({ body }) => body)).toEqual(["Kim's words"]);
  });

  test("have titles of their own, also when one is changed or put back", async () => {
    const { adam, list, save, shownIn, setRemoved } = await aDesk();
    await save(adam);
    await save(adam, { title: "Another" });
    expect(await codeOf(save(adam, { title: "try AGAIN", body: "Else" }))).toBe("invalid-form");
    expect(await codeOf(save(adam, { title: "Try again", body: "Else" }, await shownIn(adam, "Another")))).toBe(
      "invalid-form",
    );
    const first = await shownIn(adam);
    await setRemoved(adam, first, true);
    await save(adam, { body: "Else" });
    expect(await codeOf(setRemoved(adam, first, false))).toBe("invalid-form");
    expect(await list(adam)).toHaveLength(2);
  });

  test("can be removed and put back as they were; a removed one is not changed", async () => {
    const { ada, adam, list, save, shownIn, setRemoved, events } = await aDesk();
    await save(adam);
    const shown = await shownIn(adam);
    expect(await codeOf(setRemoved(ada, shown, true))).toBe("not-allowed");
    await setRemoved(adam, shown, true);
    await setRemoved(adam, shown, true);
    expect(await list(adam)).toEqual([]);
    expect(await codeOf(save(adam, { body: "Else" }, shown))).toBe("not-found");
    await setRemoved(adam, shown, false);
    expect(await list(adam)).toMatchObject([reply]);
    expect(await events("cannedReply.removed")).toHaveLength(1);
    expect(await events("cannedReply.restored")).toHaveLength(1);
  });

  test("keep the cause of the tickets they resolve, and lose it with that; an older one without is put back [S34]", async () => {
    const { world, adam, list, save, shownIn, setRemoved } = await aDesk();
    expect(await codeOf(save(adam, { after: "resolve" }))).toBe("invalid-form");
    await save(adam, { after: "resolve", cause: "access" });
    expect(await list(adam)).toMatchObject([{ after: "resolve", cause: "access" }]);
    await world.advance(1);
    await save(adam, { after: "resolve", cause: "data" }, await shownIn(adam));
    expect(await list(adam)).toMatchObject([{ cause: "data" }]);
    await world.advance(1);
    await save(adam, {}, await shownIn(adam));
    const shown = await shownIn(adam);
    expect((await list(adam))[0]).not.toHaveProperty("cause");
    await world.run((ctx) => ctx.db.patch(shown.id, { after: "resolve" }));
    await setRemoved(adam, shown, true);
    await setRemoved(adam, shown, false);
    expect(await list(adam)).toMatchObject([{ after: "resolve" }]);
  });

  test("keep the tags their answer adds, tidy and once, and lose them; what is no tag is refused", async () => {
    const { world, adam, list, save, shownIn } = await aDesk();
    expect(await codeOf(save(adam, { tags: ["#!"] }))).toBe("invalid-form");
    expect(await codeOf(save(adam, { tags: Array.from({ length: 11 }, (_, place) => `tag ${place}`) }))).toBe(
      "invalid-form",
    );
    const id = await save(adam, { tags: [" Late  loads", "late loads", "returns"] });
    expect(await save(adam, { tags: ["late loads", "returns"] })).toBe(id);
    expect((await list(adam))[0]?.tags).toEqual(["late loads", "returns"]);
    await world.advance(1);
    await save(adam, { tags: ["returns"] }, await shownIn(adam));
    expect((await list(adam))[0]?.tags).toEqual(["returns"]);
    await world.advance(1);
    await save(adam, { tags: [] }, await shownIn(adam));
    expect((await list(adam))[0]).not.toHaveProperty("tags");
  });

  test("are at most so many, also with those put back", async () => {
    const { world, adam, save, shownIn, setRemoved } = await aDesk();
    await save(adam);
    const shown = await shownIn(adam);
    await setRemoved(adam, shown, true);
    await world.run(async (ctx) => {
      for (let place = 0; place < MAX_CANNED; place++)
        await ctx.db.insert("cannedReplies", {
          ...reply,
          title: `No. ${place}`,
          updatedAt: world.now(),
          updatedById: adam.id,
          removedAt: null,
        });
    });
    expect(await codeOf(save(adam))).toBe("too-many");
    expect(await codeOf(setRemoved(adam, shown, false))).toBe("too-many");
  });
});
