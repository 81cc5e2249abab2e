/** How a scenario of the demo world is written down. */

import { executorOf } from "../../convex/core/tasks/rules";
import type { Plot, Stage } from "./stage";

/** One request of the demo world: what is asked for, and how it goes. */
export interface Scenario {
  readonly plot: Plot;
  readonly play: (stage: Stage, plot: Plot) => Promise<void>;
}

/** Scenarios that go alike: one way to play them, several plots. */
export const scenarios = (play: Scenario["play"], plots: readonly Plot[]): Scenario[] =>
  plots.map((plot) => ({ plot, play }));
/** Whether a connector works on a task. */
export const isConnector = (task: Parameters<typeof executorOf>[0]): boolean => executorOf(task) === "connector";

/** Whether people work on a task. */
export const isManual = (task: Parameters<typeof executorOf>[0]): boolean => executorOf(task) === "manual";
