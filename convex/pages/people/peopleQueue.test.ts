/**
 * The list of people over a company of two thousand: every filter in every order, what a page reads, and who may ask.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { PersonStatus, RoleName } from "../../access/roles";
import { SYSTEM } from "../../core/audit/model";
import { createPerson } from "../../core/people/model";
import type { PersonFilter, PersonSort } from "../../core/people/table";
import { HOUR_MS } from "../../lib/pure/time";
import { walk } from "../../lists/queueWorld.testing";
import { comparePlaces, COUNT_SCAN_LIMIT, keyOf, SCAN_LIMIT } from "../../lists/streams";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";
import { peopleCount, peoplePage, personMatcher, PERSON_SORTINGS } from "./peopleQueue";

const COUNT = 2_000;
const BATCH = 250;
const SIZE = 50;
/** A person, their area, and a look or two for accounts. */
const READS_PER_ROW = 5;
/** One head per status, twice for those without a value, and the areas. */
const READS_BESIDE = 40;
const FIRST_NAMES = ["Ada", "Ásta", "Bea", "Çelik", "Dora", "Zoë", "émile"] as const;
const MORE_ROLES: readonly (readonly RoleName[])[] = [["admin"], ["governance", "finops"], ["superAdmin"]];
const STATUSES: readonly PersonStatus[] = ["invited", "suspended", "removed", "revoked", "expired"];

let world: Awaited<ReturnType<typeof aWorld>>;
let admin: TestPerson;
let areas: Id<"businessAreas">[];

beforeAll(async () => {
  world = await aWorld();
  admin = await world.person("aisha", { roles: ["staff", "admin"] });
  areas = await world.run(
    async (ctx) =>
      await Promise.all(
        [1, 2, 3].map((code) =>
          ctx.db.insert("businessAreas", { name: `Area ${code}`, code: `A${code}`, costCentre: "CC" }),
        ),
      ),
  );
  for (let from = 0; from < COUNT; from += BATCH) await world.run((ctx) => fill(ctx, from));
}, 120_000);

afterAll(endWorld, 60_000);

/** One in twenty has further roles, one in ten is not active, one in three was never seen. */
async function fill(ctx: MutationCtx, from: number): Promise<void> {
  for (let at = from; at < from + BATCH; at += 1) {
    await createPerson(
      ctx,
      {
        email: `person${at}@ao.com`,
        firstName: FIRST_NAMES[at % FIRST_NAMES.length] ?? "",
        lastName: `Last${at % 90}`,
        roles: at % 20 === 0 ? (MORE_ROLES[(at / 20) % MORE_ROLES.length] ?? []) : [],
        status: at % 10 === 3 ? (STATUSES[Math.floor(at / 10) % STATUSES.length] ?? "active") : "active",
        hasChangedInitialPassword: true,
        businessAreaId: at % 5 === 4 ? undefined : areas[at % 3],
        ...(at % 3 > 0 && { lastSeenAt: DAWN - ((at * 7) % 500) * HOUR_MS }),
        ...(at % 2 === 0 && { snowflakeUser: `USER_${at}` }),
      },
      SYSTEM,
      DAWN,
    );
  }
}

const filters: [string, () => PersonFilter][] = [
  ["everybody", () => ({})],
  ["two statuses", () => ({ statuses: ["suspended", "removed"] })],
  ["an area", () => ({ businessAreaId: areas[1] })],
  ["two roles", () => ({ roles: ["governance", "superAdmin"] })],
  ["a role in an area", () => ({ roles: ["admin"], businessAreaId: areas[0], statuses: ["active"] })],
  ["nothing but staff", () => ({ roles: ["staff"], statuses: ["invited"] })],
  ["staff or FinOps", () => ({ roles: ["staff", "finops"], businessAreaId: areas[2], statuses: ["active"] })],
  ["words of a name", () => ({ text: "zoë last1" })],
  ["a word and a status", () => ({ text: "last7", statuses: ["active"] })],
];

describe.each(["name", "seen", "unseen"] satisfies PersonSort[])("people by %s", (sort) => {
  test.each(filters)("%s: every match once, in order, in both directions", async (_name, filterOf) => {
    const filter = filterOf();
    const matches = personMatcher(filter);
    const expected: Doc<"people">[] = [];
    for (const row of await world.rows("people")) if (await matches(row)) expected.push(row);
    expected.sort((a, b) =>
      comparePlaces(keyOf(a, PERSON_SORTINGS[sort]), keyOf(b, PERSON_SORTINGS[sort]), PERSON_SORTINGS[sort]),
    );
    expect(expected.length).toBeGreaterThan(0);
    const { forward, backward } = await walk((cursor) =>
      admin.query(api.people.queries.list, { filter, sort, size: 200, ...cursor }),
    );
    expect(forward).toEqual(expected.map(({ _id }) => _id));
    expect(backward).toEqual(forward);
    expect(await admin.query(api.people.queries.count, { filter })).toEqual({
      count: Math.min(1000, expected.length),
      isExact: expected.length <= 1000,
    });
  });
});

