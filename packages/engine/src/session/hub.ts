/**
 * All watched queries of one engine.
 *
 *   commit ──> index: which read sets does it touch? ──> those queries are stale ──> their subscribers wake
 *   a waking session asks for its queries at one snapshot ──> each stale query runs once, all share the result
 *
 * Held: a result handed out for snapshot S equals running the query at S. A query that is running while
 * commits happen cannot be in the index yet (its read set is still growing), so those commits are kept and
 * compared with the read set when the run ends.
 */

import { isAdmin, isAdminKey, type Identity } from "../auth/identity.ts";
import type { Runner } from "../functions/call.ts";
import { ALL_ENV } from "../functions/globals/env.ts";
import { freshRequestId } from "../functions/request-id.ts";
import type { Commit, ReadSet, Snapshot, SubscriptionIndex, Timestamp } from "../functions/seam.ts";
import type { Clock } from "../lib/clock.ts";
import type { RandomSource } from "../lib/random.ts";
import type { Turns } from "../lib/turns.ts";
import {
  EVERYONE,
  keyOf,
  LiveQuery,
  liveResultOf,
  type LiveResult,
  type Obtained,
  type QuerySpec,
  type Subscriber,
} from "./live-query.ts";
import { NewestAnswers } from "./newest-answers.ts";
import { RecentCommits } from "./recent-commits.ts";

/** Unwatched queries kept for whoever comes next, if their results are not large. */
const MAX_IDLE = 512;
const MAX_IDLE_RESULT_LENGTH = 64 * 1024;
/** A result that depends on the time is not handed to new subscribers after this long. */
const TIME_READ_MAX_AGE_MS = 17_000;
/** Running into a wrong guess about sharing or a deploy more often than this is a bug. */
const MAX_ATTEMPTS = 16;
/** So many runs of others are waited for: each may be of a state before, and void by the time it ends. */
const MAX_WAITS = 4;

export interface HubOptions {
  readonly runner: Runner;
  readonly index: SubscriptionIndex<LiveQuery>;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly redactErrors: boolean;
  readonly turns: Turns;
}

