/**
 * Errors of host code that nobody caught.
 *
 * What a function throws is its own failure and never comes here (functions/globals/guards.ts). What is left was thrown
 * by the engine or by the program around it. An error that went through the engine's own code may have cut its
 * work in the middle: what is in memory is not to be trusted any more, so the process ends in order and with a
 * code that asks for a new one. Any other (a broken pipe, a bug of the host in one request) is logged, and the
 * process goes on: ending it would end every session. What was acknowledged is on disk either way. Until the program
 * is ready there are no sessions, and a start that lost a callback may never end: then every error ends the process.
 */

import { fileURLToPath } from "node:url";
import { systemClock } from "./clock.ts";
import type { EngineLogger } from "./log.ts";
import { withSourcePlaces } from "./source-places.ts";

/** The ways an error reaches nobody, by the names of the process's events. */
export type UncaughtEvent = "uncaughtException" | "unhandledRejection";

/** Asks whoever supervises the process for a new one: `npm start` gives it, as does `Restart=on-failure`. */
export const RESTART_EXIT_CODE = 75;

/** After this long an ending is forced: what is damaged may not let go. */
const FORCED_END_MS = 10_000;
const ENGINE = fileURLToPath(new URL("..", import.meta.url));
/** Below these a rejected promise is no answer to a caller: nobody outside of the engine holds it. */
const KEEPERS = ["storage", "transactions", "subscriptions", "session", "scheduler", "http"].map(
  (part) => `${ENGINE}${part}/`,
);

export interface ProcessFaultOptions {
  readonly logger: Pick<EngineLogger, "error">;
  /** Whether the program has started; it has when nothing is said. */
  isReady?(): boolean;
  /** Ends what runs, in order. */
  close(): Promise<void>;
}

/** From now on errors that nobody caught do not end the process at once. Functions' errors need no watching. */
export function watchProcess({ logger, isReady = () => true, close }: ProcessFaultOptions): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    const exit = (): void => process.exit(RESTART_EXIT_CODE);
    systemClock.setTimer(FORCED_END_MS, exit);
    // It may throw as well: something is damaged.
    Promise.resolve().then(close).then(exit, exit);
  };
  const watch =
    (event: UncaughtEvent) =>
    (thrown: unknown): void => {
      const reason = !isReady()
        ? ": restarting, since the start may not end"
        : mayHaveDamaged(event, thrown)
          ? ": restarting, since it may have damaged the engine"
          : null;
      logger.error(`an error was not caught${reason ?? ""}`, { event, error: described(thrown) });
      if (reason !== null) end();
    };
  process.on("uncaughtException", watch("uncaughtException"));
  process.on("unhandledRejection", watch("unhandledRejection"));
}

/** Whether an error may have left the engine half-way. One that does not say where it comes from may. */
function mayHaveDamaged(event: UncaughtEvent, thrown: unknown): boolean {
  const stack = thrown instanceof Error ? stackOf(thrown) : undefined;
  if (stack === undefined) return event === "uncaughtException";
  const frames = stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !line.includes("node:") && !line.includes("/node_modules/"));
  if (event === "uncaughtException") return frames.some((frame) => frame.includes(ENGINE));
  // A call that failed and that its caller did not await rejects as well: that is its answer.
  return KEEPERS.some((part) => frames[0]?.includes(part) ?? false);
}

function described(thrown: unknown): string {
  return thrown instanceof Error ? (stackOf(thrown) ?? thrown.message) : String(thrown);
}

function stackOf({ stack }: Error): string | undefined {
  return typeof stack === "string" ? withSourcePlaces(stack) : undefined;
}
