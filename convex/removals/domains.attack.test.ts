/** Each data domain of somebody who leaves goes to whoever was named for it, and none is lost on the way (U15, D4). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { NOTHING_MORE } from "../core/domains/table";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany, reason } from "./removing.testing";

afterEach(endWorld);

/** Ada owns Orders, is deputy of Customers, an expert of Stock, and owns Prices through her area. */
async function aCompanyOfDomains() {
  const company = await aRemovingCompany();
  const { world, ada, gina } = company;
  const [bo, cy, di] = [await world.person("bo"), await world.person("cy"), await world.person("di")];
  const areaId = await company.anAreaOf(ada, di);
  const domain = (name: string, fields: Partial<Doc<"dataDomains">>) =>
    world.run((ctx) =>
      ctx.db.insert("dataDomains", {
        ...NOTHING_MORE,
        key: name.toLowerCase(),
        name,
        description: "",
        ownerIds: [],
        deputyIds: [],
        databases: [],
        roles: [],
        sensitivity: "internal",
        status: "active",
        updatedAt: 0,
        ...fields,
      }),
    );
  const orders = await domain("Orders", { ownerIds: [ada.id], deputyIds: [cy.id] });
  const customers = await domain("Customers", { ownerIds: [di.id], deputyIds: [ada.id] });
  const stock = await domain("Stock", { ownerIds: [di.id], deputyIds: [cy.id], expertIds: [ada.id] });
  const prices = await domain("Prices", { ownerAreaIds: [areaId], deputyIds: [cy.id] });
  const named = (successors: readonly (readonly [Doc<"dataDomains">["_id"], TestPerson])[]) =>
    successors.map(([domainId, { id: successorId }]) => ({ domainId, successorId }));
  const look = async (domainSuccessors: ReturnType<typeof named>, by = gina) =>
    await by.query(api.removals.queries.impact, { userEmail: "ada@ao.com", successorId: bo.id, domainSuccessors });
  const remove = async (domainSuccessors: ReturnType<typeof named>, shownHash?: string) => {
    await gina.stepUp();
    return await gina.mutation(api.removals.mutations.remove, {
      userEmail: "ada@ao.com",
      successorId: bo.id,
      domainSuccessors,
      reason,
      typed: "ada@ao.com",
      shownHash: shownHash ?? (await look(domainSuccessors))?.shownHash ?? "",
    });
  };
  const rehearse = async (domainSuccessors: ReturnType<typeof named>, successorId: string | undefined = bo.id) =>
    await gina.query(api.people.queries.rehearsal, { personId: ada.id, successorId, domainSuccessors });
  const row = async (id: Doc<"dataDomains">["_id"]) =>
    (await world.rows("dataDomains")).find((one) => one._id === id) ?? null;
  return { ...company, bo, cy, di, orders, customers, stock, prices, named, look, remove, rehearse, domainOf: row };
}

describe("a rehearsal names each data domain somebody stands in [U8]", () => {
  test("as owner, deputy or expert, themselves or through an area, and what it would lack", async () => {
    const { gina, ada, orders } = await aCompanyOfDomains();
    const found = await gina.query(api.people.queries.rehearsal, { personId: ada.id });
    expect(found?.domains).toEqual([
      expect.objectContaining({ name: "Customers", places: ["Deputy"], isNamed: true, without: "deputy" }),
      expect.objectContaining({ domainId: orders, places: ["Owner"], isNamed: true, without: "owner" }),
      // Its area has a deputy, who decides then.
      expect.objectContaining({ name: "Prices", places: ["Owner through Pricing"], isNamed: false, without: null }),
      expect.objectContaining({ name: "Stock", places: ["Expert"], isNamed: true, without: null }),
    ]);
  });

  test("with who would take each over, and which a successor would not save", async () => {
    const { rehearse, named, orders, customers, cy, di } = await aCompanyOfDomains();
    const tried = await rehearse(named([[customers, cy]]));
    expect(tried?.domains.map(({ name, note, without }) => [name, note, without])).toEqual([
      ["Customers", "goes to Cy Tester", null],
      ["Orders", "goes to Bo Tester", null],
      ["Prices", "goes with the business area", null],
      ["Stock", "goes to Bo Tester", null],
    ]);
    // Who is its deputy, or its owner, is no second one.
    const twice = await rehearse(
      named([
        [orders, cy],
        [customers, di],
      ]),
    );
    expect(twice?.domains.flatMap(({ name, without }) => (without ? [[name, without]] : []))).toEqual([
      ["Customers", "deputy"],
      ["Orders", "deputy"],
    ]);
  });

  test("and says of whoever is tried for one domain why they cannot", async () => {
    const { world, rehearse, named, orders } = await aCompanyOfDomains();
    const gone = await world.person("gone", { status: "suspended" });
    expect((await rehearse(named([[orders, gone]])))?.whyNotSuccessor).toBe(
      "Gone Tester is not active, so they cannot take anything over.",
    );
  });
});

