import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";
import { castOf, nthRequest } from "./queueWorld.testing";

afterEach(endWorld);

const WEEK = 7 * DAY_MS;
const WISH = { weeks: [DAWN - 2 * WEEK, DAWN - WEEK], ages: [DAWN - WEEK, DAWN - DAY_MS] };

async function aFlow() {
  const world = await aWorld();
  const cast = await world.run((ctx) => castOf(ctx, 1, DAWN));
  const put = (facts: object) =>
    world.run(async (ctx) => {
      const {
        archivedAt: _,
        domainKey: __,
        hasCost: ___,
        ...plain
      } = nthRequest(1, cast, {
        now: DAWN,
        apartMs: 1,
        count: 2,
      });
      await ctx.db.insert("requests", { ...plain, ...facts });
    });
  const flowFor = async (roles: ("admin" | "finops" | "governance" | "staff")[]) =>
    (await world.person(roles.join(), { roles: ["staff", ...roles] })).query(api.requests.queries.flow, WISH);
  return { world, cast, put, flowFor };
}

const open = { status: "In progress" as const, isOpen: true };
const ended = { status: "Completed" as const, isOpen: false };

test("a request counts in the week it was created and in the week it was closed, archived or not; a draft never", async () => {
  const { put, flowFor } = await aFlow();
  await put({ ...open, createdAt: DAWN - 3 * WEEK });
  await put({ ...open, createdAt: DAWN - 10 });
  await put({ ...ended, createdAt: DAWN - 2 * WEEK, endedAt: DAWN - 3 * DAY_MS });
  await put({ ...ended, createdAt: DAWN - WEEK - 1, endedAt: DAWN - WEEK - 1, archivedAt: DAWN - 2 * DAY_MS });
  await put({ ...ended, createdAt: DAWN - 9 * WEEK, endedAt: DAWN - 8 * WEEK, archivedAt: DAWN - DAY_MS });
  await put({ status: "Draft", isOpen: false, createdAt: DAWN - 10 });
  expect(await flowFor(["admin"])).toEqual({
    weeks: [
      { created: 2, closed: 1 },
      { created: 1, closed: 1 },
    ],
    ages: [1, 0, 1],
    isWhole: true,
  });
});

test("who oversees a part counts that part alone, and staff count nothing", async () => {
  const { put, flowFor } = await aFlow();
  await put({ ...open, createdAt: DAWN - 10, businessAreaId: undefined });
  await put({ ...open, createdAt: DAWN - 10, businessAreaId: undefined, hasCost: true });
  await put({ ...open, createdAt: DAWN - 10, businessAreaId: undefined, domainKey: "orders" });
  expect((await flowFor(["finops"])).ages).toEqual([0, 0, 1]);
  expect((await flowFor(["governance"])).ages).toEqual([0, 0, 1]);
  expect(await codeOf(flowFor([]))).toBe("not-allowed");
});

test("stretches of time that do not follow each other are refused", async () => {
  const { world } = await aFlow();
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  for (const wrong of [
    { weeks: [] },
    { weeks: [2, 1] },
    { ages: [1, 1] },
    { ages: Array.from({ length: 200 }, (_, n) => n) },
  ])
    expect(await codeOf(admin.query(api.requests.queries.flow, { ...WISH, ...wrong }))).toBe("invalid-input");
});
