/**
 * Counts attempts per key in a sliding window. Memory is bounded twice: a key remembers at most its
 * limit of times, and when there are too many keys the longest untouched one is dropped. A restart
 * forgets the counts, which only ever helps for one window.
 */

/** At most `limit` attempts in any `windowMs`. */
export interface RateRule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export type RateVerdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

export interface RateLimiter {
  /** Counts one attempt against every given key, or none of them when one is exhausted. */
  take(attempts: readonly RateAttempt[]): RateVerdict;
  /** Takes the newest attempt back: a success that should not count. */
  giveBack(attempts: readonly RateAttempt[]): void;
  /** Forgets what a rule counted for this key, and for it with anything behind it after a space. */
  forget(attempt: RateAttempt): void;
}

export interface RateAttempt {
  readonly rule: RateRule;
  readonly key: string;
}

const MAX_KEYS = 20_000;

/** A limiter over the given clock. */
export function createRateLimiter(options: { now: () => number; maxKeys?: number }): RateLimiter {
  const { now, maxKeys = MAX_KEYS } = options;
  // A Map keeps insertion order; every touch re-inserts, so the first key is the longest untouched.
  const times = new Map<string, number[]>();
  const nameOf = ({ rule, key }: RateAttempt) => `${rule.name}\u0000${key}`;

  function recent(attempt: RateAttempt, at: number): number[] {
    return (times.get(nameOf(attempt)) ?? []).filter((time) => time > at - attempt.rule.windowMs);
  }

  function remember(attempt: RateAttempt, list: number[]): void {
    const name = nameOf(attempt);
    times.delete(name);
    if (list.length > 0) times.set(name, list);
    for (const oldest of times.keys()) {
      if (times.size <= maxKeys) break;
      times.delete(oldest);
    }
  }

  return {
    take(attempts) {
      const at = now();
      let waitMs = 0;
      for (const attempt of attempts) {
        const list = recent(attempt, at);
        const oldest = list[0];
        if (list.length >= attempt.rule.limit && oldest !== undefined)
          waitMs = Math.max(waitMs, oldest + attempt.rule.windowMs - at);
      }
      if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      for (const attempt of attempts) remember(attempt, [...recent(attempt, at), at]);
      return { allowed: true };
    },
    giveBack(attempts) {
      const at = now();
      for (const attempt of attempts) remember(attempt, recent(attempt, at).slice(0, -1));
    },
    forget(attempt) {
      const whole = nameOf(attempt);
      for (const name of times.keys()) if (name === whole || name.startsWith(`${whole} `)) times.delete(name);
    },
  };
}
