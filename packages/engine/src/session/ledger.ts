/**
 * Mutations of sockets, each at most once.
 *
 * The committer stores the answer of a successful mutation in its own commit. What it cannot know is a
 * mutation still under way: a client that lost its socket resends at once, and must get the outcome of the
 * run it started, not a second run.
 */
import type { FunctionCall, MutationRun, Runner } from "../functions/call.ts";
import type { Committer, SessionRequestKey } from "../functions/seam.ts";

/** Runs or answers requests named by (sessionId, requestId). */
export class RequestLedger {
  readonly #runner: Runner;
  readonly #committer: Committer;
  readonly #underWay = new Map<string, Promise<MutationRun>>();

  constructor(runner: Runner, committer: Committer) {
    this.#runner = runner;
    this.#committer = committer;
  }

  /** The outcome of this request: recorded, shared with a run under way, or of a new run. */
  run(call: FunctionCall, key: SessionRequestKey): Promise<MutationRun> {
    const name = `${key.sessionId}|${key.requestId}`;
    const running = this.#underWay.get(name);
    if (running !== undefined) return running;
    const recorded = this.#committer.recorded(key);
    if (recorded !== null) {
      return Promise.resolve({ ok: true, valueJson: recorded.resultJson, logLines: recorded.logLines, ts: recorded.ts });
    }
    const run = this.#runner.runMutation(call, key).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, run);
    return run;
  }
}
