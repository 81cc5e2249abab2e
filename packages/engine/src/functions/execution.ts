/**
 * One running function.
 *
 * A `CallTree` is shared by a top-level function and every function it calls within the same transaction:
 * one set of reads, one list of log lines, one frozen time. An `Execution` is one of those functions; it is
 * the scope the guarded globals find.
 *
 * Order. Database syscalls run to completion when they are issued, so they are in issue order by nature. A long read
 * takes several slices; what its function issues after it waits for it. So does what a mutation issues after a nested
 * call, because both share one transaction and the nested call may still roll its part back.
 */

import { attributesOf } from "../auth/identity.ts";
import { nextTurn } from "../lib/clock.ts";
import type { UncaughtEvent } from "../lib/process-faults.ts";
import type { QueryStream } from "../transactions/types.ts";
import type { Json } from "../values/json.ts";
import type { SharedDocument } from "../values/plain-document.ts";
import { checkBudget, type CallBudget } from "./budget.ts";
import type { CallTree } from "./call-tree.ts";
import { describeThrown, tooLate, UncaughtError } from "./failure.ts";
import type { LogBuffer } from "./globals/console.ts";
import { trackedEnv } from "./globals/env.ts";
import { seededGenerator } from "./globals/random.ts";
import { runOutsideScope, type Scope } from "./globals/scope.ts";
import type { FunctionEntry, FunctionKind } from "./modules/analysis.ts";
import { envOfComponent } from "./modules/components.ts";
import { sourcesFor, type SourceFile } from "./modules/sources.ts";
import type { Uses } from "./straight/used.ts";

/** A query that is being read. Its cursor is opened by its first read. */
export interface OpenStream {
  readonly query: unknown;
  readonly table: string;
  cursor: QueryStream | null;
  readonly uses: Uses | null;
}

/** A syscall: arguments parsed, result as JSON text. Runs another function when it returns a promise. */
export type Syscall = (execution: Execution, args: Record<string, unknown>) => string | Promise<string>;

/** A syscall that hands objects over as they are. */
export type JsSyscall = (execution: Execution, args: Record<string, unknown>) => Promise<unknown>;

/** The syscalls a kind of function may issue. */
export interface SyscallTable {
  readonly sync: Readonly<Record<string, (execution: Execution, args: Record<string, unknown>) => string>>;
  readonly async: Readonly<Record<string, Syscall>>;
  readonly js: Readonly<Record<string, JsSyscall>>;
}

/** The tables of all kinds. */
export type SyscallTables = Readonly<Record<Execution["kind"], SyscallTable>>;

/** What one function threw after its end is told so often; a timer that goes on throwing must not fill the log. */
const MAX_LATE_TOLD = 10;

/** Reads that may take several slices. */
const READS: ReadonlySet<string> = new Set(["1.0/queryStreamNext", "1.0/queryPage"]);

/** What a function answers where that does not go through text. */
export interface StraightState {
  answer: Json | undefined;
  /** Its text is still to be made. */
  isLong: boolean;
  /** Copies of documents that others read, too. */
  handed: Map<unknown, SharedDocument> | null;
}

/** One function of a call tree, while it runs. */
export class Execution implements Scope {
  readonly kind: FunctionKind | "httpAction";
  readonly path: string;
  /** Path of the component whose code this is; "" for the app. */
  readonly component: string;
  readonly depth: number;
  readonly tree: CallTree;
  /** One paginated query per function: the journal of a subscription has one place. */
  hasPaginated = false;
  /** Ceilings its caller gave it. */
  budget: CallBudget | null = null;
  readonly streams = new Map<number, OpenStream>();
  readonly straight: StraightState = { answer: undefined, isLong: false, handed: null };
  /** The function that called this one; null for the one called from outside. */
  readonly #caller: Execution | null;
  readonly #tables: SyscallTables;
  #env: Record<string, string | undefined> | null = null;
  #random: (() => number) | null = null;
  #tail: Promise<unknown> | null = null;
  readonly #callees = new Set<Execution>();
  /** Fails the function from outside of its promise chain; null before it runs and once it has answered. */
  #fail: ((reason: unknown) => void) | null = null;
  #lateErrors = 0;
  #hasRejected = false;
  #isOver = false;

  constructor(
    kind: Execution["kind"],
    { path, component }: Pick<FunctionEntry, "path" | "component">,
    depth: number,
    tree: CallTree,
    tables: SyscallTables,
    caller: Execution | null = null,
  ) {
    this.kind = kind;
    this.path = path;
    this.component = component;
    this.depth = depth;
    this.tree = tree;
    this.#tables = tables;
    this.#caller = caller;
  }

