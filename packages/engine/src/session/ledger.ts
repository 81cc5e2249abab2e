/**
 * Mutations of sockets, each at most once.
 *
 * The committer stores the answer of a successful mutation in its own commit, and answers with it when asked
 * again. What it cannot know is a mutation still under way: a client that lost its socket resends at once, and must get
 * the outcome of the
 * run it started, not a second run.
 */

import type { FunctionCall, MutationRun, Runner } from "../functions/call.ts";
import type { SessionRequestKey } from "../functions/seam.ts";

/** Runs or answers requests named by (sessionId, requestId). */
export class RequestLedger {
  readonly #runner: Runner;
  readonly #underWay = new Map<string, Promise<MutationRun>>();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The outcome of this request: shared with a run under way, recorded, or of a new run. */
  run(call: FunctionCall, key: SessionRequestKey): Promise<MutationRun> {
    const name = `${key.sessionId}|${key.requestId}`;
    const running = this.#underWay.get(name);
    if (running !== undefined) return running;
    const run = this.#runner.runMutation(call, key);
    const ended = (): void => void this.#underWay.delete(name);
    run.then(ended, ended);
    this.#underWay.set(name, run);
    return run;
  }
}
