/** Somebody decides about a data domain by changing who owns it or what it is, or after they own it no more. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { approve } from "../approvals/approvals.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

afterEach(endWorld);

type Play = Awaited<ReturnType<typeof anOrdersCase>>;

describe("[DD1] what is open changes by the word of two people:", () => {
  const grave: [string, (play: Play) => Parameters<Play["change"]>[1]][] = [
    ["another owner", ({ zoe }) => ({ ownerIds: [zoe.id] })],
    ["another deputy", ({ zoe }) => ({ deputyIds: [zoe.id] })],
    ["less sensitivity", () => ({ sensitivity: "public" })],
    ["another role", () => ({ readRoles: ["ORDERS_ALL"] })],
    ["a reading role that writes", () => ({ readRoles: [], writeRoles: ["ORDERS_READ"] })],
    ["another database", () => ({ databases: ["FINANCE"] })],
  ];
  test.each(grave)("%s", async (_, changeOf) => {
    const play = await anOrdersCase({ roles: [{ name: "ORDERS_READ", level: "read", description: "Read" }] });
    const before = await play.row();
    for (const by of ["sue", "gus"] as const) {
      expect(await play.change(by, changeOf(play))).toMatchObject({ state: "proposed" });
      expect(await play.row()).toEqual(before);
      await play.people[by].mutation(api.proposals.mutations.withdraw, { proposalId: (await play.open())._id });
    }
    await play.change("gus", changeOf(play));
    await play.confirm("gwen");
    expect(await play.row()).not.toEqual(before);
  });

  test("and by file, which waits as a whole", async () => {
    const play = await anOrdersCase();
    const text = "name,sensitivity,owners,deputies\nOrders,,zoe@ao.com,\nStock,internal,,\n";
    expect(await play.load("sue", text)).toMatchObject({ state: "proposed" });
    expect(await play.world.rows("dataDomains")).toMatchObject([{ ownerIds: [play.ada.id] }]);
    await play.confirm("gus");
    expect(await play.world.rows("dataDomains")).toMatchObject([{ ownerIds: [play.zoe.id] }, { name: "Stock" }]);
  });

  test("words, type, experts, products and more sensitivity need one", async () => {
    const play = await anOrdersCase();
    const change = {
      description: "Lines, too",
      type: "aggregate" as const,
      expertIds: [play.zoe.id],
      products: ["Sales report"],
    };
    expect(await play.change("gus", { ...change, sensitivity: "pii" })).toMatchObject({ state: "done" });
    expect(await play.row()).toMatchObject({ ...change, sensitivity: "pii" });
    await play.change("gus", { type: null });
    expect(await play.row()).not.toHaveProperty("type");
  });

  test("what its type becomes is read by the second person", async () => {
    const play = await anOrdersCase({ type: "source" });
    await play.change("gus", { ownerIds: [play.zoe.id], type: "consumer" });
    const proposal = await play.open();
    expect(proposal.lines).toContainEqual({ field: "Type", before: "Source-aligned", after: "Consumer-aligned" });
    await play.confirm("gwen");
    expect(await play.row()).toMatchObject({ ownerIds: [play.zoe.id], type: "consumer" });
  });
});

describe("[DD2] the second person is nobody in the change:", () => {
  test.each([
    ["whoever comes in", "zoe"],
    ["whoever goes out", "ada"],
    ["a deputy who stays", "bob"],
  ] as const)("not %s", async (_, name) => {
    const play = await anOrdersCase();
    await play.world.run((ctx) => ctx.db.patch(play[name].id, { roles: ["staff", "governance"] }));
    await play.change("gus", { ownerIds: [play.zoe.id] });
    expect(await codeOf(play.confirm(name))).toBe("not-eligible");
    await play.confirm("gwen");
    expect(await play.row()).toMatchObject({ ownerIds: [play.zoe.id] });
  });

  test("not the proposer by another account of the same mailbox", async () => {
    const play = await anOrdersCase();
    const twin = await play.world.person("twin", { email: "gus+2@ao.com", roles: ["staff", "governance"] });
    await play.change("gus", { ownerIds: [play.zoe.id] });
    const { _id, shownHash } = await play.open();
    await twin.stepUp();
    expect(await codeOf(twin.mutation(api.proposals.mutations.confirm, { proposalId: _id, shownHash }))).toBe(
      "not-eligible",
    );
  });
});

test("[DD3] what was shown and is not so any more is not confirmed", async () => {
  const play = await anOrdersCase();
  await play.change("gus", { ownerIds: [play.zoe.id] });
  await play.change("sue", { description: "Meanwhile" }).catch(() => undefined);
  await play.world.run((ctx) => ctx.db.patch(play.domainId, { description: "Meanwhile", updatedAt: 5 }));
  expect(await codeOf(play.confirm("gwen"))).toBe("changed-meanwhile");
  expect(await play.row()).toMatchObject({ ownerIds: [play.ada.id] });
});

test("[DD3] a form about a domain that changed since is refused", async () => {
  const play = await anOrdersCase();
  expect(await codeOf(play.change("gus", { shownAt: 1, description: "Mine" }))).toBe("changed-meanwhile");
});

describe("[D4] an open domain keeps", () => {
  test.each([
    ["an owner", { ownerIds: [] }],
    ["a deputy", { deputyIds: [] }],
  ])("%s", async (_, change) => {
    const play = await anOrdersCase();
    expect(await codeOf(play.change("sue", change))).toBe("invalid-form");
    expect(await play.world.rows("proposals")).toEqual([]);
  });

  test("who left is no reason to refuse another change", async () => {
    const play = await anOrdersCase();
    await play.world.run((ctx) => ctx.db.patch(play.ada.id, { status: "removed" }));
    expect(await play.change("gus", { description: "Orders and lines" })).toMatchObject({ state: "done" });
  });
});

describe("those in charge", () => {
  test("propose about their own domain, and governance confirms", async () => {
    const play = await anOrdersCase();
    expect(await play.change("ada", { description: "As I see it" })).toMatchObject({ state: "proposed" });
    expect(await play.row()).toMatchObject({ description: "" });
    await play.confirm("gus");
    expect(await play.row()).toMatchObject({ description: "As I see it" });
  });

  test("take their proposal back, and nobody else's", async () => {
    const play = await anOrdersCase();
    const { withdrawProposal } = api.domains.mutations;
    await play.change("ada", { description: "As I see it" });
    expect(await codeOf(play.bob.mutation(withdrawProposal, { domainId: play.domainId }))).toBe("not-eligible");
    await play.ada.mutation(withdrawProposal, { domainId: play.domainId });
    expect(await play.world.rows("proposals")).toMatchObject([{ state: "withdrawn" }]);
  });

  test("of one domain neither see nor change another one; to staff it is not there", async () => {
    const play = await anOrdersCase();
    const stock = await play.put({ name: "Stock", ownerIds: [play.zoe.id], status: "draft", databases: ["WEB"] });
    await play.put({ name: "Web", databases: ["WEB"] });
    const { shared } = api.domains.queries;
    expect(await play.gus.query(shared, { domainId: stock })).toMatchObject([{ name: "WEB", others: ["Web"] }]);
    for (const person of [play.ada, play.rita]) {
      expect(await person.query(shared, { domainId: stock })).toEqual([]);
      expect(await person.query(api.domains.queries.get, { domainId: stock })).toBeNull();
      expect(await person.query(api.domains.queries.get, { domainId: "nothing" })).toBeNull();
    }
    expect(await codeOf(play.change("ada", { description: "Mine" }, stock))).toBe("not-found");
    expect(await codeOf(play.move("ada", "active", stock))).toBe("not-found");
    expect(await codeOf(play.ada.mutation(api.domains.mutations.withdrawProposal, { domainId: stock }))).toBe(
      "not-found",
    );
    expect(await play.ada.query(api.domains.queries.get, { domainId: play.domainId })).toMatchObject({
      name: "Orders",
    });
  });

  test("make no domain", async () => {
    const { ada } = await anOrdersCase();
    const none = { ownerIds: [ada.id], deputyIds: [], databases: [], readRoles: ["ALL_READ"], writeRoles: [] };
    const form = { saveKey: "new", name: "All", description: "", sensitivity: "public" as const, ...none };
    expect(await codeOf(ada.mutation(api.domains.mutations.save, form))).toBe("not-allowed");
  });
});

describe("what is open is decided by whoever owns the domain now (B4):", () => {
  test("at once and without the clock, by form", async () => {
    const play = await anOrdersCase();
    await play.change("sue", { ownerIds: [play.zoe.id], deputyIds: [play.cleo.id] });
    await play.confirm("gus");
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
    expect(await play.asked()).toContain("zoe");
    await approve(play, "zoe");
    expect((await play.look()).outcome).toContain("Approved");
  });

  test("by file", async () => {
    const play = await anOrdersCase();
    await play.load("sue", "name,owners\nOrders,zoe@ao.com\n");
    await play.confirm("gus");
    expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
    expect(await play.asked()).toContain("zoe");
  });

  test("neither of the two who changed it decides (B1)", async () => {
    const play = await anOrdersCase();
    await play.change("sue", { ownerIds: [play.zoe.id] });
    await play.confirm("sam");
    await play.world.run((ctx) => ctx.db.patch(play.domainId, { ownerIds: [play.sue.id, play.sam.id] }));
    await play.world.run((ctx) =>
      ctx.db.insert("dutyChanges", { domainKey: "orders", byIds: [], at: Date.now(), seatedUntil: 0 }),
    );
    await play.settle();
    for (const name of ["sue", "sam"] as const) expect(await codeOf(approve(play, name))).toBe("not-eligible");
  });

  test("old and new owner are told", async () => {
    const play = await anOrdersCase();
    await play.change("gus", { ownerIds: [play.zoe.id] });
    await play.confirm("gwen");
    expect(await play.noticesOf("ada")).toContain("You no longer decide about requests for Orders");
    expect(await play.noticesOf("zoe")).toContain("You now decide about requests for Orders");
  });
});

describe("[DD1] who decides later is who decides, though it is the same person today:", () => {
  /** Sales is ada's and bob's as well, and so is the area Trade. */
  async function aSecondPlace(inSales: boolean) {
    const play = await anOrdersCase();
    const people = { ownerIds: [play.ada.id], deputyIds: [play.bob.id] };
    const salesId = await play.put({ name: "Sales", ...people });
    const areaId = await play.world.run((ctx) =>
      ctx.db.insert("businessAreas", { name: "Trade", code: "TRA", costCentre: "1", ownerId: play.ada.id }),
    );
    if (inSales) await play.world.run((ctx) => ctx.db.patch(play.domainId, { parentId: salesId }));
    return { ...play, salesId, areaId };
  }

  test("another place takes two, though nothing is taken from there", async () => {
    const play = await aSecondPlace(false);
    expect(await play.change("gus", { parentId: play.salesId })).toMatchObject({ state: "proposed" });
  });

  test("so does taking the owners from above", async () => {
    const play = await aSecondPlace(true);
    expect(await play.change("gus", { inherits: ["owners"], ownerIds: [] })).toMatchObject({ state: "proposed" });
  });

  test("and a business area in the place of its owner", async () => {
    const play = await aSecondPlace(false);
    const change = { ownerIds: [], ownerAreaIds: [play.areaId] };
    expect(await play.change("gus", change)).toMatchObject({ state: "proposed" });
  });
});
