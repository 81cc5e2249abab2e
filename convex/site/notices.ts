/** Pages a notice leads to, open to whoever it was for; what they hold is guarded by what they read. */

import type { Page } from "./page.ts";

/** See `PAGES`, which they are a part of. */
export const NOTICE_PAGES = {
  moved: { path: "/moves/$personId", title: "Review after the move", parent: "home", capability: "reviews.read" },
} as const satisfies Record<string, Page>;
