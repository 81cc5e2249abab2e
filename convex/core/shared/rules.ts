/**
 * The two decisions everything hangs on, as pure functions: what status a request has, given its tasks,
 * and what the monitor does about a task, given its request.
 */

import { clockUtc, minutesBetween, momentUtc, nextFullMinute } from "../../lib/pure/time";
import { isTerminal } from "../requests/rules";
import type { RequestStatus } from "../requests/table";
import { CONNECTOR_LABELS, isConnectorOn, type ConnectorSwitch } from "../services/rules";
import type { ConnectorName } from "../services/table";
import { isApproval, isSettled, LEASE_GRACE_MS, retriesByItself, typeOf, type TaskFacts } from "../tasks/rules";
import type { TaskStatus } from "../tasks/table";
import type { MonitorAction } from "./table";

/** What the status of a request depends on besides its tasks. */
export interface RequestFacts {
  readonly status: RequestStatus;
  readonly isCancelled: boolean;
  readonly hasOpenQuestion: boolean;
}

/** The status of a request (2.1). A draft stays one until it is submitted, a terminal status stays (R3). */
export function requestStatusOf(request: RequestFacts, tasks: readonly TaskFacts[]): RequestStatus {
  if (request.status === "Draft" || isTerminal(request.status)) return request.status;
  if (request.isCancelled) return "Cancelled";
  const ended = verdictOf(tasks);
  if (ended) return ended;
  if (tasks.length > 0 && tasks.every((task) => task.status === "Complete")) return "Completed";
  if (request.hasOpenQuestion) return "Needs info";
  if (tasks.some(isStuck)) return "Blocked";
  return isPendingApproval(tasks) ? "Pending approval" : "In progress";
}

/** The end an approval forced on the request, or null. A time-out never counts as approval. */
function verdictOf(tasks: readonly TaskFacts[]): "Rejected" | "Expired" | null {
  const approvals = tasks.filter(isApproval);
  if (approvals.some(({ outcome }) => outcome === "rejected" || outcome === "revoked")) return "Rejected";
  if (approvals.some(({ outcome }) => outcome === "timed_out")) return "Expired";
  return null;
}

function isStuck(task: TaskFacts): boolean {
  return task.status === "Failed" && !retriesByItself(task);
}

function isPendingApproval(tasks: readonly TaskFacts[]): boolean {
  const open = tasks.filter((task) => !isSettled(task));
  const lowest = Math.min(...open.map(({ order }) => order));
  return open.some((task) => task.order === lowest && isApproval(task));
}

/** What the monitor knows about a task. Names are resolved beforehand, because reasons name people. */
export interface TaskView extends TaskFacts {
  readonly leaseUntil?: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly createdAt?: number;
  readonly delayMs?: number;
  readonly notBefore?: number;
  readonly waitingOnText?: string;
  readonly assigneeName?: string;
  /** A task that verifies: the systems it reads back. */
  readonly reads?: readonly ConnectorName[];
  /** Whether its work gives the beneficiary something. */
  readonly givesAccess?: boolean;
  /** An approval that can be taken back until then. */
  readonly holdUntil?: number;
}

/** What the monitor knows about the request of a task, and about the world around it. */
export interface DecisionContext {
  readonly request: {
    readonly status: RequestStatus;
    readonly requesterName: string;
    readonly hold?: { readonly reason: string; readonly until?: number; readonly byName: string };
    /** The beneficiary, once they are no longer there. */
    readonly gone?: { readonly name: string; readonly hasLeft: boolean };
  };
  readonly tasks: readonly TaskView[];
  readonly connectors: ReadonlyMap<ConnectorName, ConnectorSwitch & { readonly changedByName?: string }>;
  readonly now: number;
}

/** What happens to a task, and why. */
export interface Decision {
  readonly action: MonitorAction;
  readonly statusAfter: TaskStatus;
  readonly reason: string;
}

/** The decision table of the monitor (2.2). Null: the task is not examined. */
export function decide(task: TaskView, context: DecisionContext): Decision | null {
  if (isTerminal(context.request.status) || isSettled(task)) return null;
  if (task.status === "Running") return noChange(task, runningReason(task, context.now));
  const obstacle = requestObstacle(context) ?? failureObstacle(task, context);
  if (obstacle) return ignored(task, obstacle);
  const earlier = earlierOpenTask(task, context);
  if (earlier) return noChange(task, `Waiting for ${nameOf(earlier)}`);
  const held = lowerTasks(task, context).find(({ holdUntil }) => holdUntil !== undefined && holdUntil > context.now);
  if (held)
    return noChange(
      task,
      `Waits until ${clockUtc(held.holdUntil ?? context.now)}: ${nameOf(held)} can be taken back until then`,
    );
  const begin = beginOf(task, context.tasks);
  if (begin > context.now) return noChange(task, `Waits until ${momentUtc(begin)}`);
  const missing = goneObstacle(task, context) ?? meansObstacle(task, context);
  if (missing) return ignored(task, missing);
  const isAfterFailure = task.runsAlways && lowerTasks(task, context).some(isStuck);
  const reason = isAfterFailure ? "Also runs after a failure" : "All earlier tasks complete";
  return { action: "Scheduled", statusAfter: "Running", reason };
}

/**
 * Why a task that runs already must not touch the outside system now, or null: what would have kept it from starting.
 */
export function obstacleFor(task: TaskView, context: DecisionContext): string | null {
  if (isTerminal(context.request.status)) return "The request has ended";
  return requestObstacle(context) ?? goneObstacle(task, context) ?? meansObstacle(task, context);
}

/**
 * The earliest time a task may start, given when the tasks before it ended: long ago when it waits neither for a day
 * nor for so many.
 */
