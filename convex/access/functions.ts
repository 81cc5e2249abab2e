/**
 * The only door to Convex's raw builders. A public function names the capability its caller must hold;
 * its handler gets `ctx.viewer` and runs only when the capability is held. A public mutation that
 * changed a row without writing an audit event fails, and with it the whole transaction.
 */

import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import { v, type GenericValidator, type Infer, type ObjectType, type PropertyValidators } from "convex/values";
import type { TableNames } from "../_generated/dataModel";
import { mutation, query, type MutationCtx, type QueryCtx } from "../_generated/server";
import { refuseIf } from "../lib/errors";
import { assert } from "../lib/pure/impossible";
import { whyNotAs } from "./impersonation";
import { staysOwn, type Capability, type SessionCapability } from "./rules";
import { loadViewer, readLiveClaims, type TokenClaims, type Viewer } from "./viewer";

export { httpAction, internalAction, internalMutation, internalQuery } from "../_generated/server";

/** What a guarded query's handler works with. */
export type ViewerQueryCtx = QueryCtx & { readonly viewer: Viewer };
/** What a guarded mutation's handler works with. */
export type ViewerMutationCtx = MutationCtx & { readonly viewer: Viewer };
/** What the two session functions work with: a token, perhaps no person yet. */
export type SessionQueryCtx = QueryCtx & { readonly claims: TokenClaims | null };
export type SessionMutationCtx = MutationCtx & { readonly claims: TokenClaims | null };

/** The capability a public function was registered with, for the test that walks the public API. */
export interface Guarded {
  readonly capability: Capability | SessionCapability;
}

interface Definition<Ctx, Args extends PropertyValidators, Returns extends GenericValidator> {
  readonly args: Args;
  readonly returns: Returns;
  readonly handler: (ctx: Ctx, args: ObjectType<Args>) => Promise<Infer<Returns>>;
}

/** With every call: the impersonation the calling page believes to run; null for none. Live readings leave it out. */
const SPEAKS_AS = { impersonationSessionId: v.optional(v.union(v.null(), v.id("impersonationSessions"))) };

/**
 * The arguments a function takes. What every call may say beside them is no part of its declared type: the page's
 * client adds it.
 */
function speaking<Args extends PropertyValidators>(args: Args): Args {
  return { ...args, ...SPEAKS_AS };
}

/**
 * A call's own arguments; refuses the call of a page that takes itself for somebody else. `unsaid` is what silence
 * means.
 */
function spokenAs<Args extends object>(
  viewer: Viewer,
  capability: Capability,
  given: Args,
  unsaid: null | undefined,
): Args {
  const { impersonationSessionId = unsaid, ...own } = given as Args & {
    readonly impersonationSessionId?: string | null;
  };
  if (!staysOwn(capability)) refuseIf(whyNotAs(impersonationSessionId, viewer.impersonation?._id ?? null));
  return own as Args;
}

/** A public query for callers who hold `capability`. */
export function guardedQuery<Args extends PropertyValidators, Returns extends GenericValidator>(
  capability: Capability,
  { args, returns, handler }: Definition<ViewerQueryCtx, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return named(
    capability,
    registerQuery({
      args: speaking(args),
      returns,
      handler: async (ctx, given) => {
        const viewer = await loadViewer(ctx, capability);
        return handler({ ...ctx, viewer }, spokenAs(viewer, capability, given, undefined));
      },
    }),
  );
}

/** A public mutation for callers who hold `capability`. */
export function guardedMutation<Args extends PropertyValidators, Returns extends GenericValidator>(
  capability: Capability,
  { args, returns, handler }: Definition<ViewerMutationCtx, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return named(
    capability,
    registerMutation({
      args: speaking(args),
      returns,
      handler: async (ctx, given) => {
        const viewer = await loadViewer(ctx, capability);
        const own = spokenAs(viewer, capability, given, null);
        return audited(ctx, (watched) => handler({ ...watched, viewer }, own));
      },
    }),
  );
}

/** A query that answers anybody who has a live session, or none. */
export function sessionQuery<Args extends PropertyValidators, Returns extends GenericValidator>(
  capability: SessionCapability,
  { args, returns, handler }: Definition<SessionQueryCtx, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return named(
    capability,
    registerQuery({
      args,
      returns,
      handler: async (ctx, given) => handler({ ...ctx, claims: await readLiveClaims(ctx) }, given),
    }),
  );
}

/** A mutation that serves anybody who has a live session, before they are known as a person. */
export function sessionMutation<Args extends PropertyValidators, Returns extends GenericValidator>(
  capability: SessionCapability,
  { args, returns, handler }: Definition<SessionMutationCtx, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return named(
    capability,
    registerMutation({
      // A page that impersonates somebody names it with every write; who signs in is nobody else, so it decides nothing
      // here.
      args: speaking(args),
      returns,
      handler: async (ctx, given) => {
        const claims = await readLiveClaims(ctx);
        return audited(ctx, (watched) => handler({ ...watched, claims }, given));
      },
    }),
  );
}

// Convex's builders infer their types from literal validators; through a generic wrapper that inference
// cannot run, so these two state the result that `Definition` already guarantees.
const registerQuery = query as unknown as <Args extends PropertyValidators, Returns extends GenericValidator>(
  definition: Definition<QueryCtx, Args, Returns>,
) => RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>>;
const registerMutation = mutation as unknown as <Args extends PropertyValidators, Returns extends GenericValidator>(
  definition: Definition<MutationCtx, Args, Returns>,
) => RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>>;

// The name is not part of the declared type: the generated API reads a function's types from the exact
// alias Convex declares, and an intersection with it would lose them.
function named<F extends object>(capability: Guarded["capability"], registered: F): F {
  return Object.assign(registered, { capability } satisfies Guarded);
}

/** Runs a step that must leave an audit event behind if it writes anything at all. */
async function audited<T>(ctx: MutationCtx, step: (watched: MutationCtx) => Promise<T>): Promise<T> {
  const { db, tally } = countWrites(ctx.db);
  const result = await step({ ...ctx, db });
  assert(tally.changes === 0 || tally.auditEvents > 0, "A row was changed without an audit event");
  return result;
}

/**
 * Rows that change with every page, minute or second somebody looks or writes, and that nobody else acts on: an event for
 * each would bury the others. Pages opened in an impersonation stand in the event of its end.
 */
const UNAUDITED: readonly TableNames[] = ["presence", "ticketDrafts", "ideaDrafts", "impersonationPages"];

/** The same database writer, counting what it writes. */
function countWrites(db: MutationCtx["db"]) {
  const tally = { changes: 0, auditEvents: 0 };
  const isUnaudited = (target: unknown): boolean =>
    typeof target === "string" && UNAUDITED.some((table) => target === table || db.normalizeId(table, target) !== null);
  const watched: MutationCtx["db"] = new Proxy(db, {
    get(target, property: keyof MutationCtx["db"]) {
      const member = target[property];
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const isWrite =
          property === "insert" || property === "patch" || property === "replace" || property === "delete";
        if (property === "insert" && args[0] === "auditEvents") tally.auditEvents += 1;
        else if (isWrite && !isUnaudited(args[0])) tally.changes += 1;
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { db: watched, tally };
}
