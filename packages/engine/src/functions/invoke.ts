/** One function from arguments to result: checks, time limit, errors described. */

import { messageOf } from "../lib/message-of.ts";
import { idsWithin } from "../transactions/schema/names.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { checkValue } from "../values/limits.ts";
import { jsonText, matches, sizeOf, type Pieces } from "../values/pieces.ts";
import { shownSize, valueSize } from "../values/size.ts";
import { checkArgs, checkReturns, type IdTables } from "../values/validators.ts";
import type { FunctionOutcome } from "./call.ts";
import type { Execution } from "./execution.ts";
import { CallRefusal, describeThrown } from "./failure.ts";
import { runInScope } from "./globals/scope.ts";
import type { FunctionEntry } from "./modules/analysis.ts";
import { fileName } from "./modules/paths.ts";
import { sourcesFor } from "./modules/sources.ts";
import { inSlices } from "./slices.ts";
import { straightCall } from "./straight/call.ts";

/** Runs `entry` inside `execution`. Never rejects: whatever goes wrong is the function's failure. */
export async function invoke(entry: FunctionEntry, execution: Execution, args: JsonObject): Promise<FunctionOutcome> {
  const { logs, host, deployment, uses } = execution.tree;
  const ended = host.blocking.start(entry.path);
  try {
    const given = checkedArgs(entry, execution, args);
    const text = await limited(execution, () => runInScope(execution, () => called(entry, execution, given)));
    const { answer, isLong } = execution.straight;
    const valueJson = isLong ? await inSlices(execution, "answer", longText(entry, execution, answer ?? null)) : text;
    if (!isLong) checkResult(entry, execution, valueJson);
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

/** What is around arguments: they are a list of one. */
const LIST_BYTES = 2;
/** More bytes than this a character of its text never makes of a value: a number has nine. */
const MAX_BYTES_PER_CHARACTER = 9;

/** The arguments in canonical form: what is checked is what the function gets. */
function checkedArgs(entry: FunctionEntry, execution: Execution, args: JsonObject): JsonObject {
  const { limits } = execution.tree.host;
  // First what ends at the first thing that is wrong: anybody may call.
  const { value, size } = refusing(() => checkValue(args));
  if (size + LIST_BYTES > limits.argsBytes)
    throw new CallRefusal(
      `Arguments for ${fileName(entry.path)} are too large ${beyond(size + LIST_BYTES, limits.argsBytes)}`,
    );
  refusing(() => checkArgs(entry.args, value, idsSeenBy(entry, execution)));
  return value as JsonObject;
}

/** A transaction knows the tables it made itself, too. */
function idsSeenBy({ component }: FunctionEntry, { tree }: Execution): IdTables {
  return idsWithin(component, tree.read ?? tree.host.ids);
}

function checkResult(entry: FunctionEntry, execution: Execution, valueJson: string): void {
  const { limits } = execution.tree.host;
  const { returns } = entry;
  const isLarge = valueJson.length * MAX_BYTES_PER_CHARACTER > limits.resultBytes;
  if (returns === null && !isLarge) return;
  const value = execution.straight.answer ?? (JSON.parse(valueJson) as Json);
  // Most are so small that nobody need count to know it.
  refuseTooLarge(entry, isLarge ? valueSize(value) : 0, limits.resultBytes);
  if (returns === null) return;
  refusing(() => checkReturns(returns, value, idsSeenBy(entry, execution)));
}

/** The text of a long answer, checked as a short one is. */
function* longText(entry: FunctionEntry, execution: Execution, value: Json): Pieces<string> {
  const { limits } = execution.tree.host;
  const { returns } = entry;
  const valueJson = yield* jsonText(value);
  if (valueJson.length * MAX_BYTES_PER_CHARACTER > limits.resultBytes)
    refuseTooLarge(entry, yield* sizeOf(value), limits.resultBytes);
  if (returns === null) return valueJson;
  const tables = idsSeenBy(entry, execution);
  // What is wrong with it is told as of a short one.
  if (!(yield* matches(returns, value, tables))) refusing(() => checkReturns(returns, value, tables));
  return valueJson;
}

function refuseTooLarge(entry: FunctionEntry, size: number, limit: number): void {
  if (size > limit)
    throw new CallRefusal(`Function ${fileName(entry.path)} return value is too large ${beyond(size, limit)}`);
}

function beyond(size: number, limit: number): string {
  return `(actual: ${shownSize(size)}, limit: ${shownSize(limit)})`;
}

/** What is thrown here was found by the engine, not thrown by the app. */
function refusing<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new CallRefusal(messageOf(error));
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
    const ended =
      <T>(settle: (how: T) => void) =>
      (how: T): void => {
        done();
        settle(how);
      };
    run()
      .then((value) => (execution.isSettled ? value : execution.settle().then(() => value)))
      .then(ended(resolve), ended(reject));
  });
}
