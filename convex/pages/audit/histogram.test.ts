import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { recordEvent, SYSTEM } from "../../core/audit/model";
import { DAY_MS } from "../../lib/pure/time";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";
import { MAX_LOOKED_AT } from "./reading";

afterEach(endWorld);

const STARTS = [DAWN - 2 * DAY_MS, DAWN - DAY_MS, DAWN];

async function aTrail() {
  const world = await aWorld();
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  const finops = await world.person("fay", { roles: ["staff", "finops"] });
  const staff = await world.person("stan");
  const write = (occurredAt: number, action: string) =>
    world.run((ctx) => recordEvent(ctx, { ...SYSTEM, action, targets: [], occurredAt }));
  const counted = (person: TestPerson, filter: object = { actor: "system" }, starts: number[] = STARTS) =>
    person.query(api.audit.queries.histogram, { filter, starts });
  return { world, admin, finops, staff, write, counted };
}

test("an event is counted in the stretch it happened in, and none from before the first", async () => {
  const { admin, write, counted } = await aTrail();
  for (const at of [DAWN - 3 * DAY_MS, DAWN - 2 * DAY_MS, DAWN - DAY_MS - 1, DAWN - 1, DAWN + 5])
    await write(at, "task.started");
  expect(await counted(admin)).toEqual({ counts: [2, 1, 1], next: null });
  expect((await counted(admin, { action: "task.failed" })).counts).toEqual([0, 0, 0]);
});

test("who oversees a part counts that part alone, and staff count nothing", async () => {
  const { finops, staff, write, counted } = await aTrail();
  await write(DAWN - 1, "budget.raised");
  await write(DAWN - 1, "connector.switched");
  expect((await counted(finops)).counts).toEqual([0, 1, 0]);
  expect(await codeOf(counted(staff))).toBe("not-allowed");
});

test("a long trail is counted part by part, each event once; or told by places, also where one was written late", async () => {
  const { world, admin, finops, write, counted } = await aTrail();
  const more = MAX_LOOKED_AT / 2;
  for (const from of STARTS)
    await world.run(async (ctx) => {
      for (let n = 0; n < more; n += 1)
        await recordEvent(ctx, { ...SYSTEM, action: "task.started", targets: [], occurredAt: from + (n >> 2) });
    });
  await write(DAWN - DAY_MS, "task.late");
  const first = await counted(admin, { action: "task.started" });
  expect(first.counts).toEqual([0, more, more]);
  const rest = await admin.query(api.audit.queries.histogram, {
    filter: { action: "task.started" },
    starts: STARTS,
    after: first.next!,
  });
  expect(rest).toEqual({ counts: [more, 0, 0], next: null });
  const about = await admin.query(api.audit.queries.histogramByPlaces, { starts: STARTS });
  expect(about?.slice(0, 2)).toEqual([more, more]);
  expect(await finops.query(api.audit.queries.histogramByPlaces, { starts: STARTS })).toBeNull();
});

test("stretches of time that do not follow each other are refused", async () => {
  const { admin, counted } = await aTrail();
  for (const wrong of [[], [2, 1], Array.from({ length: 200 }, (_, n) => n)])
    expect(await codeOf(counted(admin, {}, wrong))).toBe("invalid-input");
});
