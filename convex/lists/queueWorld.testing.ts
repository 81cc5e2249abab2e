/** A world with as many requests and tasks as asked for, written straight into the tables. */

import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isOpen, requestKey } from "../core/requests/rules";
import type { RequestFields, RequestStatus } from "../core/requests/table";
import { typeOf } from "../core/tasks/rules";
import type { TaskFields } from "../core/tasks/table";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";

type Write = Pick<MutationCtx, "db">;

const SUBJECTS = [
  "order history",
  "returns feed",
  "loyalty export",
  "month end warehouse",
  "delivery times",
  "forecast sandbox",
  "planner seats",
];
const TYPES = ["snowflake-access", "bi-access", "data-source", "sandbox", "warehouse", "service-user", "dbt-access"];
const TASKS = ["approve_access", "approve_cost", "manual_check", "grant_role", "verify", "notify"];
const ENDED: RequestStatus[] = [
  "Completed",
  "Completed",
  "Completed",
  "Completed",
  "Completed",
  "Rejected",
  "Cancelled",
  "Expired",
];
const OPEN: RequestStatus[] = ["Pending approval", "In progress", "In progress", "Needs info", "Blocked"];

/** The people and areas of such a world. */
export interface QueueCast {
  readonly people: readonly Id<"people">[];
  readonly areas: readonly Id<"businessAreas">[];
}

/** What is the same for all of it: when the newest was made, and how far apart they are. */
export interface QueueScale {
  readonly now: number;
  readonly apartMs: number;
  readonly count: number;
}

/** Twelve areas and as many people as asked for. */
export async function castOf(ctx: Write, people: number, now: number): Promise<QueueCast> {
  const areas: Id<"businessAreas">[] = [];
  for (let n = 0; n < 12; n += 1)
    areas.push(await ctx.db.insert("businessAreas", { name: `Area ${n}`, code: `A${n}`, costCentre: `${n}` }));
  const ids: Id<"people">[] = [];
  for (let n = 0; n < people; n += 1) {
    ids.push(
      await ctx.db.insert("people", {
        email: `p${n}@ao.com`,
        firstName: `First${n}`,
        lastName: `Last${n % 40}`,
        roles: ["staff"],
        isSuperAdmin: false,
        hasChangedInitialPassword: true,
        status: "active",
        updatedAt: now,
      }),
    );
  }
  return { people: ids, areas };
}

/** The nth request, the newest last; one in ten is open. */
export function nthRequest(n: number, cast: QueueCast, { now, apartMs, count }: QueueScale): RequestFields {
  const createdAt = now - (count - n) * apartMs;
  const chance = scattered(n);
  const status =
    n % 97 === 0 ? "Draft" : chance % 10 === 0 ? pick(OPEN, scattered(n + 1)) : pick(ENDED, scattered(n + 2));
  const requester = scattered(n + 3) % cast.people.length;
  const typeId = pick(TYPES, scattered(n + 4));
  const hasCost = typeId === "warehouse" || typeId === "service-user";
  const title = `${pick(SUBJECTS, scattered(n + 5))} ${n % 500}`;
  return {
    number: 101 + n,
    key: requestKey(101 + n),
    typeId,
    templateVersion: 1,
    title,
    ownTitle: title,
    requesterId: pick(cast.people, requester),
    beneficiaryId: pick(cast.people, requester),
    businessAreaId: pick(cast.areas, scattered(n + 6)),
    ...(chance % 3 === 0 ? { domainKey: `domain-${chance % 30}` } : {}),
    form: { reason: "Needed for the weekly figures" },
    formHash: "0",
    status,
    isOpen: isOpen(status),
    risk: "low",
    ...(hasCost ? { hasCost } : {}),
    ...(chance % 4 === 0 ? {} : { dueAt: createdAt + 5 * DAY_MS + (chance % 7) * HOUR_MS }),
    ...(isOpen(status) || chance % 50 !== 0 ? {} : { archivedAt: createdAt + 60 * DAY_MS }),
    searchText: `REQ-${101 + n} ${101 + n} ${pick(SUBJECTS, scattered(n + 5))} ${n % 500} ${typeId.replace("-", " ")} First${requester} Last${requester % 40}`,
    createdAt,
    createdById: pick(cast.people, requester),
    updatedAt: createdAt + (chance % 90) * HOUR_MS,
    submittedAt: createdAt,
    version: 1,
  };
}

