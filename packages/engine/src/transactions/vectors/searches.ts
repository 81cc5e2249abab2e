/**
 * Vector searches over the newest committed state. The vectors lie in a thread of their own (worker.ts), which reads
 * them from the file when an index is searched for the first time. From then on every commit is noted here:
 *
 *   search, loading   the thread reads the whole index, once, and looks for the query in what it read
 *   sync              many entries changed since: the thread reads them again
 *   search            the few that changed since, read here at one committed state, go along with the query
 *
 * The thread serves requests in order and these steps are taken by one search of an index at a time, so each search
 * sees exactly the state its changes were read at.
 */

import { afterPrefix } from "../../lib/bytes.ts";
import type { Store } from "../../storage/store.ts";
import { encodeId } from "../../values/ids.ts";
import type { Catalog, IndexInfo } from "../schema/catalog.ts";
import type { Commit, VectorBounds, VectorHit } from "../types.ts";
import { entryPrefix, idOf, idOfText, idText } from "./layout.ts";
import type { VectorChange, VectorReply } from "./messages.ts";
import { planVectorSearch, type VectorPlan } from "./plan.ts";
import { VectorThread } from "./thread.ts";

/** More changed entries than this are not read here but by the thread. */
const FEW_CHANGES = 32;
/** An index of which so many entries changed unsearched is loaded anew instead. */
const MAX_CHANGES = 100_000;
/** Searches that meet an import or a schema change on the way start over so often. */
const MAX_ATTEMPTS = 5;

/** An index that was searched, as far as this thread knows of it. */
interface Tracked {
  isLoaded: boolean;
  /** Documents of entries written since the thread read them, as `idText`. */
  changed: Set<string>;
  /** Settled when no search is at its steps. */
  tail: Promise<unknown>;
}

/** See the file comment. */
export class VectorSearches {
  readonly #store: Store;
  readonly #catalog: () => Catalog;
  readonly #thread: VectorThread;
  readonly #tracked = new Map<string, Tracked>();
  /** The tables when it was last looked which indexes there are. */
  #known: Catalog | null = null;

  constructor(store: Store, catalog: () => Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.#thread = new VectorThread(store.databasePath, () => this.#tracked.clear());
  }

  /** The nearest neighbours; throws when the index holds too many vectors. */
  async search(query: unknown, bounds: VectorBounds): Promise<readonly VectorHit[]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const plan = planVectorSearch(this.#catalog(), query);
      // Where memory is short others may drop it again and again: then it is loaded and searched in one go.
      const reply = await this.#attempt(plan, bounds, attempt > 1);
      if (reply.kind === "found") {
        const tableNumber = plan.table.number;
        return reply.neighbours.map(({ id, score }) => ({
          _id: encodeId({ tableNumber, internalId: id }),
          _score: score,
        }));
      }
      if (reply.kind === "gone") continue;
      this.#tracked.delete(plan.index.indexKey);
      throw new Error(
        reply.kind === "tooMany"
          ? `Vector index ${plan.label} holds ${reply.count} vectors and can be searched up to ${bounds.vectorsPerIndex}.`
          : `Vector query against ${plan.label} failed: ${reply.kind === "failed" ? reply.message : reply.kind}`,
      );
    }
    throw new Error("The vector index changed again and again while it was searched. Try again.");
  }

  /** Takes note of what commits wrote. */
  noteCommits(commits: readonly Commit[]): void {
    if (this.#tracked.size === 0) return;
    this.#forgetDropped();
    for (const { writes } of commits) {
      if (writes.isEverything === true) for (const key of this.#tracked.keys()) this.#forget(key);
      for (const { indexKey, key } of writes.keys) {
        const tracked = this.#tracked.get(indexKey);
        if (tracked === undefined) continue;
        tracked.changed.add(idText(idOf(key)));
        if (tracked.changed.size > MAX_CHANGES) this.#forget(indexKey);
      }
    }
  }

  close(): void {
    this.#thread.close();
  }

  /** One search of the index as the plan knows it; "gone" when that is over. */
  async #attempt(plan: VectorPlan, bounds: VectorBounds, isLoading: boolean): Promise<VectorReply> {
    const { indexKey } = plan.index;
    const tracked = this.#tracked.get(indexKey) ?? { isLoaded: false, changed: new Set(), tail: Promise.resolve() };
    this.#tracked.set(indexKey, tracked);
    const posted = tracked.tail.then(() => {
      if (isLoading) tracked.isLoaded = false;
      return this.#post(plan, tracked, bounds);
    });
    tracked.tail = posted.catch(() => undefined);
    const { reply } = await posted;
    const got = await reply;
    if (got.kind === "gone" && this.#tracked.get(indexKey) === tracked) tracked.isLoaded = false;
    return got;
  }

  /** Posts the query. Its reply is wrapped: only after a load the next search waits for it. */
  async #post(
    plan: VectorPlan,
    tracked: Tracked,
    bounds: VectorBounds,
  ): Promise<{ readonly reply: Promise<VectorReply> }> {
    const { index, vector, direction, conditions, limit } = plan;
    const query = {
      kind: "search",
      index: index.number,
      direction,
      conditions,
      limit,
      most: bounds.vectorsPerIndex,
    } as const;
    if (!tracked.isLoaded) {
      const load = { dimensions: vector.dimensions, filters: vector.filterFields.length, bytes: bounds.vectorBytes };
      tracked.changed.clear();
      const reply = await this.#thread.ask({ ...query, load, changes: [] });
      tracked.isLoaded = reply.kind === "found";
      const isOver = this.#tracked.get(index.indexKey) !== tracked;
      return { reply: Promise.resolve<VectorReply>(isOver ? { kind: "gone" } : reply) };
    }
    if (tracked.changed.size > FEW_CHANGES) {
      const ids = [...tracked.changed].map(idOfText);
      tracked.changed.clear();
      const reply = await this.#thread.ask({ kind: "sync", index: index.number, ids });
      if (reply.kind !== "done") return { reply: Promise.resolve(reply) };
    }
    // Of an index let go of meanwhile the thread holds nothing, or what another search had it read since.
    const changes = this.#read(index, tracked.changed);
    tracked.changed.clear();
    return { reply: this.#thread.ask({ ...query, load: null, changes }) };
  }

  /** Lets go of indexes that are no more. */
  #forgetDropped(): void {
    const catalog = this.#catalog();
    if (catalog === this.#known) return;
    this.#known = catalog;
    const kept = new Set(catalog.tables().flatMap(({ indexes }) => indexes.map(({ indexKey }) => indexKey)));
    for (const key of this.#tracked.keys()) if (!kept.has(key)) this.#forget(key);
  }

  #read(index: IndexInfo, changed: ReadonlySet<string>): VectorChange[] {
    if (changed.size === 0) return [];
    const pinned = this.#store.pin();
    try {
      return [...changed].map((text) => {
        const id = idOfText(text);
        const prefix = entryPrefix(id);
        return { id, entry: pinned.reader.entries(index.number, prefix, afterPrefix(prefix), 1)[0]?.[0] ?? null };
      });
    } finally {
      pinned.release();
    }
  }

  #forget(indexKey: string): void {
    this.#tracked.delete(indexKey);
    this.#thread.forget(Number(indexKey));
  }
}
