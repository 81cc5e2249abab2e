/**
 * Globals as functions see them.
 *
 * Each guard asks for the current scope first: host code pays one lookup (a few nanoseconds) and keeps the
 * original behaviour. Installed once per process and shared by every engine in it; nothing engine-specific
 * is stored here, so engines cannot disturb each other.
 */

import { unwatched } from "../straight/used.ts";
import { installConsoleGuard } from "./console-guard.ts";
import { installConvexGlobal } from "./convex-global.ts";
import { uuidOf } from "./random.ts";
import { currentScope, isDeterministic, runOutsideScope, type Scope } from "./scope.ts";
import { installStackGuard } from "./stack-guard.ts";

/** More is refused by the platform. */
const MAX_RANDOM_BYTES = 65_536;
const INSTALLED = Symbol.for("convex-engine.guards");
const EVENTS_OF_ERRORS: ReadonlySet<string> = new Set([
  "uncaughtException",
  "uncaughtExceptionMonitor",
  "unhandledRejection",
  "rejectionHandled",
]);

/** Installs every guard. Idempotent. */
export function installGuards(): void {
  const global = globalThis as { [INSTALLED]?: true };
  installConvexGlobal();
  if (global[INSTALLED]) return;
  global[INSTALLED] = true;
  guardDate();
  guardRandom();
  guardCrypto();
  guardIntervals();
  guardCopying();
  for (const name of ["fetch", "setTimeout", "setInterval", "setImmediate"]) refuseInTransactions(name);
  guardEnv();
  guardUncaught();
  installConsoleGuard();
  installStackGuard();
}

function guardDate(): void {
  const RealDate = globalThis.Date;
  const now = RealDate.now.bind(RealDate);
  // The clock behind an action's time may read this very Date.
  let isAsking = false;
  const scopedNow = (): number | undefined => {
    const scope = currentScope();
    if (scope === undefined || isAsking) return undefined;
    isAsking = true;
    try {
      return scope.nowMs();
    } finally {
      isAsking = false;
    }
  };
  function ScopedDate(this: unknown, ...args: unknown[]): unknown {
    const target = new.target as unknown as Function | undefined;
    const moment = args.length === 0 ? scopedNow() : undefined;
    const given = moment === undefined ? args : [moment];
    const date = Reflect.construct(RealDate, given, target === undefined || target === ScopedDate ? RealDate : target);
    return target === undefined ? String(date) : date;
  }
  Object.defineProperties(ScopedDate, {
    prototype: { value: RealDate.prototype, writable: false },
    name: { value: "Date" },
    length: { value: 7 },
    now: { value: () => scopedNow() ?? now(), writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
  });
  RealDate.prototype.constructor = ScopedDate;
  Object.defineProperty(globalThis, "Date", { value: ScopedDate, writable: true, configurable: true });
}

function guardRandom(): void {
  const original = Math.random;
  Math.random = () => currentScope()?.random() ?? original();
}

/** The bytes of queries and mutations come from their seed; everybody else's from the operating system. */
function guardCrypto(): void {
  const { prototype } = globalThis.Crypto;
  const { getRandomValues, randomUUID } = prototype;
  const seeded = (): Scope | null => {
    const scope = currentScope();
    return scope !== undefined && isDeterministic(scope) ? scope : null;
  };
  const fill = <T extends ArrayBufferView>(scope: Scope, array: T): T => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(scope.random() * 256);
    return array;
  };
  prototype.getRandomValues = function guarded<T extends ArrayBufferView>(this: Crypto, array: T): T {
    const scope = seeded();
    // The original checks the kind and the length of the array.
    if (scope === null || !ArrayBuffer.isView(array) || array.byteLength > MAX_RANDOM_BYTES)
      return Reflect.apply(getRandomValues, this, [array]) as T;
    return fill(scope, array);
  } as Crypto["getRandomValues"];
  prototype.randomUUID = function guarded(this: Crypto): ReturnType<Crypto["randomUUID"]> {
    const scope = seeded();
    return scope === null ? randomUUID.call(this) : uuidOf(fill(scope, new Uint8Array(16)));
  };
}

/** Documents that are watched cannot be copied natively: those behind them are. */
function guardCopying(): void {
  const original = globalThis.structuredClone;
  const guarded = (...args: unknown[]): unknown =>
    Reflect.apply(original, globalThis, currentScope()?.kind === "query" ? args.map((arg) => unwatched(arg)) : args);
  Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original));
  globalThis.structuredClone = guarded as typeof structuredClone;
}

/** Convex runs queries and mutations in a sandbox without these; the texts are its own. */
function refuseInTransactions(name: string): void {
  const holder = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = holder[name];
  if (original === undefined) return;
  const guarded = function (this: unknown, ...args: unknown[]): unknown {
    const scope = currentScope();
    if (scope !== undefined && isDeterministic(scope)) throw refusal(name);
    return Reflect.apply(original, this === undefined ? globalThis : this, args);
  };
  // Copies such as setTimeout[util.promisify.custom] must survive.
  Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original));
  holder[name] = guarded;
}

function refusal(name: string): Error {
  const shown = name === "fetch" ? "fetch()" : name;
  return new Error(
    `Can't use ${shown} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
  );
}

function guardEnv(): void {
  let hostEnv = process.env;
  Object.defineProperty(process, "env", {
    configurable: true,
    enumerable: true,
    get: () => currentScope()?.env ?? hostEnv,
    set: (value: NodeJS.ProcessEnv) => {
      hostEnv = value;
    },
  });
}

/**
 * What a function throws outside of its promise chain (a timer, a callback, an event nobody listens to) and
 * rejections nobody handles. That must fail the function, not the process, and must not be reported to the
 * host's own listeners: so the event is taken off before it is dispatched. Errors of host code pass through.
 */
function guardUncaught(): void {
  const emit = process.emit;
  const guarded = function (this: NodeJS.Process, event: string, ...args: unknown[]): boolean {
    const scope = EVENTS_OF_ERRORS.has(event) ? currentScope() : undefined;
    if (scope === undefined) return Reflect.apply(emit, this, [event, ...args]) as boolean;
    if (event === "uncaughtException" || event === "unhandledRejection")
      runOutsideScope(() => scope.noteUncaught(event, args[0]));
    return true;
  };
  process.emit = guarded as typeof process.emit;
}

/**
 * A callback that throws would do so again and again: in a process of its own the first time would have been the last.
 */
function guardIntervals(): void {
  const original = globalThis.setInterval;
  const guarded = function (this: unknown, callback: unknown, ...rest: unknown[]): unknown {
    if (currentScope() === undefined || typeof callback !== "function")
      return Reflect.apply(original, globalThis, [callback, ...rest]);
    const timer = Reflect.apply(original, globalThis, [
      function once(this: unknown, ...args: unknown[]): unknown {
        try {
          return Reflect.apply(callback, this, args);
        } catch (error) {
          clearInterval(timer);
          throw error;
        }
      },
      ...rest,
    ]) as NodeJS.Timeout;
    return timer;
  };
  Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original));
  globalThis.setInterval = guarded as typeof globalThis.setInterval;
}
