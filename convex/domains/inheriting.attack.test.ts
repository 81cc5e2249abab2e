/** What a domain takes from the one above it or from a business area counts at once, and is nobody's back door. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { approve } from "../approvals/approvals.testing";
import type { InheritedField } from "../core/domains/table";
import { codeOf, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

afterEach(endWorld);

const ALL: InheritedField[] = ["owners", "deputies", "experts", "sensitivity"];

/** Orders is a part of Sales, which zoe owns with cleo as her deputy. */
async function aPartOfSales(inherits: InheritedField[] = ALL) {
  const play = await anOrdersCase();
  const { world, zoe, cleo, rita, domainId } = play;
  const people = { ownerIds: [zoe.id], deputyIds: [cleo.id], expertIds: [rita.id] };
  const salesId = await play.put({ name: "Sales", sensitivity: "pii", ...people });
  const own = (field: InheritedField) => !inherits.includes(field);
  await world.run(async (ctx) => {
    await ctx.db.patch(domainId, {
      parentId: salesId,
      inherits,
      ...(!own("owners") && { ownerIds: [] }),
      ...(!own("deputies") && { deputyIds: [] }),
    });
    await ctx.db.insert("dutyChanges", { domainKey: "orders", byIds: [], at: 0, seatedUntil: 0 });
  });
  await play.settle();
  const page = async () => {
    const found = await play.gus.query(api.domains.queries.get, { domainId });
    if (!found) throw new Error("No page");
    return found;
  };
  return { ...play, salesId, page };
}

describe("[DD5] a domain takes from the one above it what it says it takes:", () => {
  test("people and sensitivity, shown with where they come from, and whoever owns the parent decides", async () => {
    const play = await aPartOfSales();
    expect(await play.page()).toMatchObject({
      sensitivity: "pii",
      now: { owners: [{ id: play.zoe.id }], deputies: [{ id: play.cleo.id }], experts: [{ id: play.rita.id }] },
      own: { owners: [], deputies: [], experts: [] },
    });
    expect((await play.page()).from.map(({ field, name }) => `${field} from ${name}`)).toEqual(
      ALL.map((field) => `${field} from Sales`),
    );
    expect(await play.asked()).toContain("zoe");
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
    await approve(play, "zoe");
    expect((await play.look()).outcome).toContain("Approved");
  });

  test("what is its own stays its own, also where it is empty", async () => {
    const play = await aPartOfSales(["sensitivity"]);
    expect(await play.page()).toMatchObject({
      sensitivity: "pii",
      now: { owners: [{ id: play.ada.id }], experts: [] },
    });
    expect(await play.asked()).toContain("ada");
  });

  test("the form of a request shows the domain as it counts", async () => {
    const { rita } = await aPartOfSales();
    const listed = await rita.query(api.domains.queries.list, {});
    expect(listed.find(({ key }) => key === "orders")).toMatchObject({
      sensitivity: "pii",
      owners: [expect.any(String)],
    });
  });

  test("other owners above are other owners below: told, asked at once, and neither of the two decides", async () => {
    const play = await aPartOfSales();
    await play.change("sue", { ownerIds: [play.adam.id], deputyIds: [play.bob.id] }, play.salesId);
    expect((await play.open()).lines).toContainEqual({ field: "Also for", before: "", after: "Orders" });
    await play.confirm("gus");
    expect(await play.asked()).toContain("adam");
    expect(await play.noticesOf("adam")).toContain("You now decide about requests for Sales, Orders");
    expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
    const changes = await play.world.rows("dutyChanges");
    expect(changes.filter(({ domainKey }) => domainKey === "orders").at(-1)?.byIds).toEqual([play.sue.id, play.gus.id]);
  });
});

