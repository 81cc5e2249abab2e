/**
 * When sessions get their turn to compute a Transition.
 *
 * Everything runs at the start of a turn of the event loop: by then the responses of the mutations that were
 * just committed have been handed to their sessions, so a Transition cannot overtake the response it covers.
 *
 * A client that waits for an answer of its own is served in the next turn. Clients that only watch share a
 * budget: after a round over them that took d milliseconds, the next one starts at least d later, so that
 * pushing takes at most about half of the time and commits in between coalesce. A lone write finds the budget
 * unused and is pushed in the next turn.
 */

import { nextTurn, systemClock, type Clock } from "../lib/clock.ts";

/** A round over watchers never waits longer than this. */
const MAX_PAUSE_MS = 100;

/** A session that wants its turn. */
export interface Paced {
  pump(): void;
}

export class Pacer {
  /** Real time, whatever the engine's clock says: this is about the load of the processor. */
  readonly #clock: Clock = systemClock;
  readonly #urgent = new Set<Paced>();
  readonly #passive = new Set<Paced>();
  #isScheduled = false;
  #passiveFromMs = 0;
  #isTimerSet = false;

  /** Asks for one `pump` of `session`. */
  wake(session: Paced, urgency: "urgent" | "passive"): void {
    if (urgency === "urgent") {
      this.#urgent.add(session);
      this.#passive.delete(session);
    } else if (!this.#urgent.has(session)) {
      this.#passive.add(session);
    }
    this.#schedule();
  }

  forget(session: Paced): void {
    this.#urgent.delete(session);
    this.#passive.delete(session);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void nextTurn().then(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    drain(this.#urgent);
    if (this.#passive.size === 0) return;
    const startMs = this.#clock.nowMs();
    const waitMs = Math.min(this.#passiveFromMs - startMs, MAX_PAUSE_MS);
    if (waitMs > 0) return this.#waitForBudget(waitMs);
    drain(this.#passive);
    // Results arrive in microtasks; the next turn begins when they were all pushed.
    void nextTurn().then(() => {
      const endMs = this.#clock.nowMs();
      this.#passiveFromMs = endMs + (endMs - startMs);
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

function drain(sessions: Set<Paced>): void {
  const due = [...sessions];
  sessions.clear();
  for (const session of due) session.pump();
}
