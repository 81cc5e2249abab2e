import { migration } from "../declaring/migration";

/** Executions from before eras belong to one that is over: their rows were not folded, and the first pruning takes them. */
export const monitorExecutions = migration({
  number: 3,
  name: "monitor_executions",
  table: "taskMonitorLogs",
  change: (log) => (log.era === undefined ? { era: OVER, number: 0 } : null),
});

/** Before every era there is. */
export const OVER = -1;
