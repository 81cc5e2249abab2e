/**
 * Long reads in slices: whatever a function reads is read at once while this turn of the event loop is young, and from
 * then on a slice per turn, with sockets, timers and the work of others in between. All slices read the same state: a
 * query's is pinned until it has ended, and in a mutation nothing else is read or written before the read is done.
 */

import { nextTurn } from "../lib/clock.ts";
import { PAUSE, type Work } from "../transactions/types.ts";
import type { Execution } from "./execution.ts";
import { tooLate } from "./failure.ts";
import { runOutsideScope } from "./globals/scope.ts";

/** Runs work to its end, or until the turn is used up. The rest is a promise. */
export function inSlices<T>(execution: Execution, op: string, work: Work<T>): T | Promise<T> {
  const first = slice(execution, work);
  return first.done === true ? first.value : rest(execution, op, work);
}

/**
 * The same for what a function gets in one go. Where that took several slices it is there in a turn of the loop that
 * follows the last one: what the function does with so much, its answer included, holds the loop for long enough.
 */
export function allInSlices<T>(execution: Execution, op: string, work: Work<T>): T | Promise<T> {
  const all = inSlices(execution, op, work);
  return all instanceof Promise ? all.then((result) => inNextTurn(execution, op, result)) : all;
}

async function inNextTurn<T>(execution: Execution, op: string, result: T): Promise<T> {
  await runOutsideScope(nextTurn);
  if (execution.isOver) throw tooLate(op);
  // Others ran meanwhile: what holds the loop from here on is this function again.
  execution.tree.host.blocking.active(execution.path);
  return result;
}

/** Asks once, and again for as long as there are pauses. */
export function stepped<T>(execution: Execution, op: string, step: () => T | typeof PAUSE): T | Promise<T> {
  const first = step();
  return first === PAUSE ? inSlices(execution, op, untilTold(step)) : first;
}

function* untilTold<T>(step: () => T | typeof PAUSE): Work<T> {
  for (;;) {
    yield;
    const next = step();
    if (next !== PAUSE) return next;
  }
}

function slice<T>({ tree }: Execution, work: Work<T>): IteratorResult<void, T> {
  const { turns } = tree.host;
  for (;;) {
    const step = work.next();
    // The loop's own time, which stands still for functions.
    if (step.done === true || runOutsideScope(() => turns.isSpent())) return step;
  }
}

async function rest<T>(execution: Execution, op: string, work: Work<T>): Promise<T> {
  const { turns, blocking } = execution.tree.host;
  for (;;) {
    // The read has begun: it goes before others that have not, one for one.
    const step = await runOutsideScope(() =>
      turns.run(async () => {
        // What was failed meanwhile may have lost the state it read.
        if (execution.isOver) throw tooLate(op);
        blocking.active(execution.path);
        return slice(execution, work);
      }, true),
    );
    if (step.done !== true) continue;
    execution.checkBudgets();
    return step.value;
  }
}

/** What is made of a result, at once if it is there. */
export function made<T, U>(result: T | Promise<T>, make: (result: T) => U): U | Promise<U> {
  return result instanceof Promise ? result.then(make) : make(result);
}
