/** What the URL of the notifications page holds; what is left out means the inbox. */
export type NoticeTab = "inbox" | "snoozed" | "archived" | "settings";

export interface NoticeSearch {
  tab?: NoticeTab;
}

const TABS: readonly string[] = ["snoozed", "archived", "settings"] satisfies NoticeTab[];

/** Reads the URL. What cannot be read counts as left out. */
export function parseNoticeSearch(raw: Readonly<Record<string, unknown>>): NoticeSearch {
  return typeof raw.tab === "string" && TABS.includes(raw.tab) ? { tab: raw.tab as NoticeTab } : {};
}
