/** Failures on demand. A failure waits until a call matches it, happens, and is gone when its times are used up. */

/**
 * What goes wrong. `wait` only takes its time; the next four happen instead of the call, the others after it was
 * executed.
 */
export type FailureKind =
  /** Executes once this is true, and answers as always. */
  | { readonly kind: "wait"; readonly until: () => boolean }
  /** Says that a statement was done and does nothing. */
  | { readonly kind: "pretend" }
  | { readonly kind: "status"; readonly status: number; readonly code?: string; readonly retryAfter?: string }
  | { readonly kind: "html"; readonly status: number }
  | { readonly kind: "drop-connection" }
  /** Never answers, until the caller hangs up. */
  | { readonly kind: "hang" }
  | { readonly kind: "lose-response" }
  /** Executes, and then never answers. */
  | { readonly kind: "hold-response" }
  | { readonly kind: "cut-off" };

export type Failure = FailureKind & {
  /** How often; once when absent. */
  readonly times?: number;
  readonly method?: string;
  readonly path?: RegExp;
  readonly statement?: RegExp;
};

/** Failures that wait for their call. */
export class Failures {
  #waiting: { failure: Failure; left: number }[] = [];

  add(failure: Failure): void {
    this.#waiting.push({ failure, left: failure.times ?? 1 });
  }

  /** How many wait. */
  get count(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The failure for this call, counted as happened. */
  take({
    method,
    path,
    body,
  }: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
  }): Failure | null {
    const found = this.#waiting.find(
      ({ failure }) =>
        (failure.method ?? method) === method &&
        (failure.path?.test(path) ?? true) &&
        (failure.statement?.test(body) ?? true),
    );
    if (found === undefined) return null;
    found.left--;
    if (found.left === 0) this.#waiting = this.#waiting.filter((entry) => entry !== found);
    return found.failure;
  }
}
