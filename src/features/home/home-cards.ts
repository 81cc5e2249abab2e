/** What the cards of Home are called, and who may have which. */

import type { HomeCard } from "../../../convex/core/people/table";

export const CARD_NAMES: Readonly<Record<HomeCard, string>> = {
  openRequests: "My open requests",
  myAccess: "My access",
  quickActions: "Request something",
  oversight: "What you oversee",
  services: "Services",
  pages: "All pages",
};

/** Whether a card has anything to show somebody with these capabilities. */
export function isForViewer(card: HomeCard, capabilities: readonly string[]): boolean {
  return card !== "oversight" || capabilities.includes("requests.readAll");
}
