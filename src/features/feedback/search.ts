/** What the address of Feedback says: which view, and of which status. */

import { LISTED, type ListedStatus } from "../../../convex/core/feedback/rules";

export const VIEWS = ["mine", "all", "roadmap", "changelog"] as const;
export type FeedbackView = (typeof VIEWS)[number];

export interface FeedbackSearch {
  readonly view?: FeedbackView;
  readonly status?: ListedStatus;
}

/** The address as typed, without what it cannot mean. */
export function parseFeedbackSearch({ view, status }: Record<string, unknown>): FeedbackSearch {
  const shown = VIEWS.find((one) => one === view && one !== "mine");
  const only = LISTED.find((one) => one === status);
  return { ...(shown && { view: shown }), ...(only && shown === "all" && { status: only }) };
}
