/**
 * Calls the function an app wrote without the detour through text: it gets its arguments and the client library's
 * `ctx`, with a database of the engine's own, and what it answers is taken as it is. What is no plain value, errors
 * and the rest of `ctx` are the library's business.
 */

import { internalMutationGeneric, internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
import type { JsonObject } from "../../values/json.ts";
import { Execution } from "../execution.ts";
import { currentScope } from "../globals/scope.ts";
import type { FunctionEntry, Handler } from "../modules/analysis.ts";
import { toldAsHanded } from "./answers.ts";
import { straightDb, type LibraryDb } from "./database.ts";
import { ODD, plainValue, weighedJson } from "./values.ts";

type Invoke = FunctionEntry["invoke"];

/** Runs a function in the scope of its execution; gives what it answered as text. */
export type StraightCall = (execution: Execution, args: JsonObject) => Promise<string>;

/**
 * Characters and values from which on the answer of a query is gone through in slices. A mutation's is not: everybody
 * who writes would wait for it longer.
 */
const LONG = 64 * 1024;

/** A function is registered once, however often it is called. */
const calls = new WeakMap<FunctionEntry, StraightCall>();

/** How a function is called; null where the client library it was registered with must do it. */
export function straightCall(entry: FunctionEntry): StraightCall | null {
  const { kind, isPublic, handler } = entry;
  if (handler === null || kind === "action") return null;
  const known = calls.get(entry);
  if (known !== undefined) return known;
  const call = calling(registered(kind, isPublic, (ctx) => answering(handler, ctx as { db: LibraryDb })));
  calls.set(entry, call);
  return call;
}

/** The library is given nothing and told nothing; both lie with the execution. */
function calling(invoke: Invoke): StraightCall {
  return async (execution, args) => {
    execution.straight.args = args;
    const text = await invoke("[]");
    const { answer, answerText, isLong } = execution.straight;
    if (answerText !== null) return answerText;
    // A long one is made text in slices, once it is there.
    if (isLong) return "";
    return answer === undefined ? text : JSON.stringify(answer);
  };
}

/** Calls the handler; keeps a plain answer from the library, which gets any other. Its promise may not be awaited here: the frame would be told in stacks. */
function answering(handler: Handler, ctx: { readonly db: LibraryDb }): unknown {
  const execution = currentScope();
  if (!(execution instanceof Execution)) throw new Error("A function runs in its own scope");
  const given = handler({ ...ctx, db: straightDb(ctx.db) }, plainValue(execution.straight.args));
  return Promise.resolve(given).then((answer) => {
    if (keptAsHanded(execution, answer)) return null;
    const { json, weight } = jsonOf(answer);
    if (json === ODD) return answer;
    execution.straight.answer = json;
    execution.straight.isLong = weight > LONG && execution.isRoot && execution.kind === "query";
    return null;
  });
}

/** What an answer throws while it is looked at, it throws once more where all of it is. */
function keptAsHanded({ straight }: Execution, answer: unknown): boolean {
  if (straight.handed === null) return false;
  try {
    const told = toldAsHanded(answer, straight.handed, LONG);
    if (told === null) return false;
    straight.answer = told.json;
    straight.answerText = told.text;
    return true;
  } catch {
    return false;
  }
}

/** What an answer throws while it is looked at, it throws once more at the library. */
function jsonOf(answer: unknown): ReturnType<typeof weighedJson> {
  try {
    return answer === undefined ? { json: null, weight: 0 } : weighedJson(answer);
  } catch {
    return { json: ODD, weight: 0 };
  }
}

/** What the library's registering gives holds how it is called, which its types leave out. */
function registered(kind: "query" | "mutation", isPublic: boolean, handler: Handler): Invoke {
  if (kind === "query") {
    const register = isPublic ? queryGeneric : internalQueryGeneric;
    const { invokeQuery } = register({ handler }) as unknown as { invokeQuery: Invoke };
    return invokeQuery;
  }
  const register = isPublic ? mutationGeneric : internalMutationGeneric;
  const { invokeMutation } = register({ handler }) as unknown as { invokeMutation: Invoke };
  return invokeMutation;
}
