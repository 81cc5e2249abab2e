/**
 * When sessions get their turn to compute a Transition.
 *
 * What a commit wakes runs behind everything that follows from the commit, what clients asked for at the start of the
 * next turn of the event loop, with all that was asked in this one. By then the responses of the mutations that were
 * just committed have been handed to their sessions, so a Transition cannot overtake the response it covers.
 *
 * Sessions wait in three lanes, each in the order they came: those whose own call was answered, those who asked for
 * other queries, and those who only watch. A turn gives each lane a slice, and lets in no more sessions than the
 * queries already waiting in `Turns` leave room for; but one of each lane always gets in, so that nobody's queries,
 * however many, keep others out: they take their places one by one.
 *
 * Watchers share a budget besides: after a round over them that took d milliseconds, the next one starts at least d
 * later, so that pushing takes at most about half of the time and commits in between coalesce. A lone write finds the
 * budget unused and is pushed in the next turn.
 */

import { afterThis, nextTurn, systemClock, type Clock } from "../lib/clock.ts";
import type { Urgency } from "./session.ts";

/** A round over watchers never waits longer than this. */
const MAX_PAUSE_MS = 100;
/** How long sessions of one lane may hold the loop in one turn. */
const SLICE_MS = 10;
/** With this many queries waiting only one session of each lane is let in. */
const BUSY = 4;
/** With this many nobody is: each who is let in holds a state of the data until it has read it all. */
const MAX_WAITING = 32;

/** A session that wants its turn. */
export interface Paced {
  pump(): void;
}

/** See the file comment. */
export class Pacer {
  /** Queries that wait for their slice. */
  readonly #load: { readonly waiting: number };
  /** Real time, whatever the engine's clock says: this is about the load of the processor. */
  readonly #clock: Clock;
  readonly #lanes = { answer: new Set<Paced>(), urgent: new Set<Paced>(), passive: new Set<Paced>() };
  /** Watchers of the round that is under way. */
  #round = new Set<Paced>();
  #roundMs = 0;
  #isScheduled = false;
  #passiveFromMs = 0;
  #isTimerSet = false;

  constructor(load: { readonly waiting: number }, clock: Clock = systemClock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Asks for one `pump` of `session`. */
  wake(session: Paced, urgency: Urgency): void {
    this.#enter(session, urgency);
    this.#schedule(urgency === "urgent" ? nextTurn : afterThis);
  }

  forget(session: Paced): void {
    const { answer, urgent, passive } = this.#lanes;
    for (const lane of [answer, urgent, passive, this.#round]) lane.delete(session);
  }

  /** Into the lane of what it waits for, unless it waits in that one or a faster one. */
  #enter(session: Paced, urgency: Urgency): void {
    const { answer, urgent, passive } = this.#lanes;
    if (answer.has(session) || (urgency !== "answer" && urgent.has(session))) return;
    if (urgency === "passive") {
      if (!this.#round.has(session)) passive.add(session);
      return;
    }
    this.forget(session);
    this.#lanes[urgency].add(session);
  }

  #schedule(when: () => Promise<void>): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void when().then(() => this.#turn());
  }

  #turn(): void {
    // Who wakes meanwhile is let in by the next turn of the loop, so that input and timers come in between.
    this.#isScheduled = true;
    const { answer, urgent } = this.#lanes;
    this.#serve(answer);
    this.#serve(urgent);
    if (this.#round.size > 0 || this.#isRoundDue()) this.#serveRound();
    const isWaitingUnseen = this.#lanes.passive.size > 0 && !this.#isTimerSet;
    this.#isScheduled = false;
    if (answer.size > 0 || urgent.size > 0 || this.#round.size > 0 || isWaitingUnseen) this.#schedule(nextTurn);
  }

  /** Lets sessions in, the one that waits longest first. */
  #serve(lane: Set<Paced>): void {
    const startMs = this.#clock.nowMs();
    let served = 0;
    for (const session of lane) {
      if (this.#load.waiting >= (served === 0 ? MAX_WAITING : BUSY)) return;
      if (served > 0 && this.#clock.nowMs() - startMs >= SLICE_MS) return;
      served++;
      lane.delete(session);
      session.pump();
    }
  }

  /** Whether those who watch may have another round. */
  #isRoundDue(): boolean {
    if (this.#lanes.passive.size === 0) return false;
    const waitMs = Math.min(this.#passiveFromMs - this.#clock.nowMs(), MAX_PAUSE_MS);
    if (waitMs > 0) {
      this.#waitForBudget(waitMs);
      return false;
    }
    this.#round = this.#lanes.passive;
    this.#lanes.passive = new Set();
    this.#roundMs = 0;
    return true;
  }

  #serveRound(): void {
    const startMs = this.#clock.nowMs();
    this.#serve(this.#round);
    const isOver = this.#round.size === 0;
    // Results arrive in microtasks; the next turn begins when they were all pushed.
    void nextTurn().then(() => {
      const endMs = this.#clock.nowMs();
      this.#roundMs += endMs - startMs;
      if (isOver) this.#passiveFromMs = endMs + this.#roundMs;
    });
  }

  #waitForBudget(waitMs: number): void {
    if (this.#isTimerSet) return;
    this.#isTimerSet = true;
    this.#clock.setTimer(waitMs, () => {
      this.#isTimerSet = false;
      this.#turn();
    });
  }
}
