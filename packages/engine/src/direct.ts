/** Calls from the embedding process: Convex values in, Convex values or errors out. */

import { actionGeneric, getFunctionName, mutationGeneric, queryGeneric, type FunctionReference } from "convex/server";
import { ConvexError, convexToJson, type Value } from "convex/values";
import { NO_IDENTITY, type Identity } from "./auth/identity.ts";
import type { Calls, GivenIdentity } from "./calls.ts";
import type { FunctionCall, FunctionOutcome, Runner } from "./functions/call.ts";
import { inlineFunction, kindOf, type FunctionEntry, type FunctionKind } from "./functions/modules/analysis.ts";
import { INLINE } from "./functions/modules/paths.ts";
import { freshRequestId } from "./functions/request-id.ts";
import { valueOfText } from "./functions/straight/values.ts";
import type { RandomSource } from "./lib/random.ts";
import type { Snapshot } from "./transactions/types.ts";
import type { JsonObject } from "./values/json.ts";

interface DirectParts {
  readonly runner: Runner;
  readonly random: RandomSource;
  snapshot(): Snapshot;
}

/** What may be called. */
type Callable = FunctionReference<FunctionKind> | string | ((ctx: never) => unknown);

/** The in-process calls of an engine, in somebody's name or in nobody's. */
export function directCalls(parts: DirectParts, as?: GivenIdentity): Calls {
  const { runner, random } = parts;
  const identity = identityOf(as);
  const callOf = (fn: Callable, args: unknown, kind: FunctionKind): FunctionCall => ({
    ...addressOf(fn, kind),
    args: convexToJson((args ?? {}) as Value) as JsonObject,
    identity,
    requestId: freshRequestId(random),
    visibility: "any",
  });
  const mutation = async (fn: Callable, args?: unknown): Promise<Value> =>
    resultOf(await runner.runMutation(callOf(fn, args, "mutation")));
  const calls = {
    async query(fn: Callable, args?: unknown): Promise<Value> {
      const snapshot = parts.snapshot();
      try {
        return resultOf((await runner.runQuery(callOf(fn, args, "query"), snapshot)).outcome);
      } finally {
        snapshot.release();
      }
    },
    mutation,
    action: async (fn: Callable, args?: unknown): Promise<Value> =>
      resultOf(await runner.runAction(callOf(fn, args, "action"))),
    run: (handler: (ctx: never) => unknown) => mutation(handler),
  };
  // Which call gives what is said once, in `Calls`: here all of them take anything and give a value.
  return calls as unknown as Calls;
}

function addressOf(fn: Callable, kind: FunctionKind): Pick<FunctionCall, "path" | "inline"> {
  if (typeof fn === "string") return { path: fn };
  if (typeof fn !== "function") return { path: getFunctionName(fn) };
  return { path: `${INLINE}${kind}`, inline: inlineEntry(fn, kind) };
}

/** A function of the kind asked for; one that is registered already stays what it is. */
function inlineEntry(fn: (ctx: never) => unknown, kind: FunctionKind): FunctionEntry {
  const register = kind === "query" ? queryGeneric : kind === "mutation" ? mutationGeneric : actionGeneric;
  return inlineFunction(
    `${INLINE}${kind}`,
    kindOf(fn) === null ? register({ handler: (ctx: unknown) => fn(ctx as never) }) : fn,
  );
}

function identityOf(given: GivenIdentity | undefined): Identity {
  if (given === undefined) return NO_IDENTITY;
  const issuer = given.issuer ?? "https://engine.invalid";
  const tokenIdentifier = given.tokenIdentifier ?? `${issuer}|${given.subject}`;
  return { kind: "user", attributes: { ...given, issuer, tokenIdentifier }, expiresAtMs: null };
}

/** A failure becomes the error a client would see, without the request line. */
function resultOf(outcome: FunctionOutcome): Value {
  if (outcome.ok) return valueOfText(outcome.valueJson);
  const { text, errorDataJson } = outcome.failure;
  if (errorDataJson === undefined) throw new Error(text.trimEnd());
  const error = new ConvexError<Value>(text.trimEnd());
  error.data = valueOfText(errorDataJson);
  throw error;
}
