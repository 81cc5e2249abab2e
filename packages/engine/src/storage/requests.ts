/** Session requests: the recorded answers of mutations, kept so that a resend is answered and not run again. */

import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A recorded answer. */
export interface RequestRow {
  readonly ts: bigint;
  readonly result: string;
  readonly logLines: readonly string[];
}

/** Reads and writes of the session request records. */
export class RequestLog {
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #forget: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      "INSERT INTO session_requests (session, request, ts, time_ms, result, log_lines) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#find = db.prepare("SELECT ts, result, log_lines FROM session_requests WHERE session = ? AND request = ?");
    this.#find.setReadBigInts(true);
    this.#forget = db.prepare(
      "DELETE FROM session_requests WHERE row IN (SELECT row FROM session_requests ORDER BY row LIMIT ?) AND time_ms < ?",
    );
  }

  record(session: string, request: number, timeMs: number, row: RequestRow): void {
    this.#insert.get(session, request, row.ts, Math.floor(timeMs), row.result, JSON.stringify(row.logLines));
  }

  find(session: string, request: number): RequestRow | null {
    const row = this.#find.get(session, request) as { ts: bigint; result: string; log_lines: string } | undefined;
    return row === undefined
      ? null
      : { ts: row.ts, result: row.result, logLines: JSON.parse(row.log_lines) as string[] };
  }

  /** Forgets records older than `timeMs` among the oldest `limit`; returns how many. */
  forgetBefore(timeMs: number, limit: number): number {
    return Number(this.#forget.run(limit, Math.floor(timeMs)).changes);
  }
}