/** Finds, runs and invalidates watched queries. */
export class QueryHub {
  readonly #options: HubOptions;
  readonly #queries = new Map<string, LiveQuery>();
  /** Functions whose last run read the identity: guessed personal for everybody. */
  readonly #personalPaths = new Set<string>();
  readonly #idle = new Set<LiveQuery>();
  readonly #recentCommits = new RecentCommits();
  readonly #newest = new NewestAnswers();
  /** Counts deploys and environment changes: a run that spans one is not kept. */
  #epoch = 0;
  executions = 0;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Queries with at least one subscriber. */
  get size(): number {
    return new Set(this.#queries.values()).size - this.#idle.size;
  }

  /** The result at this snapshot if it is at hand. */
  peek(spec: QuerySpec, identityKey: string, ts: Timestamp): Obtained | null {
    const live = this.#resolve(spec, identityKey);
    const result = live.resultAt(ts);
    return result === null ? null : { live, result };
  }

  /** The result at this snapshot, running the query if need be. `isNew`: this subscriber asks for the first time. */
  async obtain(
    spec: QuerySpec,
    who: { identity: Identity; identityKey: string },
    snapshot: Snapshot,
    isNew: boolean,
  ): Promise<Obtained> {
    let mustBeFresh = isNew;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const live = this.#resolve(spec, who.identityKey);
      const result = live.resultAt(snapshot.ts);
      if (result !== null && (!mustBeFresh || this.#isReusable(result))) return { live, result };
      mustBeFresh = false;
      const newest = live.running ?? live.result;
      const isBehind = newest !== null && newest.ts > snapshot.ts;
      if (isBehind || (live.running !== null && attempt >= MAX_WAITS))
        return { live, result: await this.#runAside(live, who, snapshot), isAside: true };
      if (live.running !== null) await live.running.done;
      else {
        await this.#run(live, who, snapshot);
        // A commit since the snapshot makes a page stale at once, and then it is not found by who has no journal of it.
        const made = live.keys.size === 0 ? null : live.resultAt(snapshot.ts);
        if (made !== null) return { live, result: made };
      }
    }
    throw new Error(`Query ${spec.path} did not come to rest`);
  }

  /**
   * Says that queries will be run at this state for a while: commits made meanwhile are kept, so that none is missed by
   * a query whose run begins after them. Call what is returned when all have run.
   */
  reading(ts: Timestamp): () => void {
    return this.#recentCommits.reading(ts);
  }

  /** Makes `subscriber` hear of invalidations of `live`. */
  attach(live: LiveQuery, subscriber: Subscriber): void {
    live.subscribers.add(subscriber);
    this.#idle.delete(live);
    // One without a key was let go since the subscriber got its result: nothing is heard of it any more.
    if (live.result === null || live.result.staleSince !== null || live.keys.size === 0) subscriber.onStale();
  }

  detach(live: LiveQuery, subscriber: Subscriber): void {
    if (live.subscribers.delete(subscriber)) this.letGo(live);
  }

  /** Whoever asked for it has gone. It is kept for others for a while, unless somebody watches it anyway. */
  letGo(live: LiveQuery): void {
    if (live.subscribers.size > 0) return;
    if (live.keys.size === 0) return this.#dispose(live);
    const { result } = live;
    const isWorthKeeping =
      result !== null && result.staleSince === null && result.resultJson.length <= MAX_IDLE_RESULT_LENGTH;
    if (isWorthKeeping) this.#keepIdle(live);
    else if (live.running === null) this.#dispose(live);
  }

  /** Of those that nobody watches, the ones that came last. */
  #keepIdle(live: LiveQuery): void {
    this.#idle.add(live);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= MAX_IDLE) return;
      if (oldest.running === null) this.#dispose(oldest);
    }
  }

  /** Marks what the commits touched as stale. Called in commit order. */
  onCommits(commits: readonly Commit[]): void {
    this.#recentCommits.note(commits);
    for (const { ts, writes } of commits) {
      for (const live of this.#options.index.touchedBy(writes)) this.#markStale(live, ts);
    }
  }

  /** New code: every result is void, every subscriber wakes. */
  invalidateAll(): void {
    this.#personalPaths.clear();
    this.#void(() => true);
  }

  /** Changed variables: results that read one of them are void. */
  invalidateEnv(names: readonly string[]): void {
    this.#void(
      ({ result }) =>
        result !== null && (result.envReads.has(ALL_ENV) || names.some((name) => result.envReads.has(name))),
    );
  }

  #void(isHit: (live: LiveQuery) => boolean): void {
    this.#epoch++;
    for (const live of new Set(this.#queries.values())) {
      if (!isHit(live)) continue;
      this.#options.index.unsubscribe(live);
      live.result = null;
      if (live.subscribers.size === 0) this.#dispose(live);
      for (const subscriber of live.subscribers) subscriber.onStale();
    }
  }

  #resolve(spec: QuerySpec, identityKey: string): LiveQuery {
    const owner = this.#personalPaths.has(spec.path) || isAdminKey(identityKey) ? `=${identityKey}` : EVERYONE;
    const key = owner === EVERYONE ? spec.sharedKey : keyOf(spec.base, owner, spec.journal);
    const found = this.#queries.get(key);
    if (found !== undefined) return found;
    const live = new LiveQuery(spec, owner);
    this.#register(live, key);
    this.#keepIdle(live);
    return live;
  }

