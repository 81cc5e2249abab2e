/** The certificate of a removal: whose word it was and who took over, for those who see its request (U14). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { submitted } from "../process/requests.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany, reason } from "./removing.testing";

afterEach(endWorld);

/** Ada owned an area, so two people removed her; Bo took over, and Cy her tasks. */
async function aRemovalByTwo() {
  const company = await aRemovingCompany();
  const { world, gina, sam, ada, remove, confirm, anAreaOf, requestOf } = company;
  const [bo, cy] = [await world.person("bo"), await world.person("cy")];
  await anAreaOf(ada);
  await remove(gina, ada, bo, { successors: { tasks: cy.id } });
  await confirm(sam);
  await world.advance(0);
  const keyOf = async (typeId: string) => (await requestOf(typeId))?.key ?? "none";
  const behind = async (by: TestPerson, typeId = "portal-removal") =>
    await by.query(api.removals.queries.behind, { request: await keyOf(typeId) });
  return { ...company, bo, cy, keyOf, behind };
}

describe("the request that carries a removal out", () => {
  test("says who was removed, by whom, why, and who took what over", async () => {
    const { world, gina, behind } = await aRemovalByTwo();
    expect(await behind(gina)).toEqual({
      ...{ name: "Ada Tester", email: "ada@ao.com", at: world.now(), reason },
      ...{ by: "Gina Tester", confirmedBy: "Sam Tester" },
      ...{ successor: "Bo Tester", successors: [{ kind: "Tasks", name: "Cy Tester" }] },
      restored: null,
    });
  });

  test("and the one that takes it back, who was restored, by whom and why", async () => {
    const { world, una, ada, restore, behind, reason: restoreReason } = await aRemovalByTwo();
    await restore(una, ada);
    await world.advance(0);
    const restored = { at: world.now(), by: "Una Tester", reason: restoreReason };
    expect(await behind(una)).toMatchObject({ name: "Ada Tester", by: "Gina Tester", restored });
    expect(await behind(una, "portal-restore")).toEqual(await behind(una));
  });

  test("says nothing to whoever does not see the request, and nothing of any other request", async () => {
    const { world, cy, sam, behind } = await aRemovalByTwo();
    expect(await codeOf(behind(cy))).toBe("not-found");
    const { key } = await world.run((ctx) => submitted(ctx, cy.id, [{ type: "manual_check" }]));
    expect(await sam.query(api.removals.queries.behind, { request: key })).toBeNull();
    expect(await world.rows("removals")).toHaveLength(1);
  });
});

describe("the page of whoever was removed", () => {
  test("says when and by whom, and leads to the request for those who oversee it; once restored it says nothing", async () => {
    const { world, gina, adam, sam, una, ada, restore, keyOf } = await aRemovalByTwo();
    const removed = async (by: TestPerson) =>
      (await by.query(api.people.queries.get, { personId: ada.id }))?.removed ?? null;
    const said = { at: world.now(), by: "Gina Tester" };
    expect(await removed(sam)).toEqual({ ...said, requestKey: await keyOf("portal-removal") });
    expect(await removed(adam)).toMatchObject(said);
    expect(await removed(gina)).toMatchObject(said);
    await restore(una, ada);
    expect(await removed(sam)).toBeNull();
  });
});

describe("the list of those who can be restored", () => {
  test("leads to the certificate, and only those who see it", async () => {
    const { world, gina, sam, keyOf } = await aRemovalByTwo();
    const gwen = await world.person("gwen", { roles: ["staff", "governance"] });
    const listed = async (by: TestPerson) => (await by.query(api.removals.queries.restorable, {}))[0]?.requestKey;
    expect(await listed(gina)).toBe(await keyOf("portal-removal"));
    expect(await listed(sam)).toBe(await keyOf("portal-removal"));
    expect(await listed(gwen)).toBeNull();
  });
});
