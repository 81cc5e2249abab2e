/** How a story of the demo world is written down. */

import { executorOf } from "../core/tasks/rules";
import type { Plot, Stage } from "./stage";

/** One story: what is asked, and how it goes. */
export interface Tale {
  readonly plot: Plot;
  readonly tell: (stage: Stage, plot: Plot) => Promise<void>;
}

/** Stories that go alike: one way to tell them, several plots. */
export const told = (tell: Tale["tell"], plots: readonly Plot[]): Tale[] => plots.map((plot) => ({ plot, tell }));
/** Whether a connector works on a task. */
export const isConnector = (task: Parameters<typeof executorOf>[0]): boolean => executorOf(task) === "connector";

/** Whether people work on a task. */
export const isManual = (task: Parameters<typeof executorOf>[0]): boolean => executorOf(task) === "manual";
