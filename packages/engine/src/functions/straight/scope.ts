/** Which function is asking, and how it is answered. */

import { Execution } from "../execution.ts";
import { currentScope } from "../globals/scope.ts";

/**
 * The query or mutation whose code is running. Null where the client library has something to refuse: outside of
 * functions, in actions, and after the end.
 */
export function askingFunction(): Execution | null {
  const scope = currentScope();
  if (!(scope instanceof Execution) || (scope.kind !== "query" && scope.kind !== "mutation")) return null;
  return scope.isOver ? null : scope;
}

/** Issues a syscall; what it throws is thrown once more where the function waits, as the client library does. */
export async function issued<T>(execution: Execution, op: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await execution.issue(op, work);
  } catch (error) {
    throw new Error((error as Error).message);
  }
}
