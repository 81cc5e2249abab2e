/** What the URL of the Task Monitor holds; what is left out means the default. */

import type { PageSize } from "../../../convex/core/shared/rules/listed";
import type { MonitorAction } from "../../../convex/core/shared/table";
import { listPage, listTexts, placeAfter, placeOf } from "../../components/listing/address";
import { wholeOf } from "../../lib/plain-search";
import type { HistoryWish } from "./api";

/** What the list of task changes is narrowed to, in the order it is offered: everything, or one action. */
const ACTION_FILTERS = ["all", "Scheduled", "Ignored", "No Change"] as const satisfies readonly (
  | MonitorAction
  | "all"
)[];
export type ActionFilter = (typeof ACTION_FILTERS)[number];

/** Whether an unknown value, from the URL for instance, is one of them. */
function isActionFilter(value: unknown): value is ActionFilter {
  return (ACTION_FILTERS as readonly unknown[]).includes(value);
}

/** The tabs of the screen, as the URL spells them. */
export type MonitorTab = "executions" | "details";

export interface MonitorSearch {
  tab?: MonitorTab;
  execution?: string;
  /** Executions before the one with this number. */
  older?: number;
  action?: ActionFilter;
  size?: PageSize;
  page?: number;
  after?: string;
  before?: string;
}

/** Reads the URL. What cannot be read counts as left out, so an old or mistyped link still opens the screen. */
export function parseMonitorSearch(raw: Readonly<Record<string, unknown>>): MonitorSearch {
  const { tab, action } = raw;
  const older = wholeOf(raw["older"], 1);
  return {
    ...(tab === "details" ? { tab } : {}),
    ...listTexts(raw, ["execution", "after", "before"]),
    ...(older === undefined ? {} : { older }),
    ...(isActionFilter(action) && action !== "all" ? { action } : {}),
    ...listPage(raw),
  };
}

/** The URL after a change: other task changes begin at their first page. */
export function changedSearch(before: MonitorSearch, changes: Partial<MonitorSearch>): MonitorSearch {
  return parseMonitorSearch({ ...before, ...placeAfter(changes, ["tab", "execution", "older"]), ...changes });
}

/** The page of task changes the URL asks for. */
export function wishOf({ action, ...place }: MonitorSearch): HistoryWish {
  return { ...placeOf(place), ...(action && action !== "all" ? { action } : {}) };
}
