/** What the teams of support are called, and where super admins find them: among the options, though they are no number. */

import { TOPIC_NAMES, TOPICS } from "../tickets/rules";
import type { TicketTopic } from "../tickets/table";
import type { SupportTeams } from "./table";

export const TEAMS_TITLE = "Support teams";
export const TEAMS_OPTION = "support.teams";

/** A team by the name of its business area: "Data Platform team". */
export function teamName(area: string): string {
  return /\bteam$/i.test(area) ? area : `${area} team`;
}

/** Which topics go to which team, in one line: "Access to data: Data Platform team". */
export function teamsText(nameOf: (topic: TicketTopic) => string | null): string {
  const parts = TOPIC_NAMES.flatMap((topic) => {
    const team = nameOf(topic);
    return team === null ? [] : [`${TOPICS[topic].label}: ${team}`];
  });
  return parts.length === 0 ? "No teams" : parts.join("; ");
}

/** Whether every topic goes to the same team in both. */
export function areSameTeams(one: SupportTeams, other: SupportTeams): boolean {
  return TOPIC_NAMES.every((topic) => one[topic] === other[topic]);
}
