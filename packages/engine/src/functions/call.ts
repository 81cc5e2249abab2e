/** What is asked of the runner, and what comes back. */

import { NO_IDENTITY, type Identity, type UserIdentity } from "../auth/identity.ts";
import type { ReadSet, SessionRequestKey, Snapshot, Timestamp, WriteTransaction } from "../transactions/types.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { FunctionFailure } from "./failure.ts";
import type { FunctionEntry, FunctionKind } from "./modules/analysis.ts";

/** Where a call came from, as the embedding process saw it: the engine itself trusts no header. */
export interface CallOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** What counts as one caller without a sign-in: a whole network where one household has it. `ip` when absent. */
  readonly network?: string;
}

/** The origin of a call no request is behind, or of one an embedding process says nothing about. */
export const NO_ORIGIN: CallOrigin = { ip: null, userAgent: null };

/** The key by which callers without a sign-in are counted; all those nobody said anything about are one. */
export function networkOf({ network, ip }: CallOrigin): string {
  return network ?? ip ?? "";
}

/** One call from outside: a socket, HTTP, the scheduler or the embedding process. */
export interface FunctionCall {
  /** As the caller wrote it. */
  readonly path: string;
  readonly args: JsonObject;
  readonly identity: Identity;
  readonly requestId: string;
  /** `any` also reaches internal functions. */
  readonly visibility: "public" | "any";
  /** The component `path` is looked up in; the app when absent. */
  readonly component?: string;
  /** The function itself, when it is not looked up by its path. */
  readonly inline?: FunctionEntry;
  /** The `_scheduled_functions` row this call executes. */
  readonly jobId?: string;
  /** Who sent the request behind it; absent when no request is. */
  readonly origin?: CallOrigin;
  /** How many functions deep the caller is: an action's calls count on. */
  readonly depth?: number;
}

/** A call of a user that ended with a ConvexError. Whatever the function wrote was taken back. */
export interface RefusedCall {
  readonly kind: FunctionKind;
  readonly path: string;
  /** In Convex JSON encoding. */
  readonly args: JsonObject;
  readonly identity: UserIdentity;
  readonly requestId: string;
  readonly origin: CallOrigin;
  /** What the error carried, in Convex JSON encoding. */
  readonly data: Json;
}

/** A call by the engine itself: nobody is signed in, internal functions are reachable. */
export function engineCall(path: string, args: JsonObject, requestId: string, component = ""): FunctionCall {
  return { path, component, args, identity: NO_IDENTITY, requestId, visibility: "any" };
}

/** Engine work in the transaction of a mutation, around the function. */
export interface TransactionHooks {
  /** Before the function. False: there is nothing to do any more; the function is not run. */
  begin(tx: WriteTransaction): boolean;
  /** After it succeeded. */
  end(tx: WriteTransaction): void;
}

/** What a function did. `valueJson` is JSON text in Convex encoding. */
export type FunctionOutcome =
  | { readonly ok: true; readonly valueJson: string; readonly logLines: readonly string[] }
  | { readonly ok: false; readonly failure: FunctionFailure; readonly logLines: readonly string[] };

/** A query's outcome and everything it depended on. */
export interface QueryRun {
  readonly outcome: FunctionOutcome;
  readonly ts: Timestamp;
  readonly reads: ReadSet;
  /** Names of the environment variables it read. */
  readonly envReads: ReadonlySet<string>;
  readonly didReadIdentity: boolean;
  readonly didReadTime: boolean;
  readonly journal: string | null;
}

/** A mutation's outcome; `ts` is its commit when it succeeded. */
export type MutationRun = FunctionOutcome & { readonly ts: Timestamp };

/** A row of `_scheduled_functions` that was inserted by a committed transaction. */
export interface ScheduledJob {
  readonly id: string;
  readonly dueMs: number;
}

/** The kinds as messages spell them. */
export function kindName(kind: FunctionKind): string {
  return kind === "query" ? "Query" : kind === "mutation" ? "Mutation" : "Action";
}

/** Runs calls from outside. */
export interface Runner {
  /**
   * Runs a query over a pinned state. One that is watched tells what it used of the documents it got one at a time;
   * `journal` is what an earlier run of the same subscription produced.
   */
  runQuery(call: FunctionCall, snapshot: Snapshot, watched?: { readonly journal: string | null }): Promise<QueryRun>;
  /** Runs a mutation to its durable commit. Rejects with SystemFailure when the engine itself is in trouble. */
  runMutation(call: FunctionCall, key?: SessionRequestKey): Promise<MutationRun>;
  /** A mutation with engine work around it; null when `begin` found nothing to do. */
  runMutationWith(call: FunctionCall, hooks: TransactionHooks): Promise<MutationRun | null>;
  runAction(call: FunctionCall): Promise<FunctionOutcome>;
}
