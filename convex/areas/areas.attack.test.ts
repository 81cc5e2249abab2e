/** Somebody wants to decide about requests by owning an area, or to break the lists of areas and domains. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { RoleName } from "../access/roles";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const FORM = {
  saveKey: "form",
  name: "Logistics",
  code: "LOG",
  costCentre: "",
  deputyId: null,
  approverId: null,
  budget: null,
  reason: "",
};
const DOMAIN = {
  saveKey: "form",
  name: "Orders",
  description: "",
  sensitivity: "internal" as const,
  deputyIds: [],
  databases: [],
  readRoles: ["ORDERS_READ"],
  writeRoles: [],
};

test.each<RoleName>(["staff", "admin", "governance", "finops"])(
  "%s cannot make themselves owner of an area by any door",
  async (role) => {
    const world = await aWorld();
    const eve = await world.person("eve", { roles: ["staff", role] });
    const text = "code,name,owner\nLOG,Logistics,eve@ao.com\n";
    expect(await codeOf(eve.mutation(api.areas.mutations.save, { ...FORM, ownerId: eve.id }))).toBe("not-allowed");
    expect(await codeOf(eve.mutation(api.areas.mutations.importFile, { text, hash: "" }))).toBe("not-allowed");
    expect(await codeOf(eve.query(api.areas.queries.previewImport, { text }))).toBe("not-allowed");
    expect(await world.rows("businessAreas")).toEqual([]);
  },
);

describe.each(["suspended", "removed", "invited"] as const)("somebody %s", (status) => {
  test("is put in charge of nothing, by form or by file", async () => {
    const world = await aWorld();
    const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
    const gone = await world.person("gone", { status });
    for (const people of [{ ownerId: gone.id }, { ownerId: null, deputyId: gone.id }])
      expect(await codeOf(sue.mutation(api.areas.mutations.save, { ...FORM, ...people }))).toBe("invalid-form");
    for (const people of [{ ownerIds: [gone.id] }, { ownerIds: [], deputyIds: [gone.id] }])
      expect(await codeOf(sue.mutation(api.domains.mutations.save, { ...DOMAIN, ...people }))).toBe("invalid-form");
    expect(
      await codeOf(
        sue.mutation(api.areas.mutations.importFile, { text: "code,name,owner\nLOG,Logistics,gone@ao.com", hash: "" }),
      ),
    ).toBe("invalid-input");
    expect(
      await codeOf(
        sue.mutation(api.domains.mutations.importFile, {
          text: "name,sensitivity,owners\nOrders,internal,gone@ao.com",
          hash: "",
        }),
      ),
    ).toBe("invalid-input");
    expect([...(await world.rows("businessAreas")), ...(await world.rows("dataDomains"))]).toEqual([]);
  });
});

test("one human with two accounts is not owner and deputy", async () => {
  const world = await aWorld();
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  const [ada, twin] = [await world.person("ada"), await world.person("twin", { email: "ada+2@ao.com" })];
  expect(await codeOf(sue.mutation(api.areas.mutations.save, { ...FORM, ownerId: ada.id, deputyId: twin.id }))).toBe(
    "invalid-form",
  );
  expect(
    await codeOf(sue.mutation(api.domains.mutations.save, { ...DOMAIN, ownerIds: [ada.id], deputyIds: [twin.id] })),
  ).toBe("invalid-form");
});

test.each([
  ["a role that holds the account", "Orders,internal,accountadmin"],
  ["one in full-width letters", "Orders,internal,ＡＣＣＯＵＮＴＡＤＭＩＮ"],
  ["one in quotation marks", 'Orders,internal,"""SYSADMIN"""'],
  ["another domain's role", "Orders,internal,stock_read"],
  ["SQL for a role", "Orders,internal,X GRANT ALL"],
  ["a formula for a name", "@SUM(1),internal,ORDERS_READ"],
])("a domain does not get %s, by file or by form", async (_, row) => {
  const world = await aWorld();
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  await sue.mutation(api.domains.mutations.save, {
    ...DOMAIN,
    saveKey: "stock",
    name: "Stock",
    ownerIds: [sue.id],
    readRoles: ["STOCK_READ"],
  });
  const text = `name,sensitivity,read_roles\n${row}\n`;
  expect(await codeOf(sue.mutation(api.domains.mutations.importFile, { text, hash: "" }))).toBe("invalid-input");
  const [name = "", , role = ""] = row.split(",");
  expect(
    await codeOf(sue.mutation(api.domains.mutations.save, { ...DOMAIN, name, ownerIds: [], readRoles: [role] })),
  ).toBe("invalid-form");
  expect(await world.rows("dataDomains")).toHaveLength(1);
});
