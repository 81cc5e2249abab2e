/**
 * Calls the function an app wrote without the detour through text: it gets the client library's `ctx` with a database
 * of the engine's own. Arguments and results, errors and the rest of `ctx` are the library's business.
 */

import { internalMutationGeneric, internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
import type { FunctionEntry, Handler } from "../modules/registry.ts";
import { straightDb, type LibraryDb } from "./database.ts";

type Invoke = FunctionEntry["invoke"];

/** A function is registered once, however often it is called. */
const calls = new WeakMap<FunctionEntry, Invoke>();

/** How a function is called; null where the client library it was registered with must do it. */
export function straightCall(entry: FunctionEntry): Invoke | null {
  const { kind, isPublic, handler } = entry;
  if (handler === null || kind === "action") return null;
  const known = calls.get(entry);
  if (known !== undefined) return known;
  const call = registered(kind, isPublic, (ctx, ...args) =>
    handler({ ...ctx, db: straightDb((ctx as { db: LibraryDb }).db) }, ...args),
  );
  calls.set(entry, call);
  return call;
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
