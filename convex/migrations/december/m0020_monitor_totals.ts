import { migration } from "../declaring/migration";

/** Executions from before they added up the ones before them, of an era that is over, add up none. */
export const monitorTotals = migration({
  number: 20,
  name: "monitor_totals",
  table: "taskMonitorLogs",
  change: (log) => (Object.hasOwn(log, "before") ? null : { before: { scheduled: 0, ignored: 0, unchanged: 0 } }),
});
