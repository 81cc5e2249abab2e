/** What Home asks first. */

import { api } from "../../../convex/_generated/api";
import { boardOf } from "../../../convex/core/people/rules/home";
import type { HomeCard } from "../../../convex/core/people/table";
import { type Question, question } from "../../lib/question";
import type { Viewer } from "../../shell/session";
import { isForViewer, isOperator } from "./home-cards";

const { waitingOnMe, quickActions, oversight, platform, setup } = api.home.queries;
const { progressOfMine } = api.requests.queries;

function questionsOf(card: HomeCard, viewer: Viewer): readonly Question[] {
  if (card === "openRequests") return [question(progressOfMine, {})];
  if (card === "myAccess") return [question(api.grants.queries.mine, {})];
  if (card === "services") return [question(api.services.queries.list, {})];
  if (card !== "oversight") return [];
  const ofPlatform = [question(platform, {}), question(api.services.queries.list, {})];
  return [question(oversight, {}), ...(isOperator(viewer) ? ofPlatform : [])];
}

/** The line under the greeting, what waits, and the cards of the viewer's board: Home is shown once all are there. */
export function homeAhead(viewer: Viewer): readonly Question[] {
  const { homeCards, pinnedHomeCards, capabilities } = viewer;
  const cards = boardOf(homeCards, pinnedHomeCards).filter((card) => isForViewer(card, viewer));
  return [
    question(waitingOnMe, {}),
    question(api.notifications.queries.sinceLastVisit, {}),
    question(quickActions, {}),
    ...(capabilities.includes("areas.write") ? [question(setup, {})] : []),
    ...cards.flatMap((card) => questionsOf(card, viewer)),
  ];
}