async function readsOf(step: (ctx: MutationCtx) => Promise<unknown>): Promise<number> {
  return await world.run(async (ctx) => {
    await step(ctx);
    return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
  });
}

test.each(["name", "seen", "unseen"] satisfies PersonSort[])(
  "a page by %s reads little more than its rows, the last as the first",
  async (sort) => {
    for (const filter of [
      {},
      { statuses: ["active" as const] },
      { businessAreaId: areas[1] },
      { roles: ["admin" as const] },
    ]) {
      const cursors = [
        undefined,
        (await admin.query(api.people.queries.list, { filter, sort, size: 25 })).next ?? undefined,
      ];
      for (const after of cursors) {
        const reads = await readsOf((ctx) => peoplePage(ctx, { filter, sort, size: SIZE, after }));
        // Whoever has one further role is found among the few who have any.
        expect(reads, JSON.stringify(filter)).toBeLessThanOrEqual(
          SIZE * READS_PER_ROW + READS_BESIDE + ("roles" in filter ? COUNT / 20 : 0),
        );
      }
    }
  },
);

test("the hardest filters and the count stay within the scan limit", async () => {
  for (const filter of [
    { text: "last" },
    { roles: ["staff" as const, "finops" as const], statuses: ["revoked" as const] },
  ]) {
    expect(await readsOf((ctx) => peoplePage(ctx, { filter, sort: "name", size: SIZE }))).toBeLessThan(
      SCAN_LIMIT + SIZE * READS_PER_ROW + READS_BESIDE,
    );
  }
  expect(await readsOf((ctx) => peopleCount(ctx, {}))).toBeLessThan(COUNT_SCAN_LIMIT);
});

test("a whole address finds the one it belongs to, however many others begin with it", async () => {
  const filter = { text: " Person77@ao.com " };
  const { rows } = await admin.query(api.people.queries.list, { filter, sort: "name", size: 25 });
  expect(rows.map(({ email }) => email)).toEqual(["person77@ao.com"]);
  expect(await admin.query(api.people.queries.count, { filter })).toEqual({ count: 1, isExact: true });
});

test("a row says only where the portal knows of an account", async () => {
  const { rows } = await admin.query(api.people.queries.list, {
    filter: { text: "person20@ao.com" },
    sort: "name",
    size: 25,
  });
  expect(rows).toMatchObject([{ name: "émile Last20", systems: ["snowflake"], status: "active" }]);
  const { rows: others } = await admin.query(api.people.queries.list, {
    filter: { text: "person21@ao.com" },
    sort: "name",
    size: 25,
  });
  expect(others).toMatchObject([{ systems: [] }]);
});

test("governance sees the list; staff and FinOps do not; other page sizes and cursors nobody gave are harmless", async () => {
  const question = { filter: {}, sort: "name" as const, size: 25 };
  expect(
    (await (await world.person("gina", { roles: ["staff", "governance"] })).query(api.people.queries.list, question))
      .rows,
  ).toHaveLength(25);
  for (const [name, roles] of [
    ["stan", ["staff"]],
    ["fay", ["staff", "finops"]],
  ] as const) {
    expect(
      await codeOf((await world.person(name, { roles: [...roles] })).query(api.people.queries.list, question)),
    ).toBe("not-allowed");
  }
  expect(await codeOf(admin.query(api.people.queries.list, { ...question, size: 5000 }))).toBe("invalid-input");
  const first = await admin.query(api.people.queries.list, question);
  for (const after of ["~%E0%A4_1", "~%_1", "nothing"])
    expect((await admin.query(api.people.queries.list, { ...question, after })).rows).toEqual(first.rows);
});

test("taking the list out is written down first, and is the admins' to do", async () => {
  const noted = { list: "people" as const, filter: { roles: ["admin"] }, columns: ["Name", "Email"] };
  await admin.mutation(api.audit.mutations.noteExport, noted);
  expect((await admin.query(api.audit.queries.list, { filter: { action: "people.exported" } })).events).toMatchObject([
    { actor: { personId: admin.id }, outcome: "success" },
  ]);
  expect(
    await codeOf(
      (await world.person("gus", { roles: ["staff", "governance"] })).mutation(api.audit.mutations.noteExport, noted),
    ),
  ).toBe("not-allowed");
});
