/** The demo's own Collate, linked from the demo world and read by the real connector. */

import { afterEach, expect, onTestFinished, test } from "vitest";
import { internal } from "../../convex/_generated/api";
import { DAWN, endWorld } from "../../convex/testing/world.testing.ts";
import { CATALOGUED } from "../../demo/world/catalogued.ts";
import { aDemoWorld, demoFunctions } from "../../demo/world/world.testing.ts";
import type { Backend } from "../backend/port.ts";
import { startDemoCollate } from "./collate.ts";

afterEach(endWorld);

async function aDemo() {
  const demo = await startDemoCollate();
  onTestFinished(() => demo.close());
  const world = await aDemoWorld(undefined, { PORTAL_DEMO: "1", ...demo.settings });
  await world.internal(demoFunctions.seed.fill, { history: 0, now: DAWN });
  const done: string[] = [];
  const backend: Pick<Backend, "mutation" | "action"> = {
    mutation: async (path) => {
      done.push(path);
      return await world.internal(demoFunctions.catalogue.link, {});
    },
    action: async (path) => {
      done.push(path);
      return await world.internalAction(internal.domains.actions.readLinked, {});
    },
  };
  const domain = async (wanted: string) => (await world.rows("dataDomains")).find(({ key }) => key === wanted);
  return { demo, world, backend, domain, done };
}

test("a new demo world has one domain that follows Collate, as the connector read it, and a part below that does not", async () => {
  const { demo, world, backend, domain, done } = await aDemo();
  await demo.link(backend, true);
  expect(done).toEqual(["demo/catalogue:link", "domains/actions:readLinked"]);
  const purchasing = await domain("purchasing");
  expect(purchasing).toMatchObject({
    description: CATALOGUED.description,
    catalogue: { fullName: "Buying.Purchasing", leads: ["description"] },
  });
  const [reading, ...others] = await world.rows("catalogueReadings");
  expect(others).toEqual([]);
  expect(reading).toMatchObject({
    domainId: purchasing?._id,
    isOpen: false,
    read: { at: DAWN, owners: [{ name: "Buying team" }], experts: [{ name: "Marcus Reid" }] },
  });
  const marcus = (await world.rows("people")).find(({ email }) => email === "marcus.reid@ao.com");
  expect(reading?.read?.experts[0]?.personId).toBe(marcus?._id);
  const suppliers = await domain("suppliers");
  expect(suppliers?.parentId).toBe(purchasing?._id);
  expect(suppliers).not.toHaveProperty("catalogue");
});

test("a demo that is there already keeps its links, and linking twice links once", async () => {
  const { demo, world, backend, done } = await aDemo();
  await demo.link(backend, false);
  expect(done).toEqual([]);
  await demo.link(backend, true);
  await demo.link(backend, true);
  const events = (await world.rows("auditEvents")).map(({ action }) => action);
  expect(events.filter((action) => action === "domain.linked")).toHaveLength(1);
  expect(await world.rows("catalogueReadings")).toHaveLength(1);
});
