/** What the URL of the Task Monitor holds; what is left out means the default. */

import { isActionFilter, type ActionFilter, type MonitorTab } from "./history-rows";

export interface MonitorSearch {
  tab?: MonitorTab;
  execution?: string;
  action?: ActionFilter;
}

/** Reads the URL. What cannot be read counts as left out, so an old or mistyped link still opens the screen. */
export function parseMonitorSearch(raw: Readonly<Record<string, unknown>>): MonitorSearch {
  return withoutDefaults({
    tab: raw.tab === "details" ? "details" : undefined,
    execution: typeof raw.execution === "string" ? raw.execution : undefined,
    action: isActionFilter(raw.action) ? raw.action : undefined,
  });
}

/** The same search without what says no more than the default. */
export function withoutDefaults({ tab, execution, action }: MonitorSearch): MonitorSearch {
  return {
    ...(tab === "details" ? { tab } : {}),
    ...(execution ? { execution } : {}),
    ...(action && action !== "all" ? { action } : {}),
  };
}
