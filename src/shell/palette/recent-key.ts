/**
 * Where a browser keeps the pages somebody opened lately; apart from what reads them, for those who only forget them.
 */
export const RECENT_KEY = "portal-recent";

/** Forgets them. */
export function forgetRecentPages(storage: Pick<Storage, "removeItem"> = localStorage): void {
  try {
    storage.removeItem(RECENT_KEY);
  } catch {
    // Nothing was kept where storage is denied.
  }
}
