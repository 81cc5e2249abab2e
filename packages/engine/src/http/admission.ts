/**
 * What one caller may ask over HTTP. Who has signed in is counted as one person, wherever they are and whatever tokens
 * they have; who has not is counted by address, and may send less.
 */

import { callerKey, type Identity } from "../auth/identity.ts";
import { networkOf, type CallOrigin } from "../functions/call.ts";
import type { EngineLimits } from "../functions/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { Spending } from "../lib/spending.ts";
import { HttpRefusal } from "./errors.ts";

/** What a call costs beside what its queries take: reading it, finding the function, answering. */
const CALL_MS = 1;
/** A wrong token costs the check of a signature. */
const REFUSED_TOKEN_MS = 2;

/** A call that was let in. */
export interface Admitted {
  readonly identity: Identity;
  readonly origin: CallOrigin;
  /** Who is counted for it. */
  readonly caller: string;
  /** What its body may have. */
  readonly maxBytes: number;
  /** Notes work done for it. */
  spend(ms: number): void;
}

export class Admission {
  readonly #limits: EngineLimits;
  readonly #anonymous: Spending;
  readonly #identified: Spending;
  readonly #running = new Map<string, number>();

  constructor(limits: EngineLimits, clock: Clock, anonymous: Spending) {
    this.#limits = limits;
    this.#anonymous = anonymous;
    this.#identified = new Spending(clock, limits.identityWorkMs);
  }

  /** Runs `work` for a caller who may; refuses with the code 429 who has too much under way or has cost too much. */
  async admit(
    origin: CallOrigin,
    identify: () => Promise<Identity>,
    work: (admitted: Admitted) => Promise<Response>,
  ): Promise<Response> {
    const identity = await this.#identityOf(origin, identify);
    const isAnonymous = identity.kind === "none" || identity.kind === "refused";
    const spending = isAnonymous ? this.#anonymous : this.#identified;
    const key = isAnonymous ? networkOf(origin) : callerKey(identity);
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#limits.concurrentCalls)
      throw tooMany("TooManyConcurrentRequests", "Too many calls are under way", 1_000);
    if (spending.isSpent(key))
      throw tooMany("RateLimited", "Too much was asked for in the last minute", spending.waitMs(key));
    this.#running.set(key, running + 1);
    spending.spend(key, CALL_MS);
    try {
      const maxBytes = isAnonymous ? this.#limits.anonymousMessageBytes : this.#limits.messageBytes;
      return await work({ identity, origin, caller: key, maxBytes, spend: (ms) => spending.spend(key, ms) });
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
    }
  }

  async #identityOf(origin: CallOrigin, identify: () => Promise<Identity>): Promise<Identity> {
    try {
      return await identify();
    } catch (error) {
      const network = networkOf(origin);
      if (this.#anonymous.isSpent(network))
        throw tooMany("RateLimited", "Too much was asked for in the last minute", this.#anonymous.waitMs(network));
      this.#anonymous.spend(network, REFUSED_TOKEN_MS);
      throw error;
    }
  }
}

function tooMany(code: string, message: string, waitMs: number): HttpRefusal {
  return new HttpRefusal(429, code, message, Math.ceil(waitMs / 1_000));
}