/** The six tasks of a request: complete up to where it stands. */
export function tasksFor(requestId: Id<"requests">, request: RequestFields, n: number, cast: QueueCast): TaskFields[] {
  const reached = request.isOpen ? scattered(n + 7) % TASKS.length : TASKS.length;
  return TASKS.map((type, index) => {
    const chance = scattered(n * 7 + index);
    const isCurrent = index === reached;
    const status = index < reached ? "Complete" : isCurrent ? (chance % 8 === 0 ? "Failed" : "Running") : "Not Started";
    const startedAt = request.createdAt + index * HOUR_MS;
    return {
      requestId,
      number: index + 1,
      type,
      title: typeOf(type)?.title ?? type,
      order: index + 1,
      status,
      attempt: 1,
      maxAttempts: 3,
      connector: typeOf(type)?.connector,
      businessAreaId: request.businessAreaId,
      domainKey: request.domainKey,
      hasCost: request.hasCost,
      ...(status === "Complete" ? { outcome: "done" as const, finishedAt: startedAt + MINUTE_MS } : {}),
      ...(status === "Failed"
        ? { outcome: "error" as const, error: "Busy", ...(chance % 16 === 0 ? { retryAt: startedAt + HOUR_MS } : {}) }
        : {}),
      ...(status === "Running"
        ? { leaseUntil: startedAt + 3 * DAY_MS, startedAt, waitingOn: { text: "Snowflake" } }
        : {}),
      ...(chance % 3 === 0 ? { assigneeId: pick(cast.people, chance) } : {}),
      input: {},
      idempotencyKey: "",
      runsAlways: false,
      createdAt: request.createdAt,
      updatedAt: startedAt,
      version: 1,
    };
  });
}

/** Requests `from` up to `to` with their tasks. */
export async function fill(
  ctx: Write,
  cast: QueueCast,
  scale: QueueScale,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const request = nthRequest(n, cast, scale);
    const id = await ctx.db.insert("requests", request);
    if (request.status === "Draft") continue;
    for (const task of tasksFor(id, request, n, cast)) await ctx.db.insert("requestTasks", task);
  }
}

/** A bulk job of somebody with one item that was not run, not ended unless told so. */
export async function aBulkJobOf(
  ctx: Write,
  personId: Id<"people">,
  more: { readonly endedAt?: number } = {},
): Promise<Id<"bulkJobs">> {
  const requestId = await ctx.db.insert(
    "requests",
    nthRequest(
      1,
      { people: [personId], areas: [await ctx.db.insert("businessAreas", { name: "A", code: "A", costCentre: "1" })] },
      { now: 0, apartMs: 1, count: 1 },
    ),
  );
  const jobId = await ctx.db.insert("bulkJobs", {
    operation: "cancel",
    reason: "Over",
    personId,
    total: 1,
    done: 0,
    refused: 0,
    failed: 0,
    notRun: 1,
    createdAt: 0,
    ...more,
  });
  await ctx.db.insert("bulkItems", { jobId, position: 0, requestId, label: "REQ-102", result: "notRun" });
  return jobId;
}

/** A saved view of somebody. */
export async function aViewOf(ctx: Write, ownerId: Id<"people">): Promise<Id<"savedViews">> {
  return await ctx.db.insert("savedViews", {
    ownerId,
    screen: "requests",
    name: "Blocked",
    search: { status: "Blocked" },
    isShared: false,
    createdAt: 0,
    updatedAt: 0,
  });
}

/** A number that looks random and is the same every time. */
function scattered(n: number): number {
  let hash = (n + 0x9e3779b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function pick<T>(from: readonly T[], chance: number): T {
  const found = from[chance % from.length];
  if (found === undefined) throw new Error("Nothing to pick from");
  return found;
}

/** The ids of a list, read page by page to its end and back again. */
export async function walk(
  page: (cursor: {
    after?: string;
    before?: string;
  }) => Promise<{ rows: { id: string }[]; next: string | null; previous: string | null }>,
) {
  const forward: string[] = [];
  let last = await page({});
  if (last.previous !== null) throw new Error("A page is said to come before the first one");
  for (;;) {
    forward.push(...last.rows.map(({ id }) => id));
    if (last.next === null) break;
    last = await page({ after: last.next });
  }
  const backward: string[] = last.rows.map(({ id }) => id);
  while (last.previous !== null) {
    last = await page({ before: last.previous });
    backward.unshift(...last.rows.map(({ id }) => id));
  }
  return { forward, backward };
}
