/**
 * What of a call is the client library's. Nothing of the `ctx` it makes is of one call (who asks is said by the scope
 * the asking code runs in), so it is made once for functions of a kind, and every call gets a copy that it may change.
 */

import { internalMutationGeneric, internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { present } from "../../lib/assert.ts";
import type { FunctionEntry, Handler } from "../modules/analysis.ts";
import { straightDb, type LibraryDb } from "./database.ts";

type Invoke = FunctionEntry["invoke"];

/** The library, for functions of one kind. */
export interface Library {
  /** A `ctx` for one call, with the database of the straight path. */
  makeContext(): object;
  /** Text of what a function answered, or its error, as the library tells it. */
  tell(outcome: () => unknown): Promise<string>;
}

const libraries = new Map<string, Library>();

/** The library for functions of this kind. */
export function libraryOf(kind: "query" | "mutation", isPublic: boolean): Library {
  const key = `${kind} ${isPublic}`;
  const known = libraries.get(key);
  if (known !== undefined) return known;
  const given: object[] = [];
  // It calls its function at once, with nothing, and is told nothing.
  void registered(kind, isPublic, (ctx) => void given.push(ctx))(NO_ARGS);
  const its = present(given[0], "the client library makes its ctx at once") as { readonly db: LibraryDb };
  const context = partOf({ ...its, db: straightDb(its.db) }, CONTEXT_LEVELS);
  const library: Library = {
    makeContext: () => copyOf(context),
    tell: (outcome) => registered(kind, isPublic, outcome)(NO_ARGS),
  };
  libraries.set(key, library);
  return library;
}

const NO_ARGS = "[]";
/** `ctx`, its parts, and `db.system` and `db.vars`: what is further in are values. */
const CONTEXT_LEVELS = 3;

/** An object of a `ctx`, and which of its fields are objects. */
interface Part {
  readonly own: object;
  readonly nested: readonly (readonly [name: string, part: Part])[];
}

function partOf(own: object, levels: number): Part {
  const nested = Object.entries(own).filter(([, value]) => levels > 1 && typeof value === "object" && value !== null);
  return { own, nested: nested.map(([name, value]) => [name, partOf(value as object, levels - 1)] as const) };
}

function copyOf({ own, nested }: Part): object {
  const copy: Record<string, unknown> = { ...own };
  for (const [name, part] of nested) copy[name] = copyOf(part);
  return copy;
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
