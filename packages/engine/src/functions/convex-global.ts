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

/** Makes the global exist. Idempotent: one global serves every engine of the process. */
export function installConvexGlobal(): void {
  Object.defineProperty(globalThis, "Convex", { value: convex, configurable: true, writable: true });
}
