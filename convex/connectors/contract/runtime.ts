/** Everything a connector takes from the world: the network, time and chance. Tests hand in their own. */

/** See the file's head. */
export interface Runtime {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** A signal that aborts after a time, and what to call when it is no longer needed. */
  readonly deadline: (ms: number) => { readonly signal: AbortSignal; readonly clear: () => void };
}

/** The real world. */
export const realRuntime: Runtime = {
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
  random: () => Math.random(),
  deadline(ms) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms);
    return { signal: controller.signal, clear: () => clearTimeout(timer) };
  },
};
