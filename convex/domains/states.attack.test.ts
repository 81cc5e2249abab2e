/** Somebody opens, closes or archives a data domain alone, unseen, or while something hangs on it. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DOMAIN_FILE_SUBJECT } from "../core/proposals/rules";
import { PAGES } from "../site/pages";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

afterEach(endWorld);

const NEW = {
  name: "Stock",
  description: "",
  sensitivity: "internal" as const,
  databases: [],
  readRoles: ["STOCK_READ"],
  writeRoles: [],
};

/** A draft with an owner and a deputy. */
async function aDraft() {
  const play = await anOrdersCase();
  const stock = await play.put({ name: "Stock", status: "draft", ownerIds: [play.zoe.id], deputyIds: [play.cleo.id] });
  const page = async (who = play.gus) => await who.query(api.domains.queries.get, { domainId: stock });
  return { ...play, stock, page };
}

describe("[DD4] a draft is opened", () => {
  test("by two people of data governance, is in review meanwhile, and can be asked for then", async () => {
    const { move, confirm, stock, page, ada, row } = await aDraft();
    const offered = async () => (await ada.query(api.domains.queries.list, {})).map(({ key }) => key);
    expect(await move("gus", "active", stock)).toMatchObject({ state: "proposed" });
    expect(await page()).toMatchObject({ status: "inReview" });
    expect(await offered()).toEqual(["orders"]);
    await confirm("gwen");
    expect(await row(stock)).toMatchObject({ status: "active" });
    expect(await offered()).toEqual(["orders", "stock"]);
  });

  test("by a file of this domain alone: the proposal waits where every governance person finds it", async () => {
    const { world, gus, gwen, confirm } = await aDraft();
    const text = "name,owners,deputies,sensitivity,read_roles\nReturns,zoe@ao.com,cleo@ao.com,internal,RETURNS_READ\n";
    const { hash } = await gus.query(api.domains.queries.previewImport, { text });
    await gus.stepUp();
    expect(await gus.mutation(api.domains.mutations.importFile, { text, hash })).toMatchObject({ state: "proposed" });
    const [proposal] = await gwen.query(api.proposals.queries.about, { subjectId: DOMAIN_FILE_SUBJECT });
    expect(proposal).toMatchObject({ state: "open" });
    const tos = (await world.rows("notifications"))
      .map(({ to }) => to)
      .filter((to) => to.startsWith("/governance/data"));
    expect(new Set(tos)).toEqual(new Set([PAGES.dataDomains.path]));
    await confirm("gwen");
    expect((await world.rows("dataDomains")).find(({ name }) => name === "Returns")).toMatchObject({
      status: "active",
    });
  });

  test.each(["gus", "sue"] as const)("by nobody alone: not %s", async (name) => {
    const { move, confirm, stock, row } = await aDraft();
    await move(name, "active", stock);
    expect(await codeOf(confirm(name))).toBe("not-eligible");
    expect(await row(stock)).toMatchObject({ status: "draft" });
  });

  test("not with the word of its owner as the second", async () => {
    const { move, confirm, stock, zoe, world, row } = await aDraft();
    await world.run((ctx) => ctx.db.patch(zoe.id, { roles: ["staff", "governance"] }));
    await move("gus", "active", stock);
    expect(await codeOf(confirm("zoe"))).toBe("not-eligible");
    expect(await row(stock)).toMatchObject({ status: "draft" });
  });

  test("and not once the second person refused: it is a draft again, is offered nowhere, and can be proposed anew", async () => {
    const { move, confirm, stock, page, row, world, ada, gus, gwen } = await aDraft();
    await move("gus", "active", stock);
    const [proposal] = await world.rows("proposals");
    if (!proposal) throw new Error("Nothing was proposed");
    const refused = { proposalId: proposal._id, reason: "No source yet" };
    expect(await codeOf(gus.mutation(api.proposals.mutations.decline, refused))).toBe("not-eligible");
    await gwen.mutation(api.proposals.mutations.decline, refused);
    expect(await page()).toMatchObject({ status: "draft" });
    expect((await ada.query(api.domains.queries.list, {})).map(({ key }) => key)).toEqual(["orders"]);
    expect(await move("gus", "active", stock)).toMatchObject({ state: "proposed" });
    await confirm("gwen");
    expect(await row(stock)).toMatchObject({ status: "active" });
  });

  test("as it was shown: a draft that changed meanwhile is not", async () => {
    const { move, confirm, change, stock, row, ada } = await aDraft();
    await move("gus", "active", stock);
    await change("gus", { ownerIds: [ada.id] }, stock);
    expect(await codeOf(confirm("gwen"))).toBe("changed-meanwhile");
    expect(await row(stock)).toMatchObject({ status: "draft" });
  });

  test("by file no other way", async () => {
    const { load, confirm, world } = await aDraft();
    const text = "name,sensitivity,owners,deputies\nCosts,internal,ada@ao.com,bob@ao.com\n";
    expect(await load("sue", text)).toMatchObject({ state: "proposed" });
    expect((await world.rows("dataDomains")).map(({ name }) => name)).not.toContain("Costs");
    await confirm("gwen");
    expect((await world.rows("dataDomains")).find(({ name }) => name === "Costs")).toMatchObject({ status: "active" });
  });

  test("by a save never, however complete it is", async () => {
    const { sue, zoe, cleo, world } = await aDraft();
    const people = { ownerIds: [zoe.id], deputyIds: [cleo.id] };
    await sue.mutation(api.domains.mutations.save, { ...NEW, ...people, name: "Costs", saveKey: "new" });
    expect((await world.rows("dataDomains")).find(({ name }) => name === "Costs")).toMatchObject({ status: "draft" });
  });
});

