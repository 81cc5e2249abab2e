import { migration } from "../declaring/migration";
import { OVER } from "./m0003_monitor_executions";

/** Task changes go with their executions. */
export const monitorChanges = migration({
  number: 4,
  name: "monitor_changes",
  table: "taskMonitorLogTasks",
  change: (change) => (change.era === undefined ? { era: OVER, isLong: false, lastRun: 0 } : null),
});
