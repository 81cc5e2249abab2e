/**
 * One query that somebody watches: shared by every subscriber with the same function, arguments and journal,
 * and the same identity if the function read it.
 *
 * A result made at timestamp `ts` is valid from `ts` until `staleSince`, the first later commit that touched
 * something the query read. `staleSince === null` means valid up to now.
 */

import { createHash, hash } from "node:crypto";
import type { FunctionOutcome, QueryRun } from "../functions/call.ts";
import { clientMessage } from "../functions/failure.ts";
import type { Timestamp } from "../functions/seam.ts";
import type { Turns } from "../lib/turns.ts";
import { SharedText } from "../protocol/frame.ts";
import { queryFailedJson, queryUpdatedJson, UPDATED_HEAD, updatedTail } from "../protocol/transition.ts";
import type { JsonObject } from "../values/json.ts";
import { textParts, type Pieces } from "../values/pieces.ts";
import type { NewestAnswers } from "./newest-answers.ts";

/** What identifies a watched query, apart from who watches. */
export interface QuerySpec {
  readonly component: string;
  readonly path: string;
  readonly args: JsonObject;
  /** Canonical text of component, path and arguments. */
  readonly base: string;
  readonly journal: string | null;
  /** The key of the query everyone shares: made once, because every push to every subscriber looks it up. */
  readonly sharedKey: string;
}

/** Whoever must hear that a query went stale. */
export interface Subscriber {
  readonly identityKey: string;
  onStale(): void;
}

/** A finished execution. `resultJson` is spliced into every subscriber's Transition. */
export interface LiveResult {
  readonly type: "QueryUpdated" | "QueryFailed";
  readonly resultJson: SharedText;
  /** Equal for equal results; a Transition mentions a query only when this changed. */
  readonly fingerprint: string;
  readonly journal: string | null;
  readonly ts: Timestamp;
  readonly envReads: ReadonlySet<string>;
  readonly didReadTime: boolean;
  readonly madeAtMs: number;
  staleSince: Timestamp | null;
}

/** Anyone may share the result: the function did not look at who is calling. */
export const EVERYONE = "*";

/** Under which key the hub finds a query of this owner. */
export function keyOf(base: string, owner: string, journal: string | null): string {
  return `${base}\n${owner}\n${journal ?? ""}`;
}

/** The state of one shared query; the hub moves it. */
export class LiveQuery {
  readonly component: string;
  readonly path: string;
  readonly args: JsonObject;
  readonly base: string;
  /** `EVERYONE`, or `=` and the key of the one identity it belongs to. */
  owner: string;
  /** Given to the next run, so that its page ends where it ended before. */
  journal: string | null;
  result: LiveResult | null = null;
  running: { readonly ts: Timestamp; readonly done: Promise<void> } | null = null;
  readonly subscribers = new Set<Subscriber>();
  /** Under which keys the hub finds it. */
  readonly keys = new Set<string>();

  constructor(spec: QuerySpec, owner: string) {
    this.component = spec.component;
    this.path = spec.path;
    this.args = spec.args;
    this.base = spec.base;
    this.journal = spec.journal;
    this.owner = owner;
  }

  /** The result, if it holds at `ts`. */
  resultAt(ts: Timestamp): LiveResult | null {
    const { result } = this;
    if (result === null || result.ts > ts) return null;
    return result.staleSince === null || result.staleSince > ts ? result : null;
  }
}

interface Making {
  readonly requestId: string;
  readonly redact: boolean;
  readonly nowMs: number;
  readonly before: LiveResult | null;
  readonly newest?: NewestAnswers;
}

/** A query's result and the shared query it belongs to. */
export interface Obtained {
  readonly live: LiveQuery;
  readonly result: LiveResult;
  /** The result was made apart from the shared query, which may know of commits that it does not. */
  readonly isAside?: boolean;
}

/** What subscribers get of a run; where it is much, others go on between its pieces. */
export function liveResultOf(run: QueryRun, options: Making, turns: Turns): LiveResult | Promise<LiveResult> {
  return isLong(run) ? turns.go(longLiveResult(run, options)) : toLiveResult(run, options);
}

/** Turns a run into what subscribers get. Text equal to the result before is kept, not built again. */
export function toLiveResult(run: QueryRun, options: Making): LiveResult {
  const alike = options.newest?.like(run) ?? null;
  if (alike !== null) return liveResult(run, options, alike.fingerprint, () => alike.resultJson);
  const result = liveResult(run, options, fingerprintOf(run.outcome), () => new SharedText(resultText(run, options)));
  options.newest?.note(run, result);
  return result;
}

/** Answers from here on are made frames of in pieces. */
const LONG_LENGTH = 64 * 1024;
/** Characters that are made bytes in one go. */
const PIECE_LENGTH = 64 * 1024;

function isLong({ outcome }: QueryRun): boolean {
  return outcome.ok && outcome.valueJson.length > LONG_LENGTH;
}

/** The same as `toLiveResult`, in pieces. Many sockets may hold it, so it is bytes at once. */
export function* longLiveResult(run: QueryRun, options: Making): Pieces<LiveResult> {
  const { outcome, journal } = run;
  if (!outcome.ok) return toLiveResult(run, options);
  const digest = createHash("sha1");
  const tail = updatedTail(options.redact ? [] : outcome.logLines, journal);
  const bytes = [Buffer.from(UPDATED_HEAD)];
  for (const part of textParts(outcome.valueJson, PIECE_LENGTH)) {
    const made = Buffer.from(part);
    digest.update(made);
    bytes.push(made);
    yield;
  }
  const fingerprint = withLogs(digest.digest("base64"), outcome);
  bytes.push(Buffer.from(tail));
  const length = UPDATED_HEAD.length + outcome.valueJson.length + tail.length;
  return liveResult(run, options, fingerprint, () => new SharedText(Buffer.concat(bytes), length));
}

function liveResult(run: QueryRun, options: Making, fingerprint: string, text: () => SharedText): LiveResult {
  const isSame = options.before?.fingerprint === fingerprint && options.before.journal === run.journal;
  return {
    type: run.outcome.ok ? "QueryUpdated" : "QueryFailed",
    resultJson: isSame && options.before !== null ? options.before.resultJson : text(),
    fingerprint,
    journal: run.journal,
    ts: run.ts,
    envReads: run.envReads,
    didReadTime: run.didReadTime,
    madeAtMs: options.nowMs,
    staleSince: null,
  };
}

/** The request id of a failure is left out: running into the same error again is no news. */
function fingerprintOf(outcome: FunctionOutcome): string {
  if (outcome.ok) return withLogs(hash("sha1", outcome.valueJson, "base64"), outcome);
  const { text, errorDataJson = "none" } = outcome.failure;
  return withLogs(`failed ${hash("sha1", `${text} ${errorDataJson}`, "base64")}`, outcome);
}

function withLogs(fingerprint: string, { logLines }: FunctionOutcome): string {
  return logLines.length === 0 ? fingerprint : `${fingerprint} ${hash("sha1", JSON.stringify(logLines), "base64")}`;
}

function resultText(run: QueryRun, options: { requestId: string; redact: boolean }): string {
  const { outcome, journal } = run;
  const logs = options.redact ? [] : outcome.logLines;
  if (outcome.ok) return queryUpdatedJson(outcome.valueJson, logs, journal);
  return queryFailedJson(
    clientMessage(outcome.failure, options.requestId, options.redact),
    outcome.failure.errorDataJson,
    logs,
    journal,
  );
}
