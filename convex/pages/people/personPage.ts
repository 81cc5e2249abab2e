/**
 * One person as those who look after people see them: accounts with what made them, what they own, what waits for them.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { activeDomains } from "../../core/domains/model";
import { currentArea } from "../../core/people/mergedAreas";
import { fullName, nameOf } from "../../core/people/model";
import { latestRemovalOf } from "../../core/people/removals";
import { allAreas } from "../../core/people/search";
import { person, roleEnd, roleTerm } from "../../core/people/table";
import { isOpen } from "../../core/requests/rules";
import { requestStatus } from "../../core/requests/table";
import { LISTED_REQUEST_STATUSES } from "../../core/shared/rules/listed";
import { isInSight, type Overseer } from "../../core/shared/rules/queues";
import { loadTask } from "../../core/tasks/model";
import { taskAddress } from "../../core/tasks/rules/address";
import { taskStatus } from "../../core/tasks/table";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { matchingRequests, matchingTasks } from "../../lists/queues";
import { accountsOf, evidence, shownAccount } from "./accounts";

type ReadCtx = Pick<QueryCtx, "db">;

/** Lines of each part that are shown, and up to how many the others are counted. */
const SHOWN_LINES = 5;
const COUNTED_LINES = 50;

const OPEN_STATUSES = LISTED_REQUEST_STATUSES.filter(isOpen);

/** The first lines of a part, how many more there are, and whether that number is all. */
const part = <Line extends Parameters<typeof v.array>[0]>(line: Line) =>
  v.object({ rows: v.array(line), more: v.number(), isAll: v.boolean() });

const ownedThing = v.object({ name: v.string(), isDeputy: v.boolean() });

/** What whoever may read all people sees of each of them. */
export const personFacts = {
  id: v.id("people"),
  name: v.string(),
  email: v.string(),
  roles: person.fields.roles,
  status: person.fields.status,
  area: nullableString,
  lastSeenAt: nullableTimestamp,
};

export const personPage = v.object({
  ...personFacts,
  /** Until when roles are held that are held for a time. */
  roleEnds: v.array(roleEnd),
  /** Times of roles with an end that are over, and add up with the next one. */
  roleTerms: v.array(roleTerm),
  startsAt: nullableTimestamp,
  endsAt: nullableTimestamp,
  manager: v.union(v.null(), v.object({ id: v.id("people"), name: v.string() })),
  /** When and by whom they were removed, with the request that carries it out where the viewer oversees it. */
  removed: v.union(v.null(), v.object({ at: timestamp, by: v.string(), requestKey: nullableString })),
  accounts: v.array(shownAccount),
  /** Access that needs no account of their own: a program's user, a schema, a larger warehouse. */
  otherAccess: part(evidence),
  areas: part(ownedThing),
  domains: part(ownedThing),
  requests: part(v.object({ id: v.id("requests"), key: v.string(), title: v.string(), status: requestStatus })),
  seats: part(
    v.object({
      approvalId: v.id("approvals"),
      address: v.string(),
      requestKey: v.string(),
      title: v.string(),
      since: timestamp,
    }),
  ),
  tasks: part(
    v.object({
      id: v.id("requestTasks"),
      address: v.string(),
      title: v.string(),
      requestKey: v.string(),
      status: taskStatus,
    }),
  ),
});
export type PersonPage = Infer<typeof personPage>;

interface Part<Line> {
  readonly rows: Line[];
  readonly more: number;
  readonly isAll: boolean;
}

function partOf<Line>(lines: readonly Line[], isAll = true): Part<Line> {
  return { rows: lines.slice(0, SHOWN_LINES), more: Math.max(0, lines.length - SHOWN_LINES), isAll };
}

/**
 * Everything about one person, read with somebody's eyes: what they do not oversee is counted nowhere and named
 * nowhere.
 */
export async function personPageOf(
  ctx: ReadCtx,
  viewer: Overseer,
  person: Doc<"people">,
  now: number,
): Promise<PersonPage> {
  const { _id, email, roles, status, businessAreaId, managerId, lastSeenAt, roleEnds = [], roleTerms = [] } = person;
  const area = await currentArea(ctx, businessAreaId);
  const { accounts, others, isAll } = await accountsOf(ctx, viewer, person);
  return {
    id: _id,
    email,
    roles,
    status,
    accounts,
    roleEnds,
    roleTerms,
    startsAt: person.startsAt ?? null,
    endsAt: person.endsAt ?? null,
    name: fullName(person),
    area: area?.name ?? null,
    removed: status === "removed" ? await removalOf(ctx, viewer, person) : null,
    manager: managerId ? { id: managerId, name: await nameOf(ctx, managerId) } : null,
    lastSeenAt: lastSeenAt ?? null,
    otherAccess: partOf(others, isAll),
    areas: partOf(await ownedAreas(ctx, _id)),
    domains: partOf(await ownedDomains(ctx, _id)),
    requests: await openRequestsOf(ctx, viewer, _id, now),
    seats: await seatsOf(ctx, viewer, _id),
    tasks: await heldTasks(ctx, viewer, _id, now),
  };
}

