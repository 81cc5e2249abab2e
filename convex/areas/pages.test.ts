import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aRequestInFlight } from "../domains/inFlight.testing";
import { endWorld } from "../testing/world.testing";

afterEach(endWorld);

test("the pages of an area and of a data domain tell the open request, and once it is done who holds what", async () => {
  const { world, person, request, approves, monitor } = await aRequestInFlight();
  const [logistics, pricing] = await world.rows("businessAreas");
  const products = (await world.rows("dataDomains")).find(({ key }) => key === "products");
  if (!logistics || !pricing || !products) throw new Error("The company has two areas and the domain");
  const areaOf = async (areaId: string) => await person("sue").query(api.areas.queries.get, { areaId });
  const domain = async () => await person("gus").query(api.domains.queries.get, { domainId: products._id });

  const asked = { key: "REQ-101", status: "Pending approval", by: "Ada Tester" };
  expect((await areaOf(logistics._id))?.requests).toMatchObject({ rows: [asked], hasMore: false });
  expect((await domain())?.requests).toMatchObject({ rows: [asked], hasMore: false });
  expect((await areaOf(logistics._id))?.people.rows.map(({ name }) => name)).toEqual([
    "Ada Tester",
    "Bea Tester",
    "Dora Tester",
    "Mona Tester",
    "Olga Tester",
  ]);
  expect((await areaOf(logistics._id))?.owner?.name).toBe("Olga Tester");
  for (const page of [await areaOf(logistics._id), await domain()]) expect(page?.grants.rows).toEqual([]);

  await approves("dora");
  await monitor();
  expect((await request()).status).toBe("Completed");
  const held = { requestKey: "REQ-101", holder: "Ada Tester" };
  for (const page of [await areaOf(logistics._id), await domain()]) {
    expect(page?.requests.rows).toEqual([]);
    expect(page?.grants).toMatchObject({ rows: [held], hasMore: false });
  }
  // Another area has none of it.
  const other = await areaOf(pricing._id);
  expect([other?.people.rows.map(({ name }) => name), other?.requests.rows, other?.grants.rows]).toEqual([
    ["Zoe Tester"],
    [],
    [],
  ]);
});
