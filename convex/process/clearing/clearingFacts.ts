/** What is known about a demo world before it is cleared: whether real people would lose anything. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { demoWorld, isInvented, stateOf } from "../../core/seedData/model";
import {
  type ClearingFacts,
  LOADED_BESIDE,
  type LoadingFacts,
  MAX_REAL_PEOPLE,
  type RealTable,
  type RealThing,
} from "../../core/seedData/rules";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Id<"people">;

/** People that are looked through for real ones: the invented ones and those beside them. */
const MAX_PEOPLE = 2_000;
/** Rows of one kind that are counted per person. */
const MAX_EACH = 100;
/** More domains and service users than a demo has. */
const MAX_OWNED = 1_000;
const NOTHING: ClearingFacts["real"] = { requests: 0, tickets: 0, ideas: 0, access: 0, domains: 0, serviceUsers: 0 };

/** The facts for whoever asks; cheap where there is no demo data. */
export async function clearingFacts(ctx: ReadCtx, viewerId: PersonId): Promise<ClearingFacts> {
  const world = await demoWorld(ctx);
  const state = stateOf(world);
  const isTagged = world?.personIds !== undefined;
  const people = state === "loaded" && isTagged ? await realPeople(ctx, world) : [];
  const ids = people.map(({ _id }) => _id);
  return {
    state,
    isTagged,
    isInvented: isInvented(world, viewerId),
    realSuperAdmins: people.filter(mayTakeOver).length,
    realPeople: people.length,
    real: ids.length === 0 || ids.length > MAX_REAL_PEOPLE ? NOTHING : await realThings(ctx, ids),
  };
}

/** The facts before a cleared demo is loaded once more; cheap where it is not cleared. */
export async function loadingFacts(ctx: ReadCtx, hasDemo: boolean): Promise<LoadingFacts> {
  const world = await demoWorld(ctx);
  return await factsAbout(ctx, world, { state: stateOf(world), hasDemo });
}

/** The same where the demo itself looks, between the order and the first row. */
export async function ownLoadingFacts(ctx: ReadCtx, world: Doc<"demoWorlds">): Promise<LoadingFacts> {
  return await factsAbout(ctx, world, { state: stateOf({ ...world, loading: undefined }), hasDemo: true });
}

async function factsAbout(
  ctx: ReadCtx,
  world: Doc<"demoWorlds"> | null,
  known: Pick<LoadingFacts, "state" | "hasDemo">,
): Promise<LoadingFacts> {
  const isCleared = known.state === "cleared";
  const tables = Object.keys(LOADED_BESIDE) as RealTable[];
  const counts = isCleared
    ? await Promise.all(tables.map(async (table) => [table, await realRows(ctx, table, world)] as const))
    : tables.map((table) => [table, 0] as const);
  const people = isCleared ? await ctx.db.query("people").take(MAX_PEOPLE) : [];
  const present = people.filter(({ status }) => status !== "removed" && status !== "revoked");
  const returned = present.filter(({ _id }) => isInvented(world, _id)).length;
  return {
    ...known,
    returned,
    realPeople: present.length - returned,
    real: Object.fromEntries(counts) as Record<RealTable, number>,
  };
}

/** Rows of a table; areas the demo would make itself are none, for people who stayed are still in them. */
async function realRows(ctx: ReadCtx, table: RealTable, world: Doc<"demoWorlds"> | null): Promise<number> {
  if (table !== "businessAreas") return (await ctx.db.query(table).take(MAX_EACH)).length;
  const areas = await ctx.db.query("businessAreas").take(MAX_OWNED);
  return areas.filter(({ code }) => world?.offer?.areaCodes.includes(code) !== true).length;
}

/** Everybody the demo did not invent and who is not gone. */
export async function realPeople(ctx: ReadCtx, world: Doc<"demoWorlds"> | null): Promise<Doc<"people">[]> {
  const people = await ctx.db.query("people").take(MAX_PEOPLE);
  return people.filter(({ _id, status }) => !isInvented(world, _id) && status !== "removed" && status !== "revoked");
}

/** An invited super admin who has not come yet could not sign in if the mail never arrives. */
function mayTakeOver({ isSuperAdmin, status, hasChangedInitialPassword }: Doc<"people">): boolean {
  return isSuperAdmin && status === "active" && hasChangedInitialPassword;
}

async function realThings(ctx: ReadCtx, ids: readonly PersonId[]): Promise<Record<RealThing, number>> {
  const real = new Set<PersonId>(ids);
  const each = await Promise.all(ids.map((id) => thingsOf(ctx, id)));
  const sum = (of: (things: (typeof each)[number]) => number): number =>
    each.reduce((total, things) => total + of(things), 0);
  const domains = await ctx.db.query("dataDomains").take(MAX_OWNED);
  const serviceUsers = await ctx.db.query("serviceUsers").take(MAX_OWNED);
  return {
    requests: sum(({ requests }) => requests),
    tickets: sum(({ tickets }) => tickets),
    ideas: sum(({ ideas }) => ideas),
    access: sum(({ access }) => access),
    domains: domains.filter(({ ownerIds, deputyIds }) => [...ownerIds, ...deputyIds].some((id) => real.has(id))).length,
    serviceUsers: serviceUsers.filter(
      ({ ownerId, deputyId }) => real.has(ownerId) || (deputyId !== undefined && real.has(deputyId)),
    ).length,
  };
}

/** What one person has in the portal. That somebody was invited by a request is nothing of theirs. */
async function thingsOf(ctx: ReadCtx, personId: PersonId) {
  const [requests, tickets, ideas, votes, comments, access] = await Promise.all([
    ctx.db
      .query("requests")
      .withIndex("by_requester", (q) => q.eq("requesterId", personId))
      .take(MAX_EACH),
    ctx.db
      .query("tickets")
      .withIndex("by_requester", (q) => q.eq("requesterId", personId))
      .take(MAX_EACH),
    ctx.db
      .query("ideas")
      .withIndex("by_author", (q) => q.eq("authorId", personId))
      .take(MAX_EACH),
    ctx.db
      .query("ideaVotes")
      .withIndex("by_person", (q) => q.eq("personId", personId))
      .take(MAX_EACH),
    ctx.db
      .query("ideaComments")
      .withIndex("by_person", (q) => q.eq("personId", personId))
      .take(MAX_EACH),
    ctx.db
      .query("grants")
      .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", personId))
      .take(MAX_EACH),
  ]);
  return {
    requests: requests.length,
    tickets: tickets.length,
    ideas: ideas.length + votes.length + comments.length,
    access: access.length,
  };
}
