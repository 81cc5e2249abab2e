/** What the cards of Home are called, and who may have which. */

import type { HomeCard } from "../../../convex/core/people/table";
import type { Viewer } from "../../shell/session";

type Holder = Pick<Viewer, "capabilities" | "impersonation">;

const CARD_NAMES: Readonly<Record<HomeCard, string>> = {
  openRequests: "My open requests",
  myAccess: "My access",
  quickActions: "Request something",
  oversight: "What you oversee",
  services: "Services",
  pages: "All pages",
};

/** Whether the viewer runs the platform, and is not looking through the eyes of somebody who does not. */
export function isOperator({ capabilities, impersonation }: Holder): boolean {
  return capabilities.includes("environment.read") && impersonation === null;
}

/** What a card is called: those who run the platform oversee all of it. */
export function cardName(card: HomeCard, viewer: Holder): string {
  return card === "oversight" && isOperator(viewer) ? "Platform" : CARD_NAMES[card];
}

/** Whether a card has anything to show the viewer; the systems are among the platform for those who run it. */
export function isForViewer(card: HomeCard, viewer: Holder): boolean {
  if (card === "services") return !isOperator(viewer);
  return card !== "oversight" || viewer.capabilities.includes("requests.readAll");
}
