/** Somebody decides about a data domain by changing who owns it, or after they own it no more. */

import { afterEach, expect, test } from "vitest";
import { codeOf, DAWN, endWorld } from "../../e2e/support/functions-world";
import { api } from "../_generated/api";
import { aCase, approve } from "../approvals/approvals.testing";

afterEach(endWorld);

/** Ada owns Orders and bob is her deputy; rita's request for ben waits for the owners. */
async function anOrdersCase() {
  const play = await aCase({
    steps: [{ rule: { kind: "domainOwner", field: "domain" }, fallback: { kind: "role", role: "superAdmin" } }],
    form: { domain: "orders" },
  });
  const { world, ada, bob, zoe, sue, tick } = play;
  const domain = {
    key: "orders",
    name: "Orders",
    description: "",
    ownerIds: [ada.id],
    deputyIds: [bob.id],
    databases: [],
    roles: [],
    sensitivity: "internal" as const,
    status: "active" as const,
    updatedAt: DAWN,
  };
  const domainId = await world.run(async (ctx) => {
    const id = await ctx.db.insert("dataDomains", domain);
    await ctx.db.patch(play.requestId, { domainKey: "orders" });
    await ctx.db.insert("dutyChanges", { domainKey: "orders", byIds: [], at: 0, seatedUntil: 0 });
    return id;
  });
  await tick();
  await world.run(async (ctx) => {
    for (const seat of await ctx.db.query("approvalSeats").collect())
      if (seat.personId === sue.id || seat.personId === play.sam.id) await ctx.db.delete(seat._id);
  });
  const own = async (ownerId: typeof ada.id) => {
    const shownAt = (await world.rows("dataDomains"))[0]?.updatedAt ?? 0;
    await sue.mutation(api.domains.mutations.save, {
      domainId,
      shownAt,
      saveKey: "form",
      name: "Orders",
      description: "",
      sensitivity: "internal",
      ownerIds: [ownerId],
      deputyIds: [],
      databases: [],
      readRoles: [],
      writeRoles: [],
    });
  };
  const load = async (owner: string) => {
    const text = `name,sensitivity,owners,deputies\nOrders,internal,${owner},\n`;
    const { hash } = await sue.query(api.domains.queries.previewImport, { text });
    await sue.mutation(api.domains.mutations.importFile, { text, hash });
  };
  return { ...play, zoe, own, load };
}

test("what is open is decided by whoever owns the domain now (B4), by form, at once and without the clock", async () => {
  const play = await anOrdersCase();
  await play.own(play.zoe.id);
  expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
  await play.world.advance(0);
  expect((await play.look()).asked).toContain("zoe");
  await approve(play, "zoe");
  expect((await play.look()).outcome).toContain("Approved");
});

test("and by file", async () => {
  const play = await anOrdersCase();
  await play.load("zoe@ao.com");
  await play.world.advance(0);
  expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
  expect((await play.look()).asked).toContain("zoe");
});

test("whoever changed the owners decides about nothing that was open (B1), as owner or by the fallback", async () => {
  const play = await anOrdersCase();
  await play.own(play.sue.id);
  await play.world.advance(0);
  expect((await play.look()).asked).not.toContain("sue");
  expect((await play.look()).asked).toContain("sam");
  expect(await codeOf(approve(play, "sue"))).toBe("not-eligible");
});
