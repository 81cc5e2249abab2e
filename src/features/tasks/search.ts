/** What the URL of a task's page holds. */

const TABS = ["work", "history", "access"] as const;
/** What is shown: the work, what happened to the task, or what happened to the access it gave. */
export type TaskTab = (typeof TABS)[number];

export interface TaskSearch {
  tab?: Exclude<TaskTab, "work">;
}

/** Reads the URL; what cannot be read counts as left out. */
export function parseTaskSearch(raw: Readonly<Record<string, unknown>>): TaskSearch {
  const tab = TABS.find((one) => one === raw["tab"]);
  return tab === undefined || tab === "work" ? {} : { tab };
}
