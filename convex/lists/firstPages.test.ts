/**
 * The first page of each list of people, domains and access in a large company. `npm run bench -- lists` makes it the
 * size the portal promises, with a bound on the time; the usual run keeps a fiftieth of it and looks at what is read.
 */

import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { NOTHING_MORE } from "../core/domains/table";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { aWorld, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { castOf, nthRequest, type QueueCast, tasksFor } from "./queueWorld.testing";
import { medianMs, readsOf } from "./reads.testing";

const PEOPLE = Number(process.env["LIST_PEOPLE"] ?? 200);
const DOMAINS = PEOPLE / 20;
const GRANTS_EACH = 10;
const BATCH = 100;
const FILL_TIMEOUT_MS = PEOPLE * 60 + MINUTE_MS;
/** What a first page takes in the server, at the size the portal promises. */
const MAX_MS = 50;
const ROUNDS = 9;

let world: Awaited<ReturnType<typeof aWorld>>;
let overseer: TestPerson;
let holder: TestPerson;
let cast: QueueCast;
let domainIds: Id<"dataDomains">[];
let reviewId: Id<"accessReviews">;
const figures: string[] = [];

beforeAll(async () => {
  world = await aWorld();
  overseer = await world.person("overseer", {
    roles: ["staff", "admin", "governance", "superAdmin"],
    isSuperAdmin: true,
  });
  holder = await world.person("holder");
  cast = await world.run((ctx) => castOf(ctx, PEOPLE, DAWN));
  domainIds = await world.run(withDomains);
  for (let from = 0; from < PEOPLE; from += BATCH)
    await world.run(async (ctx) => {
      for (let n = from; n < Math.min(PEOPLE, from + BATCH); n += 1) await withGrants(ctx, n);
    });
  reviewId = await world.run(withReview);
  figures.push(`${PEOPLE} people, ${DOMAINS} domains, ${PEOPLE * GRANTS_EACH} grants`);
}, FILL_TIMEOUT_MS);

afterAll(async () => {
  // The figures are what this file is run by hand for.
  console.log(figures.join("\n"));
  await endWorld();
}, 60_000);

/** Domains in groups of ten below one, each with an owner and a deputy. */
async function withDomains(ctx: MutationCtx): Promise<Id<"dataDomains">[]> {
  const ids: Id<"dataDomains">[] = [];
  for (let n = 0; n < DOMAINS; n += 1) {
    const parentId = n % 10 === 0 ? undefined : ids[n - (n % 10)];
    const person = (place: number) => cast.people[(n * 2 + place) % PEOPLE];
    const [ownerId, deputyId] = [person(0), person(1)];
    if (!ownerId || !deputyId) throw new Error("Nobody");
    ids.push(
      await ctx.db.insert("dataDomains", {
        ...NOTHING_MORE,
        key: `domain-${n}`,
        name: `Domain ${n}`,
        description: "Some of the data",
        ownerIds: [ownerId],
        deputyIds: n % 50 === 0 ? [] : [deputyId],
        ...(parentId && { parentId, inherits: ["experts" as const] }),
        databases: [`DB_${n}`],
        roles: [{ name: `ROLE_${n}`, description: "Read", level: "read" }],
        sensitivity: "internal",
        status: "active",
        updatedAt: DAWN,
      }),
    );
  }
  return ids;
}

/** What one person was given by one request: as much as somebody gathers in years. */
async function withGrants(ctx: MutationCtx, n: number): Promise<void> {
  const scale = { now: DAWN, apartMs: 60_000, count: PEOPLE };
  const beneficiaryId = (n === 0 ? holder.id : cast.people[n]) ?? holder.id;
  const fields = { ...nthRequest(n, cast, scale), status: "Completed" as const, isOpen: false, archivedAt: undefined };
  const domain = n % DOMAINS;
  const person = cast.people[n];
  if (person) await ctx.db.patch(person, { searchText: `First${n} Last${n % 40} p${n}@ao.com` });
  const requestId = await ctx.db.insert("requests", { ...fields, beneficiaryId, domainKey: `domain-${domain}` });
  const [task] = tasksFor(requestId, fields, n, cast);
  if (!task) throw new Error("No task");
  const taskId = await ctx.db.insert("requestTasks", task);
  for (let one = 0; one < GRANTS_EACH; one += 1)
    await ctx.db.insert("grants", {
      requestId,
      taskId,
      typeKey: "snowflake-access",
      beneficiaryId,
      system: "snowflake",
      description: `Role ROLE_${domain} in Snowflake`,
      accessKey: `snowflake|${n}|ROLE_${domain}_${one}`,
      role: `ROLE_${domain}`,
      state: one === 0 ? "Expiring" : "Active",
      startsAt: DAWN - 30 * DAY_MS,
      expiresAt: DAWN + (30 + one) * DAY_MS,
      noticesGiven: [],
      removalAttempts: 0,
      updatedAt: DAWN,
      version: 1,
    });
}

/** A review of a thousand accesses of the first domain, or of as many as there are. */
async function withReview(ctx: MutationCtx): Promise<Id<"accessReviews">> {
  const [domainId] = domainIds;
  if (!domainId) throw new Error("No domain");
  const grants = await ctx.db.query("grants").take(1000);
  const id = await ctx.db.insert("accessReviews", {
    domainId,
    domainKey: "domain-0",
    domainName: "Domain 0",
    startedById: holder.id,
    startedAt: DAWN,
    dueAt: DAWN + 10 * DAY_MS,
    state: "open",
    total: grants.length,
    unusedDays: 90,
  });
  for (const grant of grants)
    await ctx.db.insert("reviewItems", {
      reviewId: id,
      grantId: grant._id,
      requestId: grant.requestId,
      accessKey: grant.accessKey,
      heldById: grant.beneficiaryId,
      group: "unknown",
      rank: 0,
    });
  return id;
}

const page = { numItems: 50, cursor: null };
/** A first page, and how many documents it may read for a list of any length. */
const lists: [string, string, () => Record<string, unknown>, number][] = [
  ["people, by name", "people/queries:list", () => ({ filter: {}, sort: "name", size: 50 }), 400],
  ["people, last seen first", "people/queries:list", () => ({ filter: {}, sort: "seen", size: 50 }), 400],
  ["people, counted", "people/queries:count", () => ({ filter: {} }), 1100],
  ["people, searched", "people/queries:search", () => ({ text: "First1" }), 400],
  // Of its domains each is read once, also those above others.
  ["one person", "people/queries:get", () => ({ personId: holder.id }), 55 + DOMAINS],
  ["domains at the top", "domains/queries:level", () => ({ parentId: null, after: null }), 400],
  ["domains without an owner or deputy", "domains/queries:unmanned", () => ({}), 3000],
  ["domains by name", "domains/queries:names", () => ({}), 1000],
  ["domains that can be asked for", "domains/queries:list", () => ({}), 3000],
  ["one domain", "domains/queries:get", () => ({ domainId: domainIds[0] }), 400],
  ["names a domain shares", "domains/queries:shared", () => ({ domainId: domainIds[0] }), 100 + DOMAINS],
  ["access that is held", "grants/queries:list", () => ({ state: "Active", paginationOpts: page }), 600],
  ["access about to end", "grants/queries:list", () => ({ state: "Expiring", paginationOpts: page }), 600],
  ["access reviews", "reviews/queries:list", () => ({}), 300],
  ["a review of 1,000", "reviews/queries:items", () => ({ reviewId, paginationOpts: page }), 1500],
  ["business areas", "areas/queries:list", () => ({}), 300],
  ["invitations", "invitations/queries:pending", () => ({}), 300],
  ["people who can be restored", "removals/queries:restorable", () => ({}), 300],
];

test.each(lists)(
  "%s: the first page reads no more than it needs, and is there at once",
  async (name, query, args, most) => {
    const used = await readsOf(overseer, query, args());
    const ms = await medianMs(ROUNDS, () => overseer.query(makeFunctionReference<"query">(query), args()));
    figures.push(`${name}: ${used} documents, ${ms.toFixed(1)} ms`);
    expect(used).toBeLessThanOrEqual(most);
    if (process.env["LIST_PEOPLE"] !== undefined) expect(ms).toBeLessThan(MAX_MS);
  },
);