export function beginOf(
  { delayMs, notBefore = 0, createdAt = 0, order }: TaskView,
  tasks: readonly TaskView[],
): number {
  if (!delayMs) return notBefore;
  const ends = tasks.filter((task) => task.order < order).map(({ finishedAt }) => finishedAt ?? 0);
  return Math.max(notBefore, Math.max(createdAt, ...ends) + delayMs);
}

/**
 * When a request is due that only waits for a task planned for later, as the review half a year on: nobody is
 * late before that task may begin. Null while anything else of it is open now.
 */
export function plannedDue(tasks: readonly TaskView[], now: number): number | null {
  const open = tasks.filter((task) => !isSettled(task));
  const lowest = Math.min(...open.map(({ order }) => order));
  const next = open.filter(({ order }) => order === lowest);
  const isPlanned =
    next.length > 0 &&
    open.every(({ status }) => status === "Not Started") &&
    next.every((task) => beginOf(task, tasks) > now);
  return isPlanned ? Math.max(...next.map((task) => beginOf(task, tasks) + (typeOf(task.type)?.timeoutMs ?? 0))) : null;
}

function noChange(task: TaskView, reason: string): Decision {
  return { action: "No Change", statusAfter: task.status, reason };
}

function ignored(task: TaskView, reason: string): Decision {
  return { action: "Ignored", statusAfter: task.status, reason };
}

function runningReason(task: TaskView, now: number): string {
  if (task.leaseUntil !== undefined && task.leaseUntil <= now) {
    return `Overdue; executor will fail it at ${clockUtc(nextFullMinute(task.leaseUntil + LEASE_GRACE_MS))}`;
  }
  const holder = task.assigneeName ?? task.waitingOnText ?? "the portal";
  return `Running ${spanText(minutesBetween(task.startedAt ?? now, now))}, waiting on ${holder}`;
}

/** "12 min", "5 h", "2 days 10 h": the smaller unit only while it says something. */
function spanText(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  const rest = hours % 24;
  return `${Math.floor(hours / 24)} days${rest === 0 ? "" : ` ${rest} h`}`;
}

/** What about the request itself keeps every task from starting. */
function requestObstacle({ request, now }: DecisionContext): string | null {
  const { hold } = request;
  if (hold && (hold.until === undefined || hold.until > now)) {
    const end = hold.until === undefined ? "" : ` until ${momentUtc(hold.until)}`;
    return `On hold${end}: ${hold.reason}; ${hold.byName} can lift it`;
  }
  if (request.status === "Needs info") return `Needs info: ${request.requesterName} has to answer the open question`;
  return null;
}

/** Which failure has to be cleared first. A task that runs always is not held up by one. */
function failureObstacle(task: TaskView, context: DecisionContext): string | null {
  if (task.runsAlways) return null;
  const failed = lowerTasks(task, context).find(({ status }) => status === "Failed");
  const blocker = failed ?? (context.request.status === "Blocked" ? context.tasks.find(isStuck) : undefined);
  if (!blocker) return null;
  if (blocker.retryAt !== undefined) {
    const next = `attempt ${blocker.attempt + 1} of ${blocker.maxAttempts}`;
    return `${capital(nameOf(blocker))} failed and is tried again at ${clockUtc(blocker.retryAt)} (${next}); an admin can retry it now`;
  }
  return `${capital(nameOf(blocker))} failed; ${blocker.assigneeName ?? "an admin"} can retry or resolve it`;
}

/** The earlier task this one waits for. Behind a failure, a task that runs always waits only for what still runs. */
function earlierOpenTask(task: TaskView, context: DecisionContext): TaskView | undefined {
  const lower = lowerTasks(task, context);
  if (task.runsAlways && lower.some(isStuck)) return lower.find(({ status }) => status === "Running");
  return lower.find(({ status }) => status !== "Complete");
}

/** Nothing is given to somebody who is no longer there; what is taken from them goes on. */
function goneObstacle({ givesAccess }: TaskView, { request: { gone } }: DecisionContext): string | null {
  if (!gone || givesAccess !== true) return null;
  if (gone.hasLeft) return `${gone.name} has left; an admin can cancel the request`;
  return `${gone.name} is suspended; the request continues when they are back, or an admin can cancel it`;
}

/** What the task itself needs and cannot have: a known type, connectors that are on. */
function meansObstacle(task: TaskView, context: DecisionContext): string | null {
  const type = typeOf(task.type);
  if (!type) return `Unknown task type "${task.type}"; a super admin can add it`;
  const systems = type.connector ? [type.connector] : (task.reads ?? []);
  return systems.map((system) => switchObstacle(system, context)).find((obstacle) => obstacle !== null) ?? null;
}

/** Why an outside system must not be worked on now, or null: its switch, and who can turn it. */
export function switchObstacle(
  system: ConnectorName,
  { connectors, now }: Pick<DecisionContext, "connectors" | "now">,
): string | null {
  const found = connectors.get(system);
  if (!found || isConnectorOn(found, now)) return null;
  const label = CONNECTOR_LABELS[system];
  const who = found.changedByName ?? "a super admin";
  if (found.state === "stopped") return `The kill switch of ${label} is pulled; ${who} can release it`;
  if (found.state === "off") return `${label} is switched off; ${who} can switch it on`;
  const end = found.until === undefined ? "" : ` until ${momentUtc(found.until)}`;
  return `${label} is in maintenance${end}; ${who} can end it`;
}

function lowerTasks(task: TaskView, { tasks }: DecisionContext): TaskView[] {
  return tasks.filter(({ order }) => order < task.order).toSorted((a, b) => a.order - b.order);
}

function nameOf({ order, title }: TaskView): string {
  return `task ${order} ${title}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
