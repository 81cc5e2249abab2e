/** Finds the order to load a cleared demo once more, and carries it out; for as long as the portal shows a demo. */

import * as z from "zod";
import type { Backend } from "../backend/port.ts";
import { messageOf } from "../lib/message-of.ts";

const ASK_EVERY_MS = 1_000;
/** An order that could not be carried out is tried again after this long. */
const RETRY_AFTER_MS = 30_000;

export interface LoadingWatch {
  /** Carries out what is ordered now; the timer does it by itself. */
  look(): Promise<void>;
  /** Stops asking and waits for what is under way. */
  close(): Promise<void>;
}

/** Starts asking. `load` is called once at a time, and again where it failed. */
export function watchLoading({
  backend,
  load,
  log,
}: {
  readonly backend: Pick<Backend, "query">;
  readonly load: () => Promise<void>;
  readonly log: { warn(message: string): void };
}): LoadingWatch {
  let running: Promise<void> | null = null;
  let waitsUntil = 0;
  const carryOut = async (): Promise<void> => {
    if (z.boolean().parse(await backend.query("demo/loading/order:isOrdered", {}))) await load();
  };
  const look = (): Promise<void> => {
    if (Date.now() < waitsUntil) return Promise.resolve();
    running ??= carryOut()
      .catch((error: unknown) => {
        waitsUntil = Date.now() + RETRY_AFTER_MS;
        log.warn(`the demo data was not loaded: ${messageOf(error)}`);
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void look(), ASK_EVERY_MS);
  timer.unref();
  return {
    look,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
