/** A domain is handed on by somebody who saw less than what hangs on it. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aDomain } from "../domains/changing.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { afterTheMove } from "./moves.testing";

afterEach(endWorld);

const { impact } = api.moves.queries;

describe("what hangs on a domain that is handed on [DD7]", () => {
  test("is shown to whoever decides about it and to nobody else, with the names of nobody", async () => {
    const { bea, fay, ada, adam, dan, cleo, orders, world } = await afterTheMove();
    const wish = { personId: ada.id, domainId: orders, toId: dan.id };
    const seen = await bea.query(impact, wish);
    expect(seen).toMatchObject({ takesTwo: true });
    expect(seen?.lines.map(({ field }) => field)).toEqual(expect.arrayContaining(["Owners", "Open requests"]));
    for (const none of [fay, ada, cleo]) expect(await none.query(impact, wish)).toBeNull();
    expect(await adam.query(impact, { ...wish, personId: dan.id })).toBeNull();
    const other = await world.run((ctx) =>
      ctx.db.insert("dataDomains", aDomain({ name: "Stock", ownerIds: [dan.id] })),
    );
    expect(await bea.query(impact, { ...wish, domainId: other })).toBeNull();
  });

  test("is what is sent, for the same successor", async () => {
    const { ada, bea, dan, fay, orders, put, hand } = await afterTheMove();
    const { shownHash } = (await bea.query(impact, { personId: ada.id, domainId: orders, toId: dan.id })) ?? {};
    for (const seen of [undefined, ""]) expect(await codeOf(put(bea, orders, dan, seen))).toBe("changed-meanwhile");
    expect(await codeOf(put(bea, orders, fay, shownHash))).toBe("changed-meanwhile");
    expect(await hand(bea, orders, dan)).toMatchObject({ state: "proposed" });
  });

  test("is looked at again when more of it came meanwhile", async () => {
    const { ada, bea, dan, orders, put, world } = await afterTheMove();
    const { shownHash } = (await bea.query(impact, { personId: ada.id, domainId: orders, toId: dan.id })) ?? {};
    await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Returns", parentId: orders })));
    expect(await codeOf(put(bea, orders, dan, shownHash))).toBe("changed-meanwhile");
  });
});
