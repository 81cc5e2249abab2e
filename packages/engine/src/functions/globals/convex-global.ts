/** The `Convex` global that the client library's ctx objects talk to. It only finds the current execution. */

import { currentScope, type Scope } from "./scope.ts";

function scope(): Scope {
  const current = currentScope();
  if (current === undefined) throw new Error("Convex functions can only be called by the engine");
  return current;
}

const convex = {
  syscall: (op: string, jsonArgs: string): string => scope().syscall(op, jsonArgs),
  asyncSyscall: (op: string, jsonArgs: string): Promise<string> => scope().asyncSyscall(op, jsonArgs),
  jsSyscall: (op: string, args: Record<string, unknown>): unknown => scope().jsSyscall(op, args),
};

const INSTALLED = Symbol.for("convex-engine.convexGlobal");

/**
 * Makes the global exist. Idempotent: one global serves every engine of the process. Outside of functions it is
 * whatever somebody else (convex-test) put there, so that both work side by side.
 */
export function installConvexGlobal(): void {
  const host = globalThis as { Convex?: unknown; [INSTALLED]?: true };
  if (host[INSTALLED]) return;
  host[INSTALLED] = true;
  let others = host.Convex;
  Object.defineProperty(globalThis, "Convex", {
    configurable: true,
    get: () => (currentScope() === undefined ? others : convex),
    set: (value: unknown) => {
      others = value;
    },
  });
}
