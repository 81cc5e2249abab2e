/** Runs calls from outside: pins or opens a transaction, runs the function in it, tells what happened. */

import { AlreadyRecordedError } from "../transactions/errors.ts";
import type { MutationOutcome, SessionRequestKey, Snapshot, WriteTransaction } from "../transactions/types.ts";
import type { Json } from "../values/json.ts";
import { warningsOf } from "./budget.ts";
import type { CallTree } from "./call-tree.ts";
import {
  NO_ORIGIN,
  type FunctionCall,
  type FunctionOutcome,
  type MutationRun,
  type QueryRun,
  type Runner,
} from "./call.ts";
import { Execution, type SyscallTables } from "./execution.ts";
import { describeThrown, SystemFailure } from "./failure.ts";
import { LogBuffer } from "./globals/console.ts";
import type { FunctionHost } from "./host.ts";
import { answerFrom } from "./http-answer.ts";
import { invoke } from "./invoke.ts";
import { findFunction, requireKind } from "./modules/address.ts";
import type { FunctionEntry, FunctionKind } from "./modules/analysis.ts";
import { sourcesFor } from "./modules/sources.ts";
import { actionCalls, transactionCalls } from "./syscalls/calls.ts";
import { readSyscalls, writeSyscalls } from "./syscalls/database.ts";
import { actionMeta, mutationMeta, transactionMeta } from "./syscalls/meta.ts";
import { actionSchedule, transactionSchedule } from "./syscalls/schedule.ts";
import { actionStorage, actionStorageJs, mutationStorage, queryStorage } from "./syscalls/storage.ts";
import { actionVectors } from "./syscalls/vectors.ts";

const ofQuery = {
  sync: readSyscalls.sync,
  async: { ...readSyscalls.async, ...transactionCalls, ...transactionMeta, ...queryStorage },
  js: {},
};
const ofMutation = {
  sync: readSyscalls.sync,
  async: { ...ofQuery.async, ...writeSyscalls, ...transactionSchedule, ...mutationMeta, ...mutationStorage },
  js: {},
};
const ofAction = {
  sync: {},
  async: { ...actionCalls, ...actionSchedule, ...actionMeta, ...actionStorage, ...actionVectors },
  js: actionStorageJs,
};
const TABLES: SyscallTables = { query: ofQuery, mutation: ofMutation, action: ofAction, httpAction: ofAction };

/** Leaves `committer.run` with the outcome of a function that threw, so that its writes are taken back. */
class RolledBack extends Error {
  readonly outcome: FunctionOutcome;

  constructor(outcome: FunctionOutcome) {
    super("the mutation failed");
    this.outcome = outcome;
  }
}

/** Leaves `committer.run` when the engine's own work turned out to be done already. */
class NothingToDo extends Error {}

/** A runner over one engine's host. */
export function createRunner(host: FunctionHost): Runner & { runHttpAction: HttpActionRunner } {
  const runner: Runner = {
    async runQuery(call, snapshot, watched) {
      return await runQuery(newTree(host, runner, call, { snapshot, watched }), call, snapshot);
    },
    runMutation: (call, key) => runMutation(newTree(host, runner, call, {}), call, key),
    async runMutationWith(call, hooks) {
      const tree = newTree(host, runner, call, {});
      const body = async (tx: WriteTransaction): Promise<Succeeded> => {
        if (!hooks.begin(tx)) throw new NothingToDo("the work is gone");
        const outcome = await runBody(tree, call, tx);
        hooks.end(tx);
        return outcome;
      };
      try {
        return await commit(tree, () => host.committer.run(body));
      } catch (error) {
        if (error instanceof NothingToDo) return null;
        throw error;
      }
    },
    runAction: (call) => runFunction(newTree(host, runner, call, {}), call, "action"),
  };
  return {
    ...runner,
    runHttpAction: (call, handle) => runHttpAction(newTree(host, runner, call, {}), call.component ?? "", handle),
  };
}

/** Runs an HTTP action's handler in an action's scope. Rejects with whatever the handler throws. */
export type HttpActionRunner = (
  call: Pick<FunctionCall, "identity" | "requestId" | "component" | "origin">,
  handle: () => Promise<Response>,
) => Promise<Response>;

async function runHttpAction(tree: CallTree, component: string, handle: () => Promise<Response>): Promise<Response> {
  // Its syscalls stay open after the response: a streamed body may still call functions.
  return await answerFrom(new Execution("httpAction", { path: "http", component }, 0, tree, TABLES), handle);
}

type Succeeded = FunctionOutcome & { readonly ok: true };

function runMutation(tree: CallTree, call: FunctionCall, key: SessionRequestKey | undefined): Promise<MutationRun> {
  const recordAs = key && {
    key,
    response: (done: Succeeded) => ({ resultJson: done.valueJson, logLines: done.logLines }),
  };
  return commit(tree, () => tree.host.committer.run((tx) => runBody(tree, call, tx), recordAs));
}

