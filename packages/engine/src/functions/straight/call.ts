/**
 * Calls the function an app wrote without the detour through text: it gets its arguments and the client library's
 * `ctx`, with a database of the engine's own, and what it answers is taken as it is. What is no plain value, errors
 * and the rest of `ctx` are the library's business.
 */

import type { JsonObject } from "../../values/json.ts";
import type { Execution } from "../execution.ts";
import type { FunctionEntry, Handler } from "../modules/analysis.ts";
import { toldAsHanded } from "./answers.ts";
import type { Told } from "./handed.ts";
import { libraryOf, type Library } from "./library.ts";
import { ODD, plainValue, weighedJson } from "./values.ts";

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
  const call = calling(handler, libraryOf(kind, isPublic));
  calls.set(entry, call);
  return call;
}

function calling(handler: Handler, { makeContext, tell }: Library): StraightCall {
  const start = async (args: JsonObject): Promise<unknown> => handler(makeContext(), plainValue(args));
  // The answer is not awaited: a frame of this file would take the place of one of the app's in its stacks.
  return (execution, args) =>
    start(args).then(
      (answer) => {
        const text = textOf(execution, answer);
        return text === ODD ? tell(() => answer) : text;
      },
      (thrown: unknown) =>
        tell(() => {
          throw thrown;
        }),
    );
}

/** The text of a plain answer. A long one is made text in slices, once it is there. */
function textOf(execution: Execution, answer: unknown): string | typeof ODD {
  const { straight } = execution;
  const told = asHanded(execution, answer);
  if (told !== null) {
    straight.answer = told.json;
    return told.text;
  }
  const { json, weight } = jsonOf(answer);
  if (json === ODD) return ODD;
  straight.answer = json;
  straight.isLong = weight > LONG && execution.isRoot && execution.kind === "query";
  return straight.isLong ? "" : JSON.stringify(json);
}

/** What an answer throws while it is looked at, it throws once more where all of it is. */
function asHanded({ straight, tree }: Execution, answer: unknown): Told | null {
  const { read } = tree;
  if (straight.handed === null || read === null) return null;
  try {
    return toldAsHanded(answer, straight.handed, (documents) => read.sharedList(documents), LONG);
  } catch {
    return null;
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
