/** The engine's figures of the last hour, one reading a minute, in memory: they begin anew with the process. */

import type { Clock } from "@data-portal/engine";
import type { EngineReading, FiguresAt } from "../contracts/environment.ts";
import { MINUTE_MS } from "../convex/lib/pure/time.ts";

/** How far apart readings are, and how many are kept. */
export const FIGURES_EVERY_MS = MINUTE_MS;
export const KEPT_FIGURES = 60;

/** What is kept, and how the keeping ends. */
export interface FigureHistory {
  /** The earliest first. */
  readings(): readonly FiguresAt[];
  close(): void;
}

/** Keeps a reading now and every minute. Where the backend runs elsewhere there is nothing to keep. */
export function keepFigures(read: () => EngineReading | null, clock: Clock): FigureHistory {
  const kept: FiguresAt[] = [];
  let cancel = (): void => undefined;
  const keep = (): void => {
    const figures = read();
    if (figures === null) return;
    kept.push({ at: clock.nowMs(), ...figures });
    if (kept.length > KEPT_FIGURES) kept.shift();
    cancel = clock.setTimer(FIGURES_EVERY_MS, keep);
  };
  keep();
  return { readings: () => kept, close: () => cancel() };
}
