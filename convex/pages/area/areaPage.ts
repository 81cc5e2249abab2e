/** One business area as those who look after areas see it: who decides, who belongs to it, what it asks for and holds. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personStatus } from "../../access/validators";
import { isAreaUsed } from "../../core/areas/used";
import { accessName, nameOfAccess } from "../../core/grants/names";
import { namedByIds } from "../../core/people/duties";
import { areasBehind, mergedInto } from "../../core/people/mergedAreas";
import { askerOf, fullName } from "../../core/people/model";
import { requestStatus } from "../../core/requests/table";
import { nullableTimestamp, timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

/** Lines of each list on the page; the lists of the portal have the rest. */
const SHOWN = 25;
/** People whose access is looked through for the first lines. */
const HOLDERS_READ = 200;
const BELONGING = ["active", "invited", "suspended"] as const;
const HELD = ["Active", "Expiring"] as const;

export const inCharge = v.union(
  v.null(),
  v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus }),
);
const areaLink = v.object({ id: v.id("businessAreas"), name: v.string() });
const listOf = <Line extends Parameters<typeof v.array>[0]>(line: Line) =>
  v.object({ rows: v.array(line), hasMore: v.boolean() });

/** What lists and pages show of an area. */
export const areaFields = {
  id: v.id("businessAreas"),
  name: v.string(),
  code: v.string(),
  costCentre: v.string(),
  owner: inCharge,
  deputy: inCharge,
  approver: inCharge,
  budget: v.union(v.number(), v.null()),
  mergedInto: v.union(v.null(), areaLink),
  updatedAt: timestamp,
};

export const areaPage = v.object({
  ...areaFields,
  /** The areas it stands for. */
  merged: v.array(areaLink),
  /** Whether others in charge of it take a second person. */
  isUsed: v.boolean(),
  people: listOf(v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus })),
  requests: listOf(
    v.object({ key: v.string(), title: v.string(), status: requestStatus, by: v.string(), createdAt: timestamp }),
  ),
  grants: listOf(
    v.object({
      id: v.id("grants"),
      requestKey: v.string(),
      ...accessName.fields,
      holder: v.string(),
      expiresAt: nullableTimestamp,
    }),
  ),
});
type AreaPage = Infer<typeof areaPage>;

/** An area with those in charge of it. */
export async function shownArea(ctx: ReadCtx, area: Doc<"businessAreas">) {
  const { _id, name, code, costCentre, budget, mergedIntoId, updatedAt } = area;
  const into = mergedIntoId ? await ctx.db.get(mergedIntoId) : null;
  return {
    id: _id,
    name,
    code,
    costCentre,
    owner: await shownPerson(ctx, area.ownerId),
    deputy: await shownPerson(ctx, area.deputyId),
    approver: await shownPerson(ctx, area.approverId),
    budget: budget ?? null,
    mergedInto: into && { id: into._id, name: into.name },
    updatedAt: updatedAt ?? 0,
  };
}

async function shownPerson(ctx: ReadCtx, id: Id<"people"> | undefined): Promise<Infer<typeof inCharge>> {
  const [person] = id ? await namedByIds(ctx, [id]) : [];
  return id && person ? { id, name: person.name, email: person.email, status: person.status } : null;
}

/** Everything the page of an area shows; the areas merged into it are part of it. */
export async function areaPageOf(ctx: ReadCtx, area: Doc<"businessAreas">): Promise<AreaPage> {
  const ids = await areasBehind(ctx, area._id);
  const people = await peopleOf(ctx, ids, HOLDERS_READ);
  return {
    ...(await shownArea(ctx, area)),
    merged: (await mergedInto(ctx, area._id)).map(({ _id, name }) => ({ id: _id, name })),
    isUsed: await isAreaUsed(ctx, area._id),
    people: firstOf(
      people.map((person) => ({
        id: person._id,
        name: fullName(person),
        email: person.email,
        status: person.status,
      })),
    ),
    requests: await requestsOf(ctx, ids),
    grants: await grantsOf(ctx, people),
  };
}

function firstOf<Row>(rows: readonly Row[]): { rows: Row[]; hasMore: boolean } {
  return { rows: rows.slice(0, SHOWN), hasMore: rows.length > SHOWN };
}

/** Those who belong to the areas, active first, each part by name. */
async function peopleOf(ctx: ReadCtx, ids: readonly Id<"businessAreas">[], limit: number): Promise<Doc<"people">[]> {
  const found: Doc<"people">[] = [];
  for (const status of BELONGING)
    for (const id of ids)
      if (found.length < limit)
        found.push(
          ...(await ctx.db
            .query("people")
            .withIndex("queue_area_name", (q) => q.eq("status", status).eq("businessAreaId", id))
            .take(limit - found.length)),
        );
  return found;
}

const OPEN = ["Pending approval", "In progress", "Needs info", "Blocked"] as const;

/** Open requests that name the areas, newest first. */
async function requestsOf(ctx: ReadCtx, ids: readonly Id<"businessAreas">[]): Promise<AreaPage["requests"]> {
  const found: Doc<"requests">[] = [];
  for (const status of OPEN)
    for (const id of ids)
      found.push(
        ...(await ctx.db
          .query("requests")
          .withIndex("queue_area_created", (q) =>
            q.eq("businessAreaId", id).eq("status", status).eq("archivedAt", undefined),
          )
          .order("desc")
          .take(SHOWN + 1)),
      );
  const { rows, hasMore } = firstOf(found.toSorted((a, b) => b.createdAt - a.createdAt));
  const shown = rows.map(async (request) => ({
    key: request.key,
    title: request.title,
    status: request.status,
    by: await askerOf(ctx, request),
    createdAt: request.createdAt,
  }));
  return { rows: await Promise.all(shown), hasMore };
}

/** Access that people of the areas hold now, person by person. */
async function grantsOf(ctx: ReadCtx, people: readonly Doc<"people">[]): Promise<AreaPage["grants"]> {
  const found: AreaPage["grants"]["rows"] = [];
  for (const person of people) {
    if (found.length > SHOWN) break;
    for (const state of HELD) {
      const held = await ctx.db
        .query("grants")
        .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", person._id).eq("state", state))
        .take(SHOWN + 1 - Math.min(SHOWN, found.length));
      for (const grant of held) {
        const request = await ctx.db.get(grant.requestId);
        found.push({
          id: grant._id,
          requestKey: request?.key ?? "",
          ...(await nameOfAccess(ctx, request, grant)),
          holder: fullName(person),
          expiresAt: grant.expiresAt ?? null,
        });
      }
    }
  }
  return firstOf(found);
}