/** Tells the ways out of a commit apart: the function failed, it had run before, or the engine is in trouble. */
async function commit(tree: CallTree, run: () => Promise<MutationOutcome<Succeeded>>): Promise<MutationRun> {
  try {
    const { value, ts } = await run();
    if (tree.scheduled.length > 0) tree.host.onScheduled(tree.scheduled);
    return { ...value, ts };
  } catch (error) {
    if (error instanceof RolledBack) return { ...error.outcome, ts: 0n };
    if (error instanceof NothingToDo) throw error;
    if (error instanceof AlreadyRecordedError) {
      const { resultJson, logLines, ts } = error.response;
      return { ok: true, valueJson: resultJson, logLines, ts };
    }
    throw new SystemFailure("InternalServerError", "The mutation could not be committed", { cause: error });
  } finally {
    tree.host.files.settle(tree.fileEffects);
  }
}

async function runQuery(tree: CallTree, call: FunctionCall, snapshot: Snapshot): Promise<QueryRun> {
  const read = snapshot.begin();
  const inTransaction = { ...tree, read };
  const outcome = await runFunction(inTransaction, call, "query");
  if (tree.uses !== null && tree.logs.didShowObject) tree.uses.isWhole = true;
  const { envReads, didReadIdentity, didReadTime, journalProduced } = inTransaction;
  return {
    outcome,
    ts: snapshot.ts,
    reads: read.reads,
    envReads,
    didReadIdentity,
    didReadTime,
    journal: journalProduced,
  };
}

async function runBody(tree: CallTree, call: FunctionCall, tx: WriteTransaction): Promise<Succeeded> {
  const inTransaction: CallTree = { ...tree, read: tx, write: tx, frozenMs: tree.host.clock.nowMs() };
  const outcome = await runFunction(inTransaction, call, "mutation");
  if (!outcome.ok) throw new RolledBack(outcome);
  return outcome;
}

async function runFunction(tree: CallTree, call: FunctionCall, kind: FunctionKind): Promise<FunctionOutcome> {
  const entry = foundFunction(tree, call, kind);
  if (!("path" in entry)) return told(tree, call, kind, entry);
  const outcome = await invoke(entry, new Execution(kind, entry, call.depth ?? 0, tree, TABLES), call.args);
  const { read, host, logs } = tree;
  if (read !== null) for (const line of warningsOf(read.usage, host.ceilings)) logs.addText("WARN", line);
  return told(tree, call, kind, outcome);
}

/** The function that is called, or why there is none. */
function foundFunction(tree: CallTree, call: FunctionCall, kind: FunctionKind): FunctionEntry | FunctionOutcome {
  try {
    const entry = call.inline ?? findFunction(tree.deployment, call.path, call.visibility, call.component);
    requireKind(entry, kind);
    return entry;
  } catch (error) {
    const failure = describeThrown(error, sourcesFor(tree.deployment, call.component));
    return { ok: false, failure, logLines: tree.logs.lines };
  }
}

function told(tree: CallTree, call: FunctionCall, kind: FunctionKind, outcome: FunctionOutcome): FunctionOutcome {
  report(tree, call, outcome);
  tellRefusal(tree.host, call, kind, outcome);
  return outcome;
}

/** What an operator may want to look up by request id; refusals the app throws on purpose are routine. */
function report({ host, named }: CallTree, { path }: FunctionCall, outcome: FunctionOutcome): void {
  if (outcome.logLines.length === 0 && outcome.ok) return;
  const { requestId } = named;
  if (outcome.logLines.length > 0) host.logger.debug("function output", { path, requestId, lines: outcome.logLines });
  if (outcome.ok) return;
  const { text, errorDataJson } = outcome.failure;
  const isBug = errorDataJson === undefined && /^(Uncaught |uncaughtException: )/.test(text);
  host.logger[isBug ? "warn" : "debug"]("a function failed", { path, requestId, error: text });
}

/** Only what came from outside: the caller of a function that was refused inside may live well with it. */
function tellRefusal(host: FunctionHost, call: FunctionCall, kind: FunctionKind, outcome: FunctionOutcome): void {
  const { path, args, identity, origin = NO_ORIGIN, depth = 0 } = call;
  if (outcome.ok || outcome.failure.errorDataJson === undefined || identity.kind !== "user" || depth > 0) return;
  host.onRefusedCall({
    kind,
    path,
    args,
    identity: identity.attributes,
    requestId: call.requestId,
    origin,
    data: JSON.parse(outcome.failure.errorDataJson) as Json,
  });
}

interface TreeStart {
  readonly snapshot?: Snapshot;
  readonly watched?: { readonly journal: string | null } | undefined;
}

function newTree(
  host: FunctionHost,
  runner: Runner,
  call: Pick<FunctionCall, "identity" | "requestId" | "jobId" | "origin">,
  start: TreeStart,
): CallTree {
  return {
    host,
    runner,
    deployment: host.deployment(),
    identity: call.identity,
    named: call,
    jobId: call.jobId ?? null,
    origin: call.origin ?? NO_ORIGIN,
    logs: new LogBuffer(),
    read: null,
    write: null,
    frozenMs: start.snapshot === undefined ? null : host.clock.nowMs(),
    envReads: new Set(),
    scheduled: [],
    fileEffects: { claims: [], removed: [] },
    didReadIdentity: false,
    didReadTime: false,
    journalGiven: start.watched?.journal ?? null,
    uses: start.watched === undefined || host.isThroughText ? null : { isWhole: false },
    journalProduced: null,
  };
}
