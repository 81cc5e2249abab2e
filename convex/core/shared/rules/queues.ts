/** What the queues decide without the database: who sees what, what a filter lets through, how words are found. */

import { KEEPER_ROLE, type RoleName, holdersTitle } from "../../../access/roles";
import { scopeOf } from "../../../access/scope";
import { isOpen } from "../../requests/rules";
import { oversees } from "../../requests/rules/access";
import type { RequestStatus } from "../../requests/table";
import { TASK_TYPES, typeOf } from "../../tasks/rules";
import { endingOf } from "../../tasks/rules/ended";
import type { TaskFields } from "../../tasks/table";
import type { RequestFilter, TaskFilter } from "../table";

/** Counting stops here; more is shown as "1,000+". */
export const COUNT_LIMIT = 1000;

/** Characters of a search that are looked at. */
export const SEARCH_MAX_LENGTH = 200;

/** What somebody who oversees requests is, as far as it limits what they see. */
export interface Overseer {
  readonly roles: readonly RoleName[];
  readonly businessAreaId?: string;
  /** Every area that is one with theirs by merges. */
  readonly areaIds?: readonly string[];
}

/** What it depends on about a request, or about a task that carries it from its request. */
export interface Listed {
  readonly businessAreaId?: string;
  readonly areaIds?: readonly string[];
  readonly domainKey?: string;
  readonly hasCost?: boolean;
}

/** Whether somebody sees all of it: neither governance nor FinOps does. */
export function seesEverything(viewer: Overseer): boolean {
  return scopeOf(viewer, "requests").isAll;
}

/** Whether all somebody sees of others is what costs money: an index holds exactly that. */
export function seesOnlyCost(viewer: Overseer): boolean {
  const { isAll, isGoverned, isCost } = scopeOf(viewer, "requests");
  return isCost && !isAll && !isGoverned;
}

/** Whether a row is among those somebody oversees: the rule of the request's own page. */
export function isInSight(viewer: Overseer, { businessAreaId, areaIds, domainKey, hasCost = false }: Listed): boolean {
  return oversees(viewer, { businessAreaId, areaIds, domainKey, hasCost });
}

/** What a filter looks at in a request. */
export interface RequestFacts extends Listed {
  readonly status: RequestStatus;
  readonly typeId: string;
  readonly requesterId: string;
  readonly createdAt: number;
  readonly dueAt?: number;
  readonly archivedAt?: number;
}

/** The areas that the one a filter names stands for. */
interface WithAreas {
  readonly areaIds?: readonly string[];
}

function isInArea(row: Listed, { businessAreaId, areaIds }: Listed): boolean {
  if (areaIds === undefined) return isIt(row.businessAreaId, businessAreaId);
  return row.businessAreaId !== undefined && areaIds.includes(row.businessAreaId);
}

/** Whether a request passes everything in a filter but its text and `isRetrying`, which other rows tell. */
export function requestPasses(request: RequestFacts, filter: RequestFilter & WithAreas, now: number): boolean {
  if (request.status === "Draft" || request.archivedAt !== undefined) return false;
  return (
    isOneOf(request.status, filter.statuses) &&
    isOneOf(request.typeId, filter.typeIds) &&
    isIt(request.requesterId, filter.requesterId) &&
    isInArea(request, filter) &&
    isWithin(request.createdAt, filter) &&
    (filter.isOverdue !== true || isRequestOverdue(request, now))
  );
}

/** Open and past its due date. */
export function isRequestOverdue({ status, dueAt }: Pick<RequestFacts, "status" | "dueAt">, now: number): boolean {
  return isOpen(status) && dueAt !== undefined && dueAt < now;
}

/** What a filter looks at in a task. */
export type TaskFacts = Listed &
  Pick<TaskFields, "type" | "status" | "outcome" | "connector" | "createdAt" | "leaseUntil" | "retryAt"> & {
    readonly assigneeId?: string;
  };

/** Whether a task passes everything in a filter but its text. */
export function taskPasses(task: TaskFacts, filter: TaskFilter & WithAreas, now: number): boolean {
  return (
    isOneOf(task.status, filter.statuses) &&
    isOneOf(task.type, filter.types) &&
    (isNone(filter.connectors) || (task.connector !== undefined && filter.connectors.includes(task.connector))) &&
    isIt(task.assigneeId, filter.assigneeId) &&
    isInArea(task, filter) &&
    isWithin(task.createdAt, filter) &&
    (filter.isOverdue !== true || isTaskOverdue(task, now)) &&
    (filter.isRetrying !== true || isRetrying(task)) &&
    (isNone(filter.endings) || isOneOf(endingOf(task), filter.endings)) &&
    (filter.isUnassigned !== true || isUnassigned(task))
  );
}

/** Running for longer than its attempt may. */
export function isTaskOverdue({ status, leaseUntil }: Pick<TaskFacts, "status" | "leaseUntil">, now: number): boolean {
  return status === "Running" && leaseUntil !== undefined && leaseUntil < now;
}

/** Failed, and going to be retried automatically. */
export function isRetrying({ status, retryAt }: Pick<TaskFacts, "status" | "retryAt">): boolean {
  return status === "Failed" && retryAt !== undefined;
}

/** Failed for good in a request that still wants it: somebody has to look into it. */
export function isStuck({ status, retryAt, outcome }: Pick<TaskFacts, "status" | "retryAt" | "outcome">): boolean {
  const isOver = outcome === "cancelled" || outcome === "rejected" || outcome === "revoked";
  return status === "Failed" && retryAt === undefined && !isOver;
}

/** Who has a stuck task that was given to nobody. */
export const STUCK_HOLDER = holdersTitle(KEEPER_ROLE);

/** Work for a person that nobody has taken yet and that is still to be done. */
export function isUnassigned({
  type,
  status,
  outcome,
  assigneeId,
}: Pick<TaskFacts, "type" | "status" | "outcome" | "assigneeId">): boolean {
  const isToDo = (status === "Running" || status === "Not Started") && outcome === undefined;
  return isToDo && assigneeId === undefined && typeOf(type)?.executor === "manual";
}

/** Types of work that people do manually. */
export const MANUAL_TYPES: readonly string[] = Object.entries(TASK_TYPES).flatMap(([name, { executor }]) =>
  executor === "manual" ? [name] : [],
);

/** "snowflake-access" -> "Snowflake access": a type the catalog does not know, in words. */
export function typeName(key: string): string {
  const text = key.replaceAll(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isNone<T>(wanted: readonly T[] | undefined): wanted is undefined {
  return wanted === undefined || wanted.length === 0;
}

function isOneOf<T>(value: T, wanted: readonly T[] | undefined): boolean {
  return isNone(wanted) || wanted.includes(value);
}

function isIt<T>(value: T | undefined, wanted: T | undefined): boolean {
  return wanted === undefined || value === wanted;
}

function isWithin(at: number, { from, before }: { readonly from?: number; readonly before?: number }): boolean {
  return (from === undefined || at >= from) && (before === undefined || at < before);
}
