/**
 * The answers that were made last. Queries that ask with other arguments, or for another person, often answer the same:
 * then they have one text together, and its fingerprint, as the subscribers of one query do.
 */

import type { QueryRun } from "../functions/call.ts";
import type { SharedText } from "../protocol/frame.ts";

/** So many are kept. */
const KEPT = 4;
/** A shorter one is made as fast as it is found; a longer one is much to keep. In UTF-16 units. */
const [SHORTEST, LONGEST] = [2048, 64 * 1024];

interface Made {
  readonly fingerprint: string;
  readonly resultJson: SharedText;
}

interface Kept extends Made {
  readonly valueJson: string;
  readonly journal: string | null;
}

/** See the file comment. */
export class NewestAnswers {
  readonly #kept: Kept[] = [];

  /** What was made of an answer that is told with the same text. */
  like({ outcome, journal }: QueryRun): Made | null {
    if (!outcome.ok || outcome.logLines.length > 0) return null;
    const { valueJson } = outcome;
    if (valueJson.length < SHORTEST) return null;
    return this.#kept.find((kept) => kept.valueJson === valueJson && kept.journal === journal) ?? null;
  }

  /** Keeps what was made of an answer, in the place of the oldest. */
  note({ outcome, journal }: QueryRun, { fingerprint, resultJson }: Made): void {
    if (!outcome.ok || outcome.logLines.length > 0) return;
    const { valueJson } = outcome;
    if (valueJson.length < SHORTEST || valueJson.length > LONGEST) return;
    this.#kept.unshift({ valueJson, journal, fingerprint, resultJson });
    this.#kept.length = Math.min(this.#kept.length, KEPT);
  }
}