describe("[DD1] moving takes two people:", () => {
  test.each([
    ["to the top", { parentId: null, inherits: [] }],
    ["to what it takes", { inherits: ["owners", "deputies", "experts"] as InheritedField[] }],
  ])("%s", async (_, change) => {
    const play = await aPartOfSales();
    const people = "parentId" in change ? { ownerIds: [play.zoe.id], deputyIds: [play.cleo.id] } : {};
    expect(await play.change("gus", { ...change, ...people })).toMatchObject({ state: "proposed" });
    expect(await play.row()).toMatchObject({ parentId: play.salesId, inherits: ALL });
    await play.confirm("gwen");
    expect(await play.row()).toMatchObject({ inherits: change.inherits });
  });

  test("below one with less sensitivity", async () => {
    const play = await aPartOfSales();
    const open = await play.put({
      name: "Open data",
      sensitivity: "public",
      ownerIds: [play.ada.id],
      deputyIds: [play.bob.id],
    });
    expect(await play.change("gus", { parentId: open })).toMatchObject({ state: "proposed" });
    expect(await play.page()).toMatchObject({ sensitivity: "pii" });
  });

  test("[D2] not below its own part, by form", async () => {
    const play = await aPartOfSales();
    expect(await codeOf(play.change("sue", { parentId: play.domainId }, play.salesId))).toBe("invalid-form");
    expect(await codeOf(play.change("sue", { parentId: play.salesId }, play.salesId))).toBe("invalid-form");
  });

  test("[D2] two moves of one file make no circle together", async () => {
    const play = await anOrdersCase();
    await play.put({ name: "Sales", ownerIds: [play.zoe.id], deputyIds: [play.cleo.id] });
    expect(await codeOf(play.load("sue", "name,parent\nOrders,Sales\nSales,Orders\n"))).toBe("invalid-form");
  });

  test("[D4] not below one that nobody decides about, where its owners would come from there", async () => {
    const play = await anOrdersCase();
    const empty = await play.put({ name: "Empty", status: "draft" });
    expect(await codeOf(play.change("sue", { parentId: empty, inherits: ["owners"], ownerIds: [] }))).toBe(
      "invalid-form",
    );
  });
});

describe("[DD6] a business area owns a domain", () => {
  async function anAreaOwns() {
    const play = await anOrdersCase();
    const areaId = await play.world.run((ctx) =>
      ctx.db.insert("businessAreas", {
        name: "Trade",
        code: "TRA",
        costCentre: "1",
        ownerId: play.zoe.id,
        deputyId: play.cleo.id,
      }),
    );
    // The request is rita's own: as deputy she decides nothing about it.
    await play.change("sue", { ownerIds: [], ownerAreaIds: [areaId], deputyIds: [play.rita.id] });
    await play.confirm("gus");
    return { ...play, areaId };
  }

  test("by whoever is in charge of the area, who is asked at once", async () => {
    const play = await anAreaOwns();
    expect(await play.asked()).toContain("zoe");
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
    await approve(play, "zoe");
  });

  test("and when others are in charge of the area, they are asked, and whoever named them is not", async () => {
    const play = await anAreaOwns();
    await play.world.run(async (ctx) => {
      await ctx.db.patch(play.areaId, { ownerId: play.bob.id });
      await ctx.db.insert("dutyChanges", {
        areaId: play.areaId,
        byIds: [play.cleo.id],
        at: Date.now(),
        seatedUntil: 0,
      });
    });
    await play.settle();
    expect(await play.asked()).toContain("bob");
    expect(await codeOf(approve(play, "zoe"))).toBe("not-eligible");
    await play.world.run(async (ctx) => {
      await ctx.db.patch(play.areaId, { ownerId: play.cleo.id });
      await ctx.db.insert("dutyChanges", { areaId: play.areaId, byIds: [], at: Date.now(), seatedUntil: 0 });
    });
    await play.settle();
    expect(await play.asked()).not.toContain("cleo");
    expect(await codeOf(approve(play, "cleo"))).toBe("not-eligible");
  });

  test("its deputy decides while its owner is no longer active", async () => {
    const play = await anAreaOwns();
    await play.world.run((ctx) => ctx.db.patch(play.zoe.id, { status: "suspended" }));
    const page = await play.gus.query(api.domains.queries.get, { domainId: play.domainId });
    expect(page?.now.owners.map(({ id }) => id)).toEqual([play.cleo.id]);
  });

  test("not where the area was merged into another one", async () => {
    const play = await anOrdersCase();
    const area = (name: string, fields: object = {}) =>
      play.world.run((ctx) => ctx.db.insert("businessAreas", { name, code: name, costCentre: "", ...fields }));
    const into = await area("Into", { ownerId: play.zoe.id });
    const merged = await area("Merged", { mergedIntoId: into });
    expect(await codeOf(play.change("sue", { ownerAreaIds: [merged] }))).toBe("invalid-form");
  });
});
