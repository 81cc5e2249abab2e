/** Calls from the embedding process: Convex values in, Convex values or errors out. */
import { getFunctionName } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type Value } from "convex/values";
import { NO_IDENTITY, type Identity } from "./auth/identity.ts";
import type { FunctionCall, FunctionOutcome, Runner } from "./functions/call.ts";
import { freshRequestId } from "./functions/request-id.ts";
import type { RandomSource } from "./lib/random.ts";
import type { Caller, Engine, FunctionName } from "./options.ts";
import type { Snapshot } from "./transactions/types.ts";
import type { JsonObject } from "./values/json.ts";

/** The three in-process calls of an engine. */
export function directCalls(parts: { runner: Runner; random: RandomSource; snapshot(): Snapshot }): Pick<Engine, "query" | "mutation" | "action"> {
  const { runner, random } = parts;
  return {
    async query(fn, args, as) {
      const snapshot = parts.snapshot();
      try {
        return resultOf((await runner.runQuery(callOf(fn, args, as, random), snapshot)).outcome);
      } finally {
        snapshot.release();
      }
    },
    mutation: async (fn, args, as) => resultOf(await runner.runMutation(callOf(fn, args, as, random))),
    action: async (fn, args, as) => resultOf(await runner.runAction(callOf(fn, args, as, random))),
  };
}

function callOf(fn: FunctionName, args: Record<string, unknown> | undefined, as: Caller | undefined, random: RandomSource): FunctionCall {
  return {
    path: typeof fn === "string" ? fn : getFunctionName(fn),
    args: convexToJson((args ?? {}) as Value) as JsonObject,
    identity: identityOf(as),
    requestId: freshRequestId(random),
    visibility: "any",
  };
}

function identityOf(as: Caller | undefined): Identity {
  const given = as?.identity;
  if (given === undefined) return NO_IDENTITY;
  const issuer = given.issuer ?? "https://engine.invalid";
  const tokenIdentifier = given.tokenIdentifier ?? `${issuer}|${given.subject}`;
  return { kind: "user", attributes: { ...given, issuer, tokenIdentifier }, expiresAtMs: null };
}

/** A failure becomes the error a client would see, without the request line. */
function resultOf(outcome: FunctionOutcome): Value {
  if (outcome.ok) return jsonToConvex(JSON.parse(outcome.valueJson) as Parameters<typeof jsonToConvex>[0]);
  const { text, errorDataJson } = outcome.failure;
  if (errorDataJson === undefined) throw new Error(text.trimEnd());
  const error = new ConvexError<Value>(text.trimEnd());
  error.data = jsonToConvex(JSON.parse(errorDataJson) as Parameters<typeof jsonToConvex>[0]);
  throw error;
}