describe("a departure hands on [U15]", () => {
  test("each domain to whoever was named for it, the rest to the successor; all of them see it before", async () => {
    const { world, sam, ada, bo, cy, di, orders, customers, stock, named, look, remove, confirm, domainOf } =
      await aCompanyOfDomains();
    const successors = named([[customers, cy]]);
    expect((await look(successors))?.lines).toEqual(
      expect.arrayContaining([
        { field: "Data domains", before: "Orders, Stock", after: "Bo Tester" },
        { field: "Data domain Customers", before: "Ada Tester", after: "Cy Tester" },
      ]),
    );
    await remove(successors);
    expect((await world.rows("proposals"))[0]).toMatchObject({ partyIds: [ada.id, bo.id, cy.id] });
    await confirm(sam);
    expect(await domainOf(orders)).toMatchObject({ ownerIds: [bo.id], deputyIds: [cy.id] });
    expect(await domainOf(customers)).toMatchObject({ ownerIds: [di.id], deputyIds: [cy.id] });
    expect(await domainOf(stock)).toMatchObject({ ownerIds: [di.id], deputyIds: [cy.id], expertIds: [bo.id] });
    expect((await world.rows("removals"))[0]).toMatchObject({ successorId: bo.id, domainSuccessors: successors });
  });

  test("no domain to somebody who leaves it without the owner or deputy it has [D4]", async () => {
    const { ada, orders, customers, cy, di, named, look, remove, row, domainOf } = await aCompanyOfDomains();
    for (const [id, successor, name] of [
      [orders, cy, "Orders"],
      [customers, di, "Customers"],
    ] as const) {
      const before = await domainOf(id);
      expect((await look(named([[id, successor]])))?.whyNot).toMatchObject({
        message: expect.stringContaining(`${name} would be left without an active deputy`),
      });
      expect(await codeOf(remove(named([[id, successor]])))).toBe("not-eligible");
      expect(await domainOf(id)).toEqual(before);
    }
    expect(await row(ada)).toMatchObject({ status: "active" });
  });

  test("nothing where one of those named was suspended before it was confirmed: all stays as it was", async () => {
    const { world, sam, ada, cy, orders, customers, named, remove, confirm, row, domainOf } = await aCompanyOfDomains();
    await remove(named([[customers, cy]]));
    const before = [await domainOf(orders), await domainOf(customers)];
    await world.run((ctx) => ctx.db.patch(cy.id, { status: "suspended" }));
    expect(await codeOf(confirm(sam))).toBe("not-eligible");
    expect([await domainOf(orders), await domainOf(customers)]).toEqual(before);
    expect(await row(ada)).toMatchObject({ status: "active" });
  });

  test("to nobody but those who were shown", async () => {
    const { customers, cy, named, look, remove } = await aCompanyOfDomains();
    const shownHash = (await look([]))?.shownHash ?? "";
    expect(await codeOf(remove(named([[customers, cy]]), shownHash))).toBe("changed-meanwhile");
  });

  test("no domain they do not stand in, and no domain named for the one who takes it all the same", async () => {
    const { bo, cy, prices, orders, named, look } = await aCompanyOfDomains();
    const plain = await look([]);
    expect(await look(named([[prices, cy]]))).toEqual(plain);
    expect(await look(named([[orders, bo]]))).toEqual(plain);
  });
});
