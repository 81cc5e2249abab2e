/**
 * Two workloads of one shape, so that clients drive both by the same calls: `recent` pages of 50 and a `touch`.
 *
 * tasks: a portal's board. 1,000 tasks of 20 requests; a mutation updates one task and inserts an audit
 * row; subscribers watch the 50 most recently updated tasks of one request.
 *
 * items: the same rows, each found by its key through an index and moved in two other indexes.
 */

export type Workload = "tasks" | "items";

export const TASKS = 1000;
export const REQUESTS = 20;
export const PAGE = 50;
/** The request that is watched and written; its tasks are those whose number is a multiple of REQUESTS. */
export const HOT_REQUEST = requestName(0);
/** Where the counter of writes starts: every written task is more recent than every filled one. */
export const FIRST_WRITE = 1_000_000_000;

export interface Task {
  readonly assignee: string;
  readonly attempts: number;
  readonly description: string;
  readonly dueAt: number;
  readonly isBlocked: boolean;
  readonly order: number;
  readonly request: string;
  readonly status: string;
  readonly title: string;
  readonly updatedAt: number;
}

/** The name of a request. */
export function requestName(number: number): string {
  return `request ${number}`;
}

/** Task number `i`: ten fields, about 400 bytes as JSON. */
export function makeTask(i: number): Task {
  return {
    assignee: "someone@example.com",
    attempts: 0,
    description: "x".repeat(160),
    dueAt: 1_700_000_000_000 + i,
    isBlocked: false,
    order: i,
    request: requestName(i % REQUESTS),
    status: "running",
    title: `Task number ${i} of the bench`,
    updatedAt: i,
  };
}

/** A task that is found by its key. */
export interface Item extends Task {
  readonly key: string;
}

/** Item number `i`. */
export function makeItem(i: number): Item {
  return { ...makeTask(i), key: `item ${i}` };
}

const STATUSES = ["running", "waiting", "done"] as const;

/** The status the `n`th write gives. */
export function statusOf(n: number): string {
  return STATUSES[n % STATUSES.length] as string;
}

/**
 * What subscribers watch: one query for all (`recent`), a query each that answers all alike (`recent` with a viewer), or
 * a query each whose rows say for whom they are (`own`, of items alone).
 */
export type Watched = "shared" | "distinct" | "own";

/** The watched query's name and arguments. */
export function watchedQuery(
  watched: Watched,
  subscriber: number,
  request: string,
): { readonly name: string; readonly args: Record<string, string | number> } {
  return {
    name: watched === "own" ? "own" : "recent",
    args: { request, viewer: watched === "shared" ? 0 : subscriber },
  };
}
