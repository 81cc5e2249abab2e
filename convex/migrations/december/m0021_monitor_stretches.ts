import { migration } from "../declaring/migration";

/** Task changes from before they stood for several executions, of an era that is over, stand for the last one alone. */
export const monitorStretches = migration({
  number: 21,
  name: "monitor_stretches",
  table: "taskMonitorLogTasks",
  change: (change) => {
    const filled = { firstRun: change.lastRun, since: change.lastUpdated, place: "" };
    const missing = Object.entries(filled).filter(([field]) => !Object.hasOwn(change, field));
    return missing.length === 0 ? null : Object.fromEntries(missing);
  },
});
