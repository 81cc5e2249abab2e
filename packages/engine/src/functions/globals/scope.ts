/**
 * What the running code is part of. Every global that functions may touch (Convex, Date, Math.random, fetch,
 * timers, console, process.env) asks `currentScope()`; host code finds nothing there and gets the original.
 *
 * The storage hangs on globalThis so that two copies of this module in one process (a bundler's and Node's)
 * share it: the guards of either must see the executions of both.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { UncaughtEvent } from "../../lib/process-faults.ts";
import type { SourceFile } from "../modules/sources.ts";
import type { LogBuffer } from "./console.ts";

/** Code of the app that is running now, on behalf of one engine. */
export interface Scope {
  /** `import` is the evaluation of modules at deploy. */
  readonly kind: "query" | "mutation" | "action" | "httpAction" | "import";
  readonly logs: LogBuffer;
  /** The files whose frames this code sees in a stack. */
  readonly sources: readonly SourceFile[];
  /** process.env as this code sees it. */
  readonly env: Record<string, string | undefined>;
  /** Date.now() of this code: frozen in queries and mutations. */
  nowMs(): number;
  /** Math.random() of this code. */
  random(): number;
  syscall(op: string, jsonArgs: string): string;
  asyncSyscall(op: string, jsonArgs: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
  /** This code threw where nobody caught it, or rejected a promise that nobody handles. */
  noteUncaught(event: UncaughtEvent, reason: unknown): void;
}

const KEY = Symbol.for("convex-engine.scope");
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Scope> };
const storage = (shared[KEY] ??= new AsyncLocalStorage<Scope>());

/** The scope of the running code, or undefined in host code. */
export function currentScope(): Scope | undefined {
  return storage.getStore();
}

/** Runs `body` and everything it starts inside `scope`. */
export function runInScope<T>(scope: Scope, body: () => T): T {
  return storage.run(scope, body);
}

/** Runs host work that was started from inside a function: it must not inherit the function's limits. */
export function runOutsideScope<T>(body: () => T): T {
  return storage.exit(body);
}

/** True where Convex demands determinism. */
export function isDeterministic(scope: Scope): boolean {
  return scope.kind === "query" || scope.kind === "mutation";
}
