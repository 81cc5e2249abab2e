/** Keeps the demo world moving: one turn of it every twenty seconds, for as long as the portal shows one. */

import type { Backend } from "../backend/port.ts";
import { messageOf } from "../lib/message-of.ts";

const BEAT_EVERY_MS = 20_000;

export interface DemoHeartbeat {
  /** One turn; the timer takes it by itself. */
  beat(): Promise<void>;
  /** Stops the timer and waits for the turn under way. */
  close(): Promise<void>;
}

/** Starts the turns. The first one comes after a pause: whoever opens the portal sees the world as it was filled. */
export function startDemoHeartbeat({
  backend,
  log,
}: {
  readonly backend: Pick<Backend, "mutation">;
  readonly log: { warn(message: string): void };
}): DemoHeartbeat {
  let running: Promise<void> | null = null;
  const beat = (): Promise<void> => {
    running ??= backend
      .mutation("demo/heartbeat:beat", {})
      .then(
        () => undefined,
        (error: unknown) => log.warn(`the demo world missed a turn: ${messageOf(error)}`),
      )
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void beat(), BEAT_EVERY_MS);
  timer.unref();
  return {
    beat,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
