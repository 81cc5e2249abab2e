/** What a type, a kind of task or a service cost people, counted in the portal's own rows. */

import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { CONNECTORS } from "../../connectors/manifests";
import { publishedTypes, publishedVersion } from "../../core/catalog/model";
import { MEASURED_MS } from "../../core/feedback/rules";
import type { ideaAbout, pain } from "../../core/feedback/table";
import { LISTED_REQUEST_STATUSES, LISTED_TASK_STATUSES } from "../../core/shared/rules/listed";
import { TASK_TYPES, typeOf } from "../../core/tasks/rules";
import { relatedService } from "../../core/tickets/model";
import { approvalByName } from "../steps/named";

type ReadCtx = Pick<QueryCtx, "db">;
type About = Infer<typeof ideaAbout>;

/** Rows of one status that are counted, the newest: beyond, the figures say that they are a part. */
const COUNTED = 300;
/** Tickets of the time that are looked through. */
const TICKETS = 300;

/** One row as it counts. */
interface Run {
  readonly waitMs: number | null;
  readonly end: "done" | "failed" | "denied" | "open";
}

/** What an idea may be about, by its name. */
export async function aboutChoices(ctx: ReadCtx): Promise<(About & { label: string })[]> {
  const types = (await publishedTypes(ctx)).map(({ type: { key }, version: { definition } }) => ({
    kind: "requestType" as const,
    key,
    label: definition.name,
  }));
  const services = Object.entries(CONNECTORS).map(([key, { label }]) => ({ kind: "service" as const, key, label }));
  const tasks = Object.entries(TASK_TYPES).map(([key, { title }]) => ({
    kind: "taskType" as const,
    key,
    label: title,
  }));
  return [...types, ...services, ...tasks];
}

/** What such a thing is called; null where there is none. */
export async function nameOfAbout(ctx: ReadCtx, { kind, key }: About): Promise<string | null> {
  if (kind === "requestType") return (await publishedVersion(ctx, key))?.version.definition.name ?? null;
  return kind === "taskType" ? (typeOf(key)?.title ?? null) : (relatedService(key)?.label ?? null);
}

/** The figures from a time on, at most those of the last 90 days. */
export async function measure(ctx: ReadCtx, about: About, from: number, now: number): Promise<Infer<typeof pain>> {
  const since = Math.max(from, now - MEASURED_MS);
  const { runs, isPart } =
    about.kind === "requestType"
      ? await requestRuns(ctx, about.key, since, now)
      : await taskRuns(ctx, about, since, now);
  const waits = runs.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs])).toSorted((a, b) => a - b);
  const ended = (how: Run["end"]): number => runs.filter(({ end }) => end === how).length;
  return {
    since,
    until: now,
    runs: runs.length,
    done: ended("done"),
    failures: ended("failed"),
    denials: ended("denied"),
    waitMs: waits[Math.floor(waits.length / 2)] ?? null,
    tickets: await ticketsAbout(ctx, about, since),
    isPart,
  };
}

async function requestRuns(
  ctx: ReadCtx,
  typeId: string,
  since: number,
  now: number,
): Promise<{ runs: Run[]; isPart: boolean }> {
  const runs: Run[] = [];
  let isPart = false;
  for (const status of LISTED_REQUEST_STATUSES) {
    const rows = await ctx.db
      .query("requests")
      .withIndex("queue_type_created", (q) =>
        q
          .eq("typeId", typeId)
          .eq("status", status)
          .eq("archivedAt", undefined)
          .gte("createdAt", since)
          .lte("createdAt", now),
      )
      .order("desc")
      .take(COUNTED);
    isPart ||= rows.length === COUNTED;
    for (const { submittedAt, endedAt } of rows)
      if (submittedAt !== undefined)
        runs.push({
          end: REQUEST_ENDS[status] ?? "open",
          waitMs: status === "Completed" && endedAt !== undefined ? endedAt - submittedAt : null,
        });
  }
  return { runs, isPart };
}

const REQUEST_ENDS: Readonly<Partial<Record<Doc<"requests">["status"], Run["end"]>>> = {
  Completed: "done",
  Blocked: "failed",
  Expired: "failed",
  Rejected: "denied",
};

async function taskRuns(
  ctx: ReadCtx,
  { kind, key }: About,
  since: number,
  now: number,
): Promise<{ runs: Run[]; isPart: boolean }> {
  const runs: Run[] = [];
  let isPart = false;
  for (const status of LISTED_TASK_STATUSES) {
    const tasks = ctx.db.query("requestTasks");
    const found =
      kind === "taskType"
        ? tasks.withIndex("queue_type_created", (q) =>
            q.eq("type", key).eq("status", status).gte("createdAt", since).lte("createdAt", now),
          )
        : tasks.withIndex("queue_connector_created", (q) =>
            q.eq("connector", key).eq("status", status).gte("createdAt", since).lte("createdAt", now),
          );
    const rows = await found.order("desc").take(COUNTED);
    isPart ||= rows.length === COUNTED;
    for (const { startedAt, finishedAt, outcome } of rows)
      if (startedAt !== undefined)
        runs.push({
          end: outcome === undefined ? "open" : (TASK_ENDS[outcome] ?? "open"),
          waitMs: outcome === "done" && finishedAt !== undefined ? finishedAt - startedAt : null,
        });
  }
  return { runs, isPart };
}

const TASK_ENDS: Readonly<Partial<Record<NonNullable<Doc<"requestTasks">["outcome"]>, Run["end"]>>> = {
  done: "done",
  resolved_manually: "failed",
  error: "failed",
  timed_out: "failed",
  rejected: "denied",
};

/** Tickets about it: named by themselves, or by a request or a task of it. */
async function ticketsAbout(ctx: ReadCtx, about: About, since: number): Promise<number> {
  const tickets = await ctx.db
    .query("tickets")
    .withIndex("by_creation_time", (q) => q.gte("_creationTime", since))
    .order("desc")
    .take(TICKETS);
  let count = 0;
  for (const { related } of tickets) if (related && (await isAbout(ctx, about, related))) count += 1;
  return count;
}

async function isAbout(
  ctx: ReadCtx,
  { kind, key }: About,
  related: NonNullable<Doc<"tickets">["related"]>,
): Promise<boolean> {
  if (related.kind === "service") return kind === "service" && related.ref === relatedService(key)?.ref;
  if (related.kind === "request") {
    if (kind !== "requestType") return false;
    const number = Number(/\d+/.exec(related.ref)?.[0]);
    const request = await ctx.db
      .query("requests")
      .withIndex("by_number", (q) => q.eq("number", number))
      .first();
    return request?.typeId === key;
  }
  if (related.kind === "domain" || related.kind === "table" || related.kind === "warehouse") return false;
  if (related.kind === "grant") {
    const grantId = ctx.db.normalizeId("grants", related.ref);
    return kind === "requestType" && grantId !== null && (await ctx.db.get(grantId))?.typeKey === key;
  }
  const approval = related.kind === "approval" ? await approvalByName(ctx, related.ref) : null;
  const taskId = approval?.taskId ?? ctx.db.normalizeId("requestTasks", related.ref);
  const task = taskId && (await ctx.db.get(taskId));
  if (!task) return false;
  if (kind !== "requestType") return kind === "taskType" ? task.type === key : task.connector === key;
  return (await ctx.db.get(task.requestId))?.typeId === key;
}
