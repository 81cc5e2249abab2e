/** What the address of Feedback says: which view, and of which status. */

import { LISTED, type ListedStatus } from "../../../convex/core/feedback/rules/listed";
import { listTexts } from "../../components/listing/address";

export const VIEWS = ["mine", "all", "roadmap", "changelog"] as const;
export type FeedbackView = (typeof VIEWS)[number];

export interface FeedbackSearch {
  readonly view?: FeedbackView;
  readonly status?: ListedStatus;
  /** What all ideas are searched for. */
  readonly q?: string;
}

/** The address as typed, without what it cannot mean. */
export function parseFeedbackSearch(raw: Record<string, unknown>): FeedbackSearch {
  const { view, status } = raw;
  const shown = VIEWS.find((one) => one === view && one !== "mine");
  const only = LISTED.find((one) => one === status);
  if (shown !== "all") return shown ? { view: shown } : {};
  return { view: shown, ...(only && { status: only }), ...listTexts(raw, ["q"]) };
}

/** What a new idea is about, as its address says: "requestType:bi-access". */
export interface NewIdeaSearch {
  readonly about?: string;
  /** The key of the ticket it was. */
  readonly ticket?: string;
}

/** The address of a new idea as typed, without what it cannot mean. */
export function parseNewIdeaSearch({ about, ticket }: Record<string, unknown>): NewIdeaSearch {
  return {
    ...(typeof about === "string" && aboutIn(about) && { about }),
    ...(typeof ticket === "string" && /^TKT-\d{1,9}$/.test(ticket) && { ticket }),
  };
}

const KINDS = ["requestType", "taskType", "service"] as const;

/** What an address names, or null. */
export function aboutIn(
  text: string | undefined,
): { readonly kind: (typeof KINDS)[number]; readonly key: string } | null {
  const [name, key] = text?.split(":", 2) ?? [];
  const kind = KINDS.find((one) => one === name);
  return kind && key ? { kind, key } : null;
}