async function removalOf(ctx: ReadCtx, viewer: Overseer, { _id }: Doc<"people">): Promise<PersonPage["removed"]> {
  const removal = await latestRemovalOf(ctx, _id);
  if (!removal) return null;
  const request = removal.requestId ? await ctx.db.get(removal.requestId) : null;
  const requestKey = request && isInSight(viewer, request) ? request.key : null;
  return { at: removal.at, by: await nameOf(ctx, removal.byId), requestKey };
}

async function ownedAreas(ctx: ReadCtx, personId: Id<"people">): Promise<Infer<typeof ownedThing>[]> {
  const areas = (await allAreas(ctx)).filter(({ ownerId, deputyId }) => ownerId === personId || deputyId === personId);
  return ownFirst(areas.map(({ name, ownerId }) => ({ name, isDeputy: ownerId !== personId })));
}

async function ownedDomains(ctx: ReadCtx, personId: Id<"people">): Promise<Infer<typeof ownedThing>[]> {
  const domains = (await activeDomains(ctx)).filter(
    ({ ownerIds, deputyIds }) => ownerIds.includes(personId) || deputyIds.includes(personId),
  );
  return ownFirst(domains.map(({ name, ownerIds }) => ({ name, isDeputy: !ownerIds.includes(personId) })));
}

function ownFirst<Thing extends { readonly isDeputy: boolean }>(things: readonly Thing[]): Thing[] {
  return things.toSorted((a, b) => Number(a.isDeputy) - Number(b.isDeputy));
}

async function openRequestsOf(
  ctx: ReadCtx,
  viewer: Overseer,
  requesterId: Id<"people">,
  now: number,
): Promise<PersonPage["requests"]> {
  const { found, isAll } = await matchingRequests(
    ctx,
    viewer,
    { requesterId, statuses: OPEN_STATUSES },
    COUNTED_LINES,
    now,
  );
  return partOf(
    found.map(({ _id, key, title, status }) => ({ id: _id, key, title, status })),
    isAll,
  );
}

/** Approvals that ask for this person's decision now. */
async function seatsOf(ctx: ReadCtx, viewer: Overseer, personId: Id<"people">): Promise<PersonPage["seats"]> {
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(COUNTED_LINES);
  const lines = new Map<string, PersonPage["seats"]["rows"][number]>();
  for (const { approvalId, requestId, activeFrom } of seats) {
    const request = lines.has(approvalId) ? null : await ctx.db.get(requestId);
    const approval = request && isInSight(viewer, request) ? await ctx.db.get(approvalId) : null;
    if (request && approval) {
      const address = taskAddress(request.key, await loadTask(ctx, approval.taskId));
      lines.set(approvalId, { approvalId, address, requestKey: request.key, title: request.title, since: activeFrom });
    }
  }
  return partOf([...lines.values()], seats.length < COUNTED_LINES);
}

/** Unfinished tasks that are assigned to this person, those that run first. */
async function heldTasks(
  ctx: ReadCtx,
  viewer: Overseer,
  assigneeId: Id<"people">,
  now: number,
): Promise<PersonPage["tasks"]> {
  const { found, isAll } = await matchingTasks(
    ctx,
    viewer,
    { assigneeId, statuses: ["Running", "Not Started"] },
    COUNTED_LINES,
    now,
  );
  const held = found
    .filter(({ outcome }) => outcome === undefined)
    .toSorted((a, b) => Number(b.status === "Running") - Number(a.status === "Running"));
  const { rows, more } = partOf(held);
  const shown: PersonPage["tasks"]["rows"] = [];
  for (const task of rows) {
    const requestKey = (await ctx.db.get(task.requestId))?.key ?? "";
    const { _id: id, title, status } = task;
    shown.push({ id, address: taskAddress(requestKey, task), title, status, requestKey });
  }
  return { rows: shown, more, isAll };
}
