/** Bounds how many of one kind of work are under way at once; the others wait in the order they came. */

/** See the file comment. */
export class AtOnce {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Runs a piece of work when there is room for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // Whoever comes next takes this place over, so that nobody gets in before them.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/**
 * The same for many callers, each of whom has a share of the places at most: whoever asks for much waits for their own
 * work, and takes no place that others could have.
 */
export class AtOnceForEach {
  readonly #all: AtOnce;
  readonly #share: number;
  readonly #callers = new Map<string, AtOnce>();

  constructor(most: number, share: number) {
    this.#all = new AtOnce(most);
    this.#share = share;
  }

  /** Runs a piece of a caller's work when there is room for it. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.#callers.get(caller) ?? new AtOnce(this.#share);
    this.#callers.set(caller, own);
    try {
      return await own.run(() => this.#all.run(work));
    } finally {
      if (own.isIdle) this.#callers.delete(caller);
    }
  }
}