describe("whoever is alone in a new portal", () => {
  test("opens a domain alone, with an owner and without a deputy, as long as no request names it", async () => {
    const world = await aWorld();
    const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
    const form = { ...NEW, saveKey: "new", ownerIds: [sue.id], deputyIds: [] };
    expect(await sue.mutation(api.domains.mutations.save, form)).toMatchObject({ state: "done" });
    expect(await world.rows("dataDomains")).toMatchObject([{ status: "active" }]);
  });

  test.each(["superAdmin", "governance", "admin"] as const)("is not alone beside somebody with %s", async (role) => {
    const world = await aWorld();
    const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
    await world.person("twin", { email: "sue+2@ao.com", roles: ["staff", role] });
    const form = { ...NEW, ownerIds: [sue.id], deputyIds: [] };
    await sue.mutation(api.domains.mutations.save, { ...form, saveKey: "one" });
    expect(await world.rows("dataDomains")).toMatchObject([{ status: "active" }]);
    await world.person("other", { roles: ["staff", role] });
    await sue.mutation(api.domains.mutations.save, { ...form, name: "Costs", readRoles: [], saveKey: "two" });
    expect((await world.rows("dataDomains")).map(({ status }) => status)).toEqual(["active", "draft"]);
  });
});

test("[D1] whoever is alone waits a day with what a request names, and is not asked for a second person", async () => {
  const play = await anOrdersCase();
  const others = Object.entries(play.people).filter(([name]) => name !== "sue");
  await play.world.run(async (ctx) => {
    for (const [, { id }] of others)
      await ctx.db.patch(id, { roles: ["staff"], isSuperAdmin: false, isElevated: false });
  });
  expect(await play.move("sue", "deprecated")).toMatchObject({ state: "proposed", appliesAt: expect.any(Number) });
  await play.sue.mutation(api.domains.mutations.withdrawProposal, { domainId: play.domainId });
  const other = { ownerIds: [play.zoe.id] };
  expect(await play.change("sue", other)).toMatchObject({ state: "proposed", appliesAt: expect.any(Number) });
});

describe("[D3] the archive", () => {
  test("takes nothing that a request is open about, and looks again when it is confirmed", async () => {
    const play = await anOrdersCase({ status: "deprecated" });
    expect(await codeOf(play.move("gus", "archived"))).toBe("not-eligible");
    await play.world.run((ctx) => ctx.db.patch(play.requestId, { status: "Completed" }));
    expect(await play.move("gus", "archived")).toMatchObject({ state: "proposed" });
    await play.world.run((ctx) => ctx.db.patch(play.requestId, { status: "In progress" }));
    expect(await codeOf(play.confirm("gwen"))).toBe("not-eligible");
    await play.world.run((ctx) => ctx.db.patch(play.requestId, { status: "Completed" }));
    await play.confirm("gwen");
    expect(await play.row()).toMatchObject({ status: "archived" });
    expect(await codeOf(play.change("sue", { description: "Again" }))).toBe("not-eligible");
  });

  test("keeps the name: another domain does not get it, nor one that looks the same", async () => {
    const play = await anOrdersCase({ status: "archived" });
    for (const name of ["Orders", "оrders"]) {
      const form = { ...NEW, name, saveKey: name, ownerIds: [], deputyIds: [] };
      expect(await codeOf(play.sue.mutation(api.domains.mutations.save, form))).toBe("invalid-form");
    }
  });
});
