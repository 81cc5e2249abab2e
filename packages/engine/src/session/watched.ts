/** The queries one socket watches: their results, all at one timestamp, and who hears when they go stale. */

import type { Identity } from "../auth/identity.ts";
import type { Snapshot, Timestamp } from "../functions/seam.ts";
import { canonicalJson } from "../lib/canonical.ts";
import { systemClock } from "../lib/clock.ts";
import { EVERYONE, keyOf, type LiveQuery, type Obtained, type QuerySpec, type Subscriber } from "./live-query.ts";
import type { SessionServices } from "./services.ts";
import type { ComputedQuery, WantedQuery } from "./session.ts";

/** Results of a set of queries at one timestamp. */
export interface Computed {
  readonly ts: Timestamp;
  readonly results: readonly ComputedQuery[];
}

/** Who asks. */
export interface Asker {
  readonly identity: Identity;
  readonly identityKey: string;
}

/** How the queries that are stale are run. */
export interface Running {
  /** Before those of sockets that were not just answered. */
  readonly isFirst: boolean;
  onSpent(ms: number): void;
}

/** The answers of one socket are more than may be kept for it. */
export class TooMuchWatched extends Error {
  override readonly name = "TooMuchWatched";
}

interface Watched {
  readonly live: LiveQuery;
  bytes: number;
}

/** See the file comment. */
export class WatchedQueries {
  readonly #services: SessionServices;
  readonly #subscriber: Subscriber;
  /** Whether the socket still wants a query whose result took time. */
  readonly #isWanted: (query: WantedQuery) => boolean;
  readonly #watched = new Map<number, Watched>();
  /** Of all answers it is shown. */
  #bytes = 0;

  constructor(services: SessionServices, subscriber: Subscriber, isWanted: (query: WantedQuery) => boolean) {
    this.#services = services;
    this.#subscriber = subscriber;
    this.#isWanted = isWanted;
  }

  /** The newest results when none has to be run, else null. Nothing is read, so no snapshot is pinned. */
  atHand(queries: readonly WantedQuery[], { identityKey }: Asker): Computed | null {
    const ts = this.#services.latestTs();
    const results: ComputedQuery[] = [];
    for (const query of queries) {
      const obtained = this.#watched.has(query.queryId)
        ? this.#services.hub.peek(specOf(query), identityKey, ts)
        : null;
      if (obtained === null) return null;
      results.push(this.#computed(query, obtained));
    }
    return { ts, results };
  }

  /** The results at a snapshot made now; queries that are stale are run. */
  async atSnapshot(queries: readonly WantedQuery[], who: Asker, how: Running): Promise<Computed> {
    const snapshot = this.#services.snapshot();
    const done = this.#services.hub.reading(snapshot.ts);
    try {
      const results: ComputedQuery[] = [];
      for (const query of queries) {
        if (!this.#isWanted(query)) continue; // Given up while the others were run.
        const spec = specOf(query);
        const isNew = !this.#watched.has(query.queryId);
        const atHand = isNew ? null : this.#services.hub.peek(spec, who.identityKey, snapshot.ts);
        results.push(this.#computed(query, atHand ?? (await this.#obtain(spec, who, snapshot, { ...how, isNew }))));
      }
      return { ts: snapshot.ts, results };
    } finally {
      done();
      snapshot.release();
    }
  }

  async #obtain(
    spec: QuerySpec,
    who: Asker,
    snapshot: Snapshot,
    { isNew, isFirst, onSpent }: Running & { readonly isNew: boolean },
  ): Promise<Obtained> {
    const run = async (): Promise<Obtained> => {
      const startMs = systemClock.nowMs();
      const obtained = await this.#services.hub.obtain(spec, who, snapshot, isNew);
      onSpent(systemClock.nowMs() - startMs);
      return obtained;
    };
    return await this.#services.turns.run(run, isFirst);
  }

  /** Stops watching. Two ids of one socket may watch the same query. */
  forget(queryId: number): void {
    const watched = this.#watched.get(queryId);
    if (watched === undefined) return;
    this.#watched.delete(queryId);
    this.#bytes -= watched.bytes;
    for (const { live } of this.#watched.values()) if (live === watched.live) return;
    this.#services.hub.detach(watched.live, this.#subscriber);
  }

  /** Stops watching anything. */
  clear(): void {
    const all = new Set([...this.#watched.values()].map(({ live }) => live));
    for (const live of all) this.#services.hub.detach(live, this.#subscriber);
    this.#watched.clear();
    this.#bytes = 0;
  }

  #computed(query: WantedQuery, { live, result, isAside = false }: Obtained): ComputedQuery {
    this.#watch(query, live, result.resultJson.length);
    // What was committed since may have been told of before this subscriber asked, and will not be told of again.
    if (isAside) this.#subscriber.onStale();
    const { type, fingerprint, resultJson, journal } = result;
    return { query, type, fingerprint, resultJson, journal };
  }

  #watch(query: WantedQuery, live: LiveQuery, bytes: number): void {
    if (!this.#isWanted(query)) return this.#services.hub.letGo(live);
    const watched = this.#watched.get(query.queryId);
    if (watched?.live === live) {
      this.#bytes += bytes - watched.bytes;
      watched.bytes = bytes;
    } else {
      this.forget(query.queryId);
      this.#watched.set(query.queryId, { live, bytes });
      this.#bytes += bytes;
      this.#services.hub.attach(live, this.#subscriber);
    }
    if (this.#bytes > this.#services.limits.answerBytesPerSocket)
      throw new TooMuchWatched("The answers of this socket are too much together");
  }
}

const specs = new WeakMap<WantedQuery, QuerySpec>();

/** Canonical text of arguments is built once per subscription. */
function specOf(query: WantedQuery): QuerySpec {
  const known = specs.get(query);
  if (known !== undefined && known.journal === query.journal) return known;
  const { component, path, args, journal } = query;
  const base = known?.base ?? `${component}|${path}\n${canonicalJson(args)}`;
  const spec: QuerySpec = { component, path, args, base, journal, sharedKey: keyOf(base, EVERYONE, journal) };
  specs.set(query, spec);
  return spec;
}
