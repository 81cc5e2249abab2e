/** Commits made while queries are run: a query whose run ends after one of them is compared with it. */

import type { Commit, ReadSet, Timestamp } from "../functions/seam.ts";
import { readsTouchedBy } from "./overlap.ts";

/** See the file comment. */
export class RecentCommits {
  /** The state each run began with. */
  readonly #since = new Map<object, Timestamp>();
  #commits: Commit[] = [];

  /** Says that queries are run at this state from now on; call what is returned when they have ended. */
  reading(ts: Timestamp): () => void {
    const marker = {};
    this.#since.set(marker, ts);
    return () => {
      this.#since.delete(marker);
      this.#forget();
    };
  }

  /** Called in commit order. */
  note(commits: readonly Commit[]): void {
    if (this.#since.size > 0) this.#commits.push(...commits);
  }

  /** When what was read at `ts` was touched first since then; null when it was not. */
  touched(reads: ReadSet, ts: Timestamp): Timestamp | null {
    const touching = this.#commits.find((commit) => commit.ts > ts && readsTouchedBy(reads, commit.writes));
    return touching?.ts ?? null;
  }

  #forget(): void {
    if (this.#commits.length === 0) return;
    let oldest: Timestamp | null = null;
    for (const ts of this.#since.values()) if (oldest === null || ts < oldest) oldest = ts;
    const needed = oldest;
    this.#commits = needed === null ? [] : this.#commits.filter((commit) => commit.ts > needed);
  }
}