  /** A function called by this one, in the same tree or (a stale snapshot) in a tree of its own. */
  child(entry: FunctionEntry, tree: CallTree = this.tree): Execution {
    const child = new Execution(entry.kind, entry, this.depth + 1, tree, this.#tables, this);
    this.#callees.add(child);
    return child;
  }

  /** False for a function that runs inside its caller's transaction and time. */
  get isRoot(): boolean {
    return this.#caller === null;
  }

  /** True once this function or one that is waiting for it has ended: what it still asks for is refused. */
  get isOver(): boolean {
    return this.#isOver || (this.#caller?.isOver ?? false);
  }

  get logs(): LogBuffer {
    return this.tree.logs;
  }

  get sources(): readonly SourceFile[] {
    return sourcesFor(this.tree.deployment, this.component);
  }

  get env(): Record<string, string | undefined> {
    if (this.#env !== null) return this.#env;
    const { env, sourceOf } = envOfComponent(this.tree.deployment.components, this.component, this.tree.host.env());
    return (this.#env = trackedEnv(env, this.tree.envReads, sourceOf));
  }

  nowMs(): number {
    this.tree.didReadTime = true;
    // The host's clock may ask the global Date, which would ask this scope again.
    return this.tree.frozenMs ?? runOutsideScope(() => this.tree.host.clock.nowMs());
  }

  random(): number {
    return (this.#random ??= seededGenerator(this.tree.host.random))();
  }

  /**
   * The caller's identity object, which components do not see unless an admin acts; the reading is remembered, it
   * decides who may share a query's result.
   */
  readIdentity(): ReturnType<typeof attributesOf> {
    if (this.component !== "" && this.tree.identity.kind !== "admin") return null;
    this.tree.didReadIdentity = true;
    return attributesOf(this.tree.identity);
  }

  syscall(op: string, jsonArgs: string): string {
    const handler = this.#tables[this.kind].sync[op];
    if (handler === undefined) throw new Error(`Unknown operation ${op}`);
    if (this.isOver) throw tooLate(op);
    return handler(this, JSON.parse(jsonArgs) as Record<string, unknown>);
  }

  asyncSyscall(op: string, jsonArgs: string): Promise<string> {
    return this.issue(op, (handler) => handler(this, JSON.parse(jsonArgs) as Record<string, unknown>));
  }

  /** Issues a syscall: in its turn, and checked. What `work` makes of it need not be text. */
  issue<T>(op: string, work: (handler: Syscall) => T | Promise<T>): Promise<T> {
    this.tree.host.blocking.active(this.path);
    const handler = this.#tables[this.kind].async[op];
    if (handler === undefined) return this.#reject(new Error(`Unknown async operation ${op}`));
    if (this.isOver) return this.#reject(tooLate(op));
    const run = (): T | Promise<T> => {
      // It may have waited behind a nested call or a long read while the function was failed.
      if (this.isOver) throw tooLate(op);
      const result = work(handler);
      // What takes its time is checked as it ends: failed here, it would go on with nobody left to hear how.
      if (!(result instanceof Promise)) this.checkBudgets();
      return result;
    };
    if (this.#tail !== null) return this.#queued(this.#tail.then(run));
    try {
      const result = run();
      if (!(result instanceof Promise)) return Promise.resolve(result);
      return this.kind === "mutation" || READS.has(op) ? this.#queued(result) : result;
    } catch (error) {
      return this.#reject(error);
    }
  }

  jsSyscall(op: string, args: Record<string, unknown>): Promise<unknown> {
    const handler = this.#tables[this.kind].js[op];
    if (handler === undefined) return this.#reject(new Error(`Unknown async operation ${op}`));
    if (this.isOver) return this.#reject(tooLate(op));
    const result = handler(this, args);
    result.catch(() => (this.#hasRejected = true));
    return result;
  }

  /** Says what fails the function from now on: its promise, or the body it streams; null: nothing can any more. */
  onUncaught(fail: ((reason: unknown) => void) | null): void {
    this.#fail = fail;
  }

  noteUncaught(event: UncaughtEvent, reason: unknown): void {
    if (this.isOver || this.#fail === null) return this.#tellLate(event, reason);
    this.abort(event === "uncaughtException" ? new UncaughtError(reason) : reason);
  }

  /** Whether there is nothing that it started and did not await. */
  get isSettled(): boolean {
    return this.#tail === null && !this.#hasRejected;
  }

  /** Waits for what the function started and did not await. */
  async settle(): Promise<void> {
    while (this.#tail !== null) await this.#tail;
    // Only a turn of the event loop tells whether somebody handled the rejection; if not, the function is failed
    // meanwhile.
    if (this.#hasRejected) await nextTurn();
  }

  /** Waits for nested calls that a failed function left behind: their savepoints end before its own. */
  async calleesEnded(): Promise<void> {
    while (this.#tail !== null) await this.#tail;
  }

  /** Fails the function and whatever it called and still waits for; none of them is given anything any more. */
  abort(reason: unknown): void {
    for (const callee of [...this.#callees]) callee.abort(reason);
    const fail = this.#fail;
    this.end();
    fail?.(reason);
  }

  /** Ends the function: syscalls it still issues are refused. */
  end(): void {
    this.#isOver = true;
    this.#fail = null;
    if (this.#caller !== null) this.#caller.#callees.delete(this);
    for (const { cursor } of this.streams.values()) cursor?.close();
    this.streams.clear();
  }

  #tellLate(event: UncaughtEvent, reason: unknown): void {
    if (++this.#lateErrors > MAX_LATE_TOLD) return;
    const { host, named } = this.tree;
    const { text: error } = describeThrown(reason, this.sources);
    host.logger.warn("a function failed after it had ended", {
      path: this.path,
      requestId: named.requestId,
      event,
      error,
    });
  }

  /** A call's usage counts towards the ceilings of every call around it. */
  checkBudgets(): void {
    const { read } = this.tree;
    if (read !== null && this.budget !== null) checkBudget(this.budget, read.usage);
    if (this.#caller?.tree.read === read) this.#caller.checkBudgets();
  }

  #reject(error: unknown): Promise<never> {
    this.#hasRejected = true;
    return Promise.reject(error);
  }

  /** Does at once what a read under way would have been done before; otherwise behind it. */
  inOrder(work: () => void): void {
    if (this.#tail === null) work();
    else void this.#queued(this.#tail.then(work));
  }

  /** Follows what takes time to its end: a nested call of a mutation, or a long read. Later syscalls queue behind it. */
  #queued<T>(result: Promise<T>): Promise<T> {
    const settled: Promise<void> = result.then(
      () => undefined,
      () => void (this.#hasRejected = true),
    );
    this.#tail = settled;
    void settled.then(() => {
      if (this.#tail === settled) this.#tail = null;
    });
    return result;
  }
}
