/** Functions calling functions: inside one transaction (`1.0/runUdf`) and from actions (`1.0/actions/*`). */

import type { JsonObject } from "../../values/json.ts";
import { readBudget } from "../budget.ts";
import type { CallTree } from "../call-tree.ts";
import type { FunctionCall, FunctionOutcome, QueryRun } from "../call.ts";
import type { Execution, Syscall, SyscallTable } from "../execution.ts";
import { NestedFailure } from "../failure.ts";
import { runOutsideScope } from "../globals/scope.ts";
import { invoke } from "../invoke.ts";
import { handleOf, requireKind, resolveAddress } from "../modules/address.ts";
import type { FunctionEntry } from "../modules/analysis.ts";

type Args = Record<string, unknown>;

function checkDepth(execution: Execution): void {
  const { callDepth } = execution.tree.host.limits;
  if (execution.depth + 1 >= callDepth)
    throw new Error(`Cross-function call depth limit exceeded (limit: ${callDepth})`);
}

function valueOf(outcome: FunctionOutcome): string {
  if (outcome.ok) return outcome.valueJson;
  throw new NestedFailure(outcome.failure);
}

function runUdf(execution: Execution, args: Args): Promise<string> {
  checkDepth(execution);
  const entry = resolveAddress(execution.tree.deployment, args, execution.component);
  const passed = (args["args"] ?? {}) as JsonObject;
  switch (args["udfType"]) {
    case "query":
      requireKind(entry, "query");
      return runInside(execution, entry, passed, args["transactionLimits"]);
    case "snapshotQuery":
      requireKind(entry, "query");
      return runOverSnapshot(execution, entry, passed, args["transactionLimits"]);
    case "mutation":
      requireKind(entry, "mutation");
      return runSubMutation(execution, entry, passed, args["transactionLimits"]);
    default:
      throw new Error(`Unknown function type ${String(args["udfType"])}`);
  }
}

/** The called function with the ceilings its caller gave it. */
function childOf(
  execution: Execution,
  entry: FunctionEntry,
  limits: unknown,
  tree: CallTree = execution.tree,
): Execution {
  const child = execution.child(entry, tree);
  child.budget = tree.read === null ? null : readBudget(limits, tree.read.usage);
  return child;
}

async function runInside(
  execution: Execution,
  entry: FunctionEntry,
  args: JsonObject,
  limits: unknown,
): Promise<string> {
  const child = childOf(execution, entry, limits);
  return valueOf(await runOutsideScope(() => invoke(entry, child, args)));
}

/** Reads the committed state only: not what the calling mutation wrote. */
async function runOverSnapshot(
  execution: Execution,
  entry: FunctionEntry,
  args: JsonObject,
  limits: unknown,
): Promise<string> {
  const { tree } = execution;
  const snapshot = tree.host.snapshot();
  try {
    const own: CallTree = { ...tree, read: snapshot.begin(), write: null };
    const child = childOf(execution, entry, limits, own);
    return valueOf(await runOutsideScope(() => invoke(entry, child, args)));
  } finally {
    snapshot.release();
  }
}

/** A thrown error takes back the sub-mutation's writes and schedules; its reads stay. */
async function runSubMutation(
  execution: Execution,
  entry: FunctionEntry,
  args: JsonObject,
  limits: unknown,
): Promise<string> {
  const { write, scheduled, fileEffects } = execution.tree;
  if (write === null || execution.kind !== "mutation")
    throw new Error("Mutations can only be run from mutations and actions");
  const child = childOf(execution, entry, limits);
  const savepoint = write.savepoint();
  const scheduledBefore = scheduled.length;
  const removedBefore = fileEffects.removed.length;
  const outcome = await runOutsideScope(() => invoke(entry, child, args));
  if (outcome.ok) savepoint.release();
  else {
    savepoint.rollback();
    scheduled.length = scheduledBefore;
    fileEffects.removed.length = removedBefore;
  }
  return valueOf(outcome);
}

function nestedCall(execution: Execution, args: Args): { entry: FunctionEntry; call: FunctionCall } {
  checkDepth(execution);
  const { deployment, identity, named, origin } = execution.tree;
  const entry = resolveAddress(deployment, args, execution.component);
  const passed = (args["args"] ?? {}) as JsonObject;
  return {
    entry,
    call: {
      path: entry.path,
      component: entry.component,
      args: passed,
      identity,
      requestId: named.requestId,
      origin,
      visibility: "any",
      depth: execution.depth + 1,
    },
  };
}

/** Log lines of called functions become the caller's. */
function adopt(execution: Execution, outcome: FunctionOutcome): string {
  for (const line of outcome.logLines) execution.logs.adopt(line);
  return valueOf(outcome);
}

/** Over the newest state, as soon as there is room for one more query that holds one. */
function queryOf({ host, runner }: CallTree, call: FunctionCall): Promise<QueryRun> {
  return host.actionReads.run(async () => {
    const snapshot = host.snapshot();
    try {
      return await runner.runQuery(call, snapshot);
    } finally {
      snapshot.release();
    }
  });
}

const fromAction: Record<string, Syscall> = {
  "1.0/actions/query": async (execution, args) => {
    const { entry, call } = nestedCall(execution, args);
    requireKind(entry, "query");
    const { outcome } = await runOutsideScope(() => queryOf(execution.tree, call));
    return adopt(execution, outcome);
  },
  "1.0/actions/mutation": async (execution, args) => {
    const { entry, call } = nestedCall(execution, args);
    requireKind(entry, "mutation");
    return adopt(execution, await runOutsideScope(() => execution.tree.runner.runMutation(call)));
  },
  "1.0/actions/action": async (execution, args) => {
    const { entry, call } = nestedCall(execution, args);
    requireKind(entry, "action");
    return adopt(execution, await runOutsideScope(() => execution.tree.runner.runAction(call)));
  },
};

const createHandle: Syscall = (execution, args) =>
  JSON.stringify(handleOf(resolveAddress(execution.tree.deployment, args, execution.component)));

/** Calls from queries and mutations. */
export const transactionCalls: SyscallTable["async"] = {
  "1.0/runUdf": runUdf,
  "1.0/createFunctionHandle": createHandle,
};

/** Calls from actions. */
export const actionCalls: SyscallTable["async"] = { ...fromAction, "1.0/createFunctionHandle": createHandle };
