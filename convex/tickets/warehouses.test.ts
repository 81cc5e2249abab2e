/** The form for a ticket says how a warehouse was, with when that was read, and nothing that is too old to say. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { WarehouseState } from "../core/services/table";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

const { keepWarehouses, warehousesNotRead } = internal.services.internal;
const ASLEEP = { name: "WH_LOG", state: "SUSPENDED", size: "Medium", running: 0, queued: 0, doesResume: true };

async function scene() {
  const support = await aSupport();
  const { world, ada } = support;
  await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "ADA" }));
  return {
    ...support,
    keep: (change: Partial<WarehouseState> = {}, sentAt = world.now()) =>
      world.internal(keepWarehouses, { found: [{ ...ASLEEP, ...change }], sentAt }),
    says: async (by: TestPerson = ada, name = "WH_LOG") =>
      ((await by.query(api.tickets.queries.related, { ref: `warehouse:${name}` }))?.findings ?? [])
        .filter(({ text }) => text.includes("read"))
        .map(({ weight, text }) => `${weight}: ${text}`),
  };
}

test.each<[Partial<WarehouseState>, string]>([
  [{}, "fine: was suspended (size Medium): the next query starts it."],
  [{ doesResume: false }, "problem: was suspended (size Medium), and no query starts it: its owner has to resume it."],
  [
    { state: "STARTED", running: 3, queued: 12 },
    "problem: was running (size Medium), with 3 queries running and 12 queued.",
  ],
  [{ state: "STARTED", running: 1 }, "fine: was running (size Medium), with 1 query running and none queued."],
  [{ state: "STARTED", running: null, queued: 1 }, "problem: was running (size Medium), with 1 query queued."],
  [{ state: "STARTED", running: null }, "fine: was running (size Medium), with no queries queued."],
  [{ state: "STARTED", running: null, queued: null, size: "" }, "fine: was running."],
  [{ state: "RESIZING", running: null, queued: null }, "waiting: was resizing (size Medium)."],
])("a warehouse that is %j is told as it was read [S12]", async (state, words) => {
  const { keep, says } = await scene();
  await keep(state);
  const [told = ""] = await says();
  expect(told.replace("When the portal last read it, at 09:00 UTC, WH_LOG ", "")).toBe(words);
});

test("what was read is told with its time, past a quarter of an hour with a doubt, and past a day not at all [S12]", async () => {
  const { world, keep, says } = await scene();
  await keep();
  const doubt = "That may have changed since.";
  await world.advance(15 * MINUTE_MS - 1);
  expect((await says()).join()).not.toContain(doubt);
  await world.advance(1);
  expect((await says()).join()).toContain(doubt);
  await world.advance(13 * HOUR_MS);
  expect((await says()).join()).toMatch(/at 02\/03\/2026 09:\d\d UTC/);
  await world.advance(DAY_MS);
  expect(await says()).toEqual([]);
});

test("an answer that comes late overwrites no newer one, and a warehouse that is gone is no longer told of [S12]", async () => {
  const { world, keep, says } = await scene();
  const before = world.now() - MINUTE_MS;
  await keep({ state: "STARTED", running: 2 });
  await keep({}, before);
  expect((await says()).join()).toContain("2 queries running");
  await keep({ name: "WH_OTHER" });
  expect(await says()).toEqual([]);
});

test("who has no account in Snowflake reads nothing of a warehouse, whether there is one or not; agents do [S12]", async () => {
  const { world, adam, keep, says, create, read } = await scene();
  const dan = await world.person("dan");
  await keep({ state: "STARTED", running: 3, queued: 12 });
  expect(await says(dan)).toEqual([]);
  expect(await says(dan, "WH_NONE")).toEqual([]);
  const key = await create(dan, { related: "warehouse:WH_LOG" });
  const kept = async (by: TestPerson) => (await read(by, key))?.found.map(({ text }) => text).join() ?? "";
  expect(await kept(adam)).toContain("12 queued");
  expect(await kept(dan)).not.toContain("queued");
});

test("why warehouses could not be read is for agents, and what was read before keeps its time [S12]", async () => {
  const { world, ada, adam, keep, says } = await scene();
  await keep();
  await world.advance(20 * MINUTE_MS);
  await world.internal(warehousesNotRead, { message: "The key of SECRET_USER is refused." });
  expect((await says(ada)).join()).toMatch(/at 09:\d\d UTC, WH_LOG was suspended/);
  expect((await says(ada)).join()).not.toContain("SECRET_USER");
  expect((await says(adam)).join()).toContain("could not be read at 09:");
  await keep();
  expect((await says(adam)).join()).not.toContain("SECRET_USER");
});
