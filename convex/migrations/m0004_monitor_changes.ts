import { OVER } from "./m0003_monitor_executions";
import { migration } from "./migration";

/** Task changes go with their executions. */
export const monitorChanges = migration({
  number: 4,
  name: "monitor_changes",
  table: "taskMonitorLogTasks",
  change: (change) => (change.era === undefined ? { era: OVER, isLong: false, lastRun: 0 } : null),
});
