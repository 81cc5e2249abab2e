/** One function from arguments to result: checks, time limit, errors described. */

import { idsWithin } from "../transactions/schema/names.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { checkValue } from "../values/limits.ts";
import { checkArgs, checkReturns } from "../values/validators.ts";
import type { FunctionOutcome } from "./call.ts";
import type { Execution } from "./execution.ts";
import { CallRefusal, describeThrown } from "./failure.ts";
import { runInScope } from "./globals/scope.ts";
import type { FunctionEntry } from "./modules/registry.ts";
import { sourcesFor } from "./modules/sources.ts";
import { straightCall } from "./straight/call.ts";

/** Runs `entry` inside `execution`. Never rejects: whatever goes wrong is the function's failure. */
export async function invoke(entry: FunctionEntry, execution: Execution, args: JsonObject): Promise<FunctionOutcome> {
  const { logs, host, deployment, uses } = execution.tree;
  const ended = host.blocking.start(entry.path);
  try {
    const given = checkedArgs(entry, execution, args);
    const valueJson = await limited(execution, () => runInScope(execution, () => called(entry, execution, given)));
    checkResult(entry, execution, valueJson);
    return { ok: true, valueJson, logLines: logs.lines };
  } catch (error) {
    // What it threw may be told with all it holds.
    if (uses !== null) uses.isWhole = true;
    // What it called and did not wait for would go on in its transaction, or keep the writer for ever.
    execution.abort(error);
    await execution.calleesEnded();
    return { ok: false, failure: describeThrown(error, sourcesFor(deployment, entry.component)), logLines: logs.lines };
  } finally {
    execution.end();
    ended();
  }
}

/** Actions, and what an older client library registered, go through text. */
function called(entry: FunctionEntry, execution: Execution, args: JsonObject): Promise<string> {
  const call = execution.tree.host.isThroughText ? null : straightCall(entry);
  return call === null ? entry.invoke(JSON.stringify([args])) : call(execution, args);
}

/** More characters than this a byte of a value never takes as text. */
const MAX_CHARACTERS_PER_BYTE = 8;

/** The arguments in canonical form: what is checked is what the function gets. */
function checkedArgs(entry: FunctionEntry, execution: Execution, args: JsonObject): JsonObject {
  const { limits, ids } = execution.tree.host;
  // First what ends at the first thing that is wrong: anybody may call.
  const { value, size } = refusing(() => checkValue(args));
  // Most are so small that their text need not be made to know how long it is.
  if (size * MAX_CHARACTERS_PER_BYTE > limits.argsBytes && JSON.stringify([value]).length > limits.argsBytes)
    throw new CallRefusal(`Arguments for ${entry.path} are too large (limit: ${limits.argsBytes} bytes)`);
  refusing(() => checkArgs(entry.args, value, idsWithin(entry.component, ids)));
  return value as JsonObject;
}

function checkResult(entry: FunctionEntry, execution: Execution, valueJson: string): void {
  const { limits, ids } = execution.tree.host;
  if (valueJson.length > limits.resultBytes) {
    throw new CallRefusal(`Function ${entry.path} return value is too large (limit: ${limits.resultBytes} bytes)`);
  }
  const { returns } = entry;
  if (returns === null) return;
  const value = execution.straight.answer ?? (JSON.parse(valueJson) as Json);
  refusing(() => checkReturns(returns, value, idsWithin(entry.component, ids)));
}

/** What is thrown here was found by the engine, not thrown by the app. */
function refusing<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new CallRefusal(error instanceof Error ? error.message : String(error));
  }
}

/** A nested function runs inside its caller's time. */
function limited(execution: Execution, run: () => Promise<string>): Promise<string> {
  const { watch, limits } = execution.tree.host;
  const limitMs = execution.tree.read === null ? limits.actionMs : limits.transactionMs;
  return new Promise((resolve, reject) => {
    const done = execution.isRoot
      ? watch.start(limitMs, (error) => execution.abort(new CallRefusal(error.message)))
      : () => undefined;
    execution.onUncaught((reason) => {
      done();
      reject(reason);
    });
    const whole = async (): Promise<string> => {
      const value = await run();
      await execution.settle();
      return value;
    };
    whole().then(resolve, reject).finally(done);
  });
}
