/** One removal that cannot be sent holds up no other; after some tries it is given up, written down and told (U14). */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany } from "./removing.testing";

afterEach(endWorld);

/** Ada was removed and restored, and the request of her removal is gone since: sending throws. */
async function aStuckRestoral() {
  const company = await aRemovingCompany();
  const { world, gina, una, ada, fay, remove, restore } = company;
  await remove(gina, ada, fay);
  await world.advance(0);
  await world.run(async (ctx) => {
    const removal = await ctx.db.query("removals").first();
    if (removal?.requestId) await ctx.db.delete(removal.requestId);
  });
  await restore(una, ada);
  await world.advance(0);
  const clock = () => world.internal(internal.removals.internal.send, {});
  /** The clock for an hour. */
  const anHour = async () => {
    for (let minute = 0; minute < 60; minute += 5) {
      await clock();
      await world.advance(5 * MINUTE_MS);
    }
  };
  return { ...company, clock, anHour };
}

describe("a removal that cannot be sent", () => {
  test("holds up none of the others", async () => {
    const { world, gina, fay, remove } = await aStuckRestoral();
    const bo = await world.person("bo");
    await remove(gina, bo, fay);
    await world.advance(0);
    const sent = (await world.rows("requests")).filter(({ typeId }) => typeId === "portal-removal");
    expect(sent).toMatchObject([{ beneficiaryId: bo.id }]);
  });

  test("is tried again less and less often, and given up: written down once, and told to whoever started it", async () => {
    const { world, una, gina, ada, anHour, events, noticesOf } = await aStuckRestoral();
    await anHour();
    expect(await world.rows("removals")).toMatchObject([{ personId: ada.id }]);
    expect((await world.rows("removals"))[0]).not.toHaveProperty("next");
    const written = await events("person.restoreNotSent");
    expect(written).toMatchObject([{ targets: [{ id: ada.id }], context: { tries: 5 } }]);
    expect(await noticesOf(una)).toContain("The sign-in of Ada Tester was not enabled");
    expect(await noticesOf(gina)).not.toContain("The sign-in of Ada Tester was not enabled");
    await anHour();
    expect(await events("person.restoreNotSent")).toHaveLength(1);
  });

  test("is told to those who look after the portal where whoever started it is gone", async () => {
    const { world, una, adam, anHour, noticesOf } = await aStuckRestoral();
    await world.run((ctx) => ctx.db.patch(una.id, { status: "suspended" }));
    await anHour();
    expect(await noticesOf(adam)).toContain("The sign-in of Ada Tester was not enabled");
    expect(await noticesOf(una)).not.toContain("The sign-in of Ada Tester was not enabled");
  });

  test("is sent by a later try once the reason is gone, and once only", async () => {
    const { world, anHour, events, requestOf } = await aStuckRestoral();
    await world.run(async (ctx) => {
      const removal = await ctx.db.query("removals").first();
      if (removal) await ctx.db.patch(removal._id, { requestId: undefined });
    });
    await anHour();
    expect(await requestOf("portal-restore")).toBeDefined();
    expect((await world.rows("requests")).filter(({ typeId }) => typeId === "portal-restore")).toHaveLength(1);
    expect(await events("person.restoreNotSent")).toEqual([]);
  });

  test("begins anew where they are restored meanwhile", async () => {
    const { world, gina, una, ada, fay, remove, restore, requestOf } = await aRemovingCompany();
    await remove(gina, ada, fay);
    await world.advance(0);
    const tried = { next: "remove" as const, tries: 5, tryAt: world.now() + DAY_MS };
    await world.run(async (ctx) => {
      const removal = await ctx.db.query("removals").first();
      if (removal) await ctx.db.patch(removal._id, { ...tried, requestId: undefined });
    });
    await restore(una, ada);
    await world.internal(internal.removals.internal.send, {});
    await world.advance(0);
    expect(await requestOf("portal-restore")).toMatchObject({ beneficiaryId: ada.id });
  });

  test("is sent once by two tries that come at once", async () => {
    const { world, gina, ada, fay, remove } = await aRemovingCompany();
    await remove(gina, ada, fay);
    const removalId = (await world.rows("removals"))[0]?._id;
    if (!removalId) throw new Error("Nobody was removed");
    for (const _try of [1, 2]) await world.internal(internal.removals.internal.sendOne, { removalId });
    expect((await world.rows("requests")).map(({ typeId }) => typeId)).toEqual(["portal-removal"]);
  });
});

describe("a removal whose person is no longer there", () => {
  test("is given up at once, written down and told, and not dropped", async () => {
    const { world, gina, fay, events, noticesOf } = await aRemovingCompany();
    const gone: TestPerson = await world.person("gone");
    await world.run(async (ctx) => {
      await ctx.db.insert("removals", {
        ...{ personId: gone.id, byId: gina.id, successorId: fay.id },
        ...{ reason: "Their last day was yesterday", at: world.now() - DAY_MS, next: "remove" as const },
      });
      await ctx.db.delete(gone.id);
    });
    await world.internal(internal.removals.internal.send, {});
    await world.advance(0);
    expect((await world.rows("removals"))[0]).not.toHaveProperty("next");
    expect(await events("person.removalNotSent")).toMatchObject([{ targets: [{ id: gone.id }] }]);
    expect(await noticesOf(gina)).toContain("The sign-in of somebody you removed was not disabled");
  });
});
