/** Small values the host keeps beside the data, apart from the engine's own. */

import type { EngineLogger } from "../lib/log.ts";
import type { Store } from "../storage/store.ts";
import type { SerialCommitter } from "./committer.ts";
import type { MetaStore } from "./types.ts";

/** Keys of the host's own meta entries, apart from the engine's. */
const HOST_PREFIX = "host.";

/** The host's entries: in memory for reading, stored between two mutations. */
export class HostMeta implements MetaStore {
  readonly #values: Map<string, string>;
  readonly #store: Store;
  readonly #committer: SerialCommitter;
  readonly #logger: EngineLogger;

  constructor(values: Map<string, string>, store: Store, committer: SerialCommitter, logger: EngineLogger) {
    this.#values = values;
    this.#store = store;
    this.#committer = committer;
    this.#logger = logger;
  }

  get(key: string): string | null {
    return this.#values.get(HOST_PREFIX + key) ?? null;
  }

  set(key: string, value: string): void {
    const write = (): void => this.#store.writer.setMeta(HOST_PREFIX + key, value);
    if (this.#committer.isIdle) this.#committer.exclusivelyNow(write);
    else
      this.#committer
        .exclusively(write)
        .catch((error: unknown) => this.#logger.error("a meta entry was not stored", { key, error }));
    this.#values.set(HOST_PREFIX + key, value);
  }
}