  #register(live: LiveQuery, key: string): void {
    this.#queries.set(key, live);
    live.keys.add(key);
  }

  #unregister(live: LiveQuery, key: string): void {
    if (this.#queries.get(key) === live) this.#queries.delete(key);
    live.keys.delete(key);
  }

  #dispose(live: LiveQuery): void {
    this.#idle.delete(live);
    this.#options.index.unsubscribe(live);
    for (const key of live.keys) this.#unregister(live, key);
  }

  #isReusable(result: LiveResult): boolean {
    if (result.type === "QueryFailed") return false;
    return !result.didReadTime || this.#options.clock.nowMs() - result.madeAtMs < TIME_READ_MAX_AGE_MS;
  }

  #markStale(live: LiveQuery, ts: Timestamp): void {
    this.#options.index.unsubscribe(live);
    if (live.result !== null) live.result.staleSince ??= ts;
    if (live.subscribers.size === 0 && live.running === null) return this.#dispose(live);
    // A later subscriber without a journal wants a first page of its own, not this one grown.
    const current = keyOf(live.base, live.owner, live.journal);
    for (const key of live.keys) if (key !== current) this.#unregister(live, key);
    for (const subscriber of live.subscribers) subscriber.onStale();
  }

  async #run(live: LiveQuery, who: { identity: Identity; identityKey: string }, snapshot: Snapshot): Promise<void> {
    const epoch = this.#epoch;
    const ended = this.#recentCommits.reading(snapshot.ts);
    const work = this.#execute(live, who.identity, snapshot);
    const done = work.then(
      () => undefined,
      () => undefined,
    );
    live.running = { ts: snapshot.ts, done };
    try {
      const { result, reads, didReadIdentity } = await work;
      if (epoch !== this.#epoch) return;
      if (didReadIdentity) this.#claim(live, who.identityKey);
      this.#keep(live, result, reads);
    } finally {
      live.running = null;
      ended();
    }
  }

  /** For a snapshot that the shared result or the run under way is not of: a run of its own, not kept. */
  async #runAside(live: LiveQuery, who: { identity: Identity }, snapshot: Snapshot): Promise<LiveResult> {
    return (await this.#execute(live, who.identity, snapshot)).result;
  }

  async #execute(
    live: LiveQuery,
    identity: Identity,
    snapshot: Snapshot,
  ): Promise<{ result: LiveResult; reads: ReadSet; didReadIdentity: boolean }> {
    const { runner, clock, random, redactErrors, turns } = this.#options;
    this.executions++;
    const requestId = freshRequestId(random);
    const run = await runner.runQuery(
      {
        component: live.component,
        path: live.path,
        args: live.args,
        identity,
        requestId,
        visibility: isAdmin(identity) ? "any" : "public",
      },
      snapshot,
      { journal: live.journal },
    );
    const { result: before } = live;
    const options = { requestId, redact: redactErrors, nowMs: clock.nowMs(), before, newest: this.#newest };
    const result = await liveResultOf(run, options, turns);
    return { result, reads: run.reads, didReadIdentity: run.didReadIdentity };
  }

  /** The function read the identity: the query belongs to one identity from now on, the others start their own. */
  #claim(live: LiveQuery, identityKey: string): void {
    this.#personalPaths.add(live.path);
    if (live.owner !== EVERYONE) return;
    live.owner = `=${identityKey}`;
    for (const key of live.keys) this.#unregister(live, key);
    this.#register(live, keyOf(live.base, live.owner, live.journal));
    for (const subscriber of live.subscribers) if (subscriber.identityKey !== identityKey) subscriber.onStale();
  }

  #keep(live: LiveQuery, result: LiveResult, reads: ReadSet): void {
    if (result.journal !== null && result.journal !== live.journal) {
      live.journal = result.journal;
      const key = keyOf(live.base, live.owner, live.journal);
      if (!this.#queries.has(key)) this.#register(live, key);
    }
    live.result = result;
    const missedTs = this.#recentCommits.touched(reads, result.ts);
    const isForgotten = live.keys.size === 0 && live.subscribers.size === 0;
    if (isForgotten) return;
    if (missedTs === null) this.#options.index.subscribe(live, reads);
    else this.#markStale(live, missedTs);
  }
}
