/**
 * Time, injected. This is the only file of the engine that touches Date and timers, so that a test
 * can hold the whole engine still and move it by hand.
 */

/** The engine's view of time. */
export interface Clock {
  /** Wall-clock milliseconds since the epoch. May jump in either direction. */
  nowMs(): number;
  /** Calls `fn` once after `ms`; the returned function cancels it. */
  setTimer(ms: number, fn: () => void): () => void;
}

/** Timers longer than this overflow Node's 32-bit delay and would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The real clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  setTimer(ms, fn) {
    let timer: NodeJS.Timeout;
    const arm = (leftMs: number): void => {
      const stepMs = Math.min(Math.max(leftMs, 0), MAX_DELAY_MS);
      timer = setTimeout(() => (leftMs > stepMs ? arm(leftMs - stepMs) : fn()), stepMs);
      timer.unref();
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /** Moves time forward and fires the timers that fall due, in order of their time. */
  advance(ms: number): void;
  /** Jumps without firing anything: a wall clock set by hand. */
  set(nowMs: number): void;
}

/** Makes a manual clock that starts at `startMs`. */
export function manualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs;
  let sequence = 0;
  const timers = new Map<number, { dueMs: number; fn: () => void }>();
  const nextDue = (untilMs: number): number | null => {
    let best: { id: number; dueMs: number } | null = null;
    for (const [id, { dueMs }] of timers) {
      if (dueMs <= untilMs && (best === null || dueMs < best.dueMs)) best = { id, dueMs };
    }
    return best === null ? null : best.id;
  };
  return {
    nowMs: () => now,
    setTimer(ms, fn) {
      const id = ++sequence;
      timers.set(id, { dueMs: now + ms, fn });
      return () => void timers.delete(id);
    },
    advance(ms) {
      const untilMs = now + ms;
      for (let id = nextDue(untilMs); id !== null; id = nextDue(untilMs)) {
        const timer = timers.get(id);
        timers.delete(id);
        if (timer === undefined) continue;
        now = Math.max(now, timer.dueMs);
        timer.fn();
      }
      now = untilMs;
    },
    set(nowMs) {
      now = nowMs;
    },
  };
}

/**
 * Resolves after the input that is already waiting (sockets ready in this turn of the event loop)
 * was handled: long enough to gather a batch, too short to be felt by a lone caller.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Resolves after what runs now and all that follows from it without waiting, before further input is read: a loop that
 * waits for input in between costs a lone caller two system calls.
 */
export function afterThis(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** The Date of an instant. */
export function dateOf(ms: number): Date {
  return new Date(ms);
}

/** The UTC calendar fields of an instant; `weekday` counts from Sunday = 0, `month` from January = 1. */
export interface CalendarUtc {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

/** Takes an instant apart. */
export function calendarUtc(ms: number): CalendarUtc {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}
