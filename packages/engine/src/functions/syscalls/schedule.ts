/** ctx.scheduler: jobs are rows, inserted and canceled by the transaction that asks for it. */

import type { WriteTransaction } from "../../transactions/types.ts";
import type { CallTree } from "../call-tree.ts";
import type { ScheduledJob } from "../call.ts";
import type { Execution, Syscall, SyscallTable } from "../execution.ts";
import { runOutsideScope } from "../globals/scope.ts";
import { inComponent, readPath, resolveAddress } from "../modules/address.ts";
import { storedName } from "../modules/paths.ts";

const FIVE_YEARS_MS = 5 * 366 * 24 * 60 * 60 * 1000;

/** The visible shape of a job. */
export interface JobRow {
  readonly _id: string;
  readonly name: string;
  /** The component of the function, and the one that scheduled it; absent for the app. Functions see neither. */
  readonly component?: string;
  readonly owner?: string;
  readonly args: readonly [Record<string, never>];
  readonly scheduledTime: number;
  readonly completedTime?: number;
  readonly state:
    | { readonly kind: "pending" | "inProgress" | "success" | "canceled" }
    | { readonly kind: "failed"; readonly error: string };
}

/** The row of a job, or null. */
export function readJob(tx: WriteTransaction, id: string): JobRow | null {
  const json = tx.get(id, { isSystem: true, table: "_scheduled_functions" });
  return json === null ? null : (JSON.parse(json) as JobRow);
}

interface Request {
  readonly name: string;
  readonly component: string;
  readonly owner: string;
  readonly args: unknown;
  readonly dueMs: number;
}

function readRequest({ tree, component: owner }: Execution, args: Record<string, unknown>): Request {
  const entry = scheduled(tree, args, owner);
  const seconds = args["ts"];
  if (typeof seconds !== "number" || !Number.isFinite(seconds))
    throw new Error("The scheduled time must be a finite number");
  const dueMs = Math.round(seconds * 1e6) / 1e3;
  const aheadMs = dueMs - tree.host.clock.nowMs();
  if (Math.abs(aheadMs) > FIVE_YEARS_MS)
    throw new Error(`The scheduled time is more than 5 years in the ${aheadMs > 0 ? "future" : "past"}`);
  return { name: storedName(entry.path), component: entry.component, owner, args: args["args"] ?? {}, dueMs };
}

/** Only whether it exists is asked here: a query that was scheduled fails when it is due. */
function scheduled(
  tree: CallTree,
  args: Record<string, unknown>,
  component: string,
): ReturnType<typeof resolveAddress> {
  try {
    return resolveAddress(tree.deployment, args, component);
  } catch {
    throw new Error(whyNotThere(tree, String(args["name"] ?? args["reference"] ?? args["functionHandle"]), component));
  }
}

function whyNotThere({ deployment }: CallTree, written: string, component: string): string {
  const path = written.startsWith("_reference/") ? null : readPath(written);
  if (path === null) return `Attempted to schedule function at nonexistent path: ${written}`;
  const [module = "", name = ""] = path.split(":");
  const file = `${module}.js`;
  const isThere = [...deployment.functions.values()].some(
    (entry) => entry.component === component && entry.path.startsWith(`${module}:`),
  );
  if (!isThere)
    return `Attempted to schedule function at nonexistent path: ${component === "" ? "" : `${component} `}${file}`;
  return `Attempted to schedule function, but no exported function ${name} found in the file: ${file}${inComponent(component)}. Did you forget to export it?`;
}

function insertJob(tx: WriteTransaction, tree: CallTree, request: Request): ScheduledJob {
  const { limits, clock } = tree.host;
  tx.usage.functionsScheduled += 1;
  if (tx.usage.functionsScheduled > limits.functionsScheduled) {
    throw new Error(`Too many functions scheduled by this mutation (limit: ${limits.functionsScheduled})`);
  }
  tx.usage.scheduledFunctionArgsBytes += JSON.stringify(request.args).length;
  if (tx.usage.scheduledFunctionArgsBytes > limits.scheduledArgsBytes) {
    throw new Error(
      `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limits.scheduledArgsBytes} bytes)`,
    );
  }
  // What a canceled action still schedules is born canceled.
  const isCanceled = tree.jobId !== null && readJob(tx, tree.jobId)?.state.kind === "canceled";
  const where = {
    ...(request.component === "" ? {} : { component: request.component }),
    ...(request.owner === "" ? {} : { owner: request.owner }),
  };
  const row = { name: request.name, args: [request.args], scheduledTime: request.dueMs, ...where };
  const id = tx.system.insert(
    "_scheduled_functions",
    isCanceled
      ? { ...row, state: { kind: "canceled" }, completedTime: clock.nowMs() }
      : { ...row, state: { kind: "pending" } },
  );
  return { id, dueMs: request.dueMs };
}

/** A mutation may cancel the job it is: what it writes stays, and its row says `canceled`. */
function cancelJob(tx: WriteTransaction, { tree, component }: Execution, id: string): void {
  const job = readJob(tx, id);
  if (job === null || (job.owner ?? "") !== component)
    throw new Error(`Scheduled function with id ${id} does not exist`);
  if (job.state.kind !== "pending" && job.state.kind !== "inProgress") return;
  tx.system.shallowMerge(id, { state: { kind: "canceled" }, completedTime: tree.host.clock.nowMs() });
}

function writing(execution: Execution): WriteTransaction {
  const { write } = execution.tree;
  if (write === null || execution.kind !== "mutation") throw new Error("Queries cannot schedule functions");
  return write;
}

/** ctx.scheduler of mutations. */
export const transactionSchedule: SyscallTable["async"] = {
  "1.0/schedule": (execution, args) => {
    const { tree } = execution;
    const job = insertJob(writing(execution), tree, readRequest(execution, args));
    tree.scheduled.push(job);
    return JSON.stringify(job.id);
  },
  "1.0/cancel_job": (execution, args) => {
    cancelJob(writing(execution), execution, String(args["id"]));
    return "null";
  },
};

const scheduleFromAction: Syscall = async (execution, args) => {
  const { tree } = execution;
  const request = readRequest(execution, args);
  const { value } = await runOutsideScope(() => tree.host.committer.run(async (tx) => insertJob(tx, tree, request)));
  // The timer that wakes the scheduler must not belong to the action.
  runOutsideScope(() => tree.host.onScheduled([value]));
  return JSON.stringify(value.id);
};

/** ctx.scheduler of actions: committed at once. */
export const actionSchedule: SyscallTable["async"] = {
  "1.0/actions/schedule": scheduleFromAction,
  "1.0/actions/cancel_job": async (execution, args) => {
    const { tree } = execution;
    await runOutsideScope(() => tree.host.committer.run(async (tx) => cancelJob(tx, execution, String(args["id"]))));
    return "null";
  },
};
