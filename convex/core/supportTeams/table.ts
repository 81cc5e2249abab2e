/** Which team looks after tickets with a topic: every version there was, as its own row. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

const team = v.optional(v.id("businessAreas"));

/** The business area whose agents look after tickets with each topic; a topic that is left out has no team. */
export const supportTeams = v.object({
  access: team,
  request: team,
  data: team,
  report: team,
  account: team,
  cost: team,
  portal: team,
  other: team,
});
export type SupportTeams = Infer<typeof supportTeams>;

export const supportTeamsTables = {
  supportTeamsVersions: defineTable({
    /** Counts from 1; 0 is what holds while nobody set it. */
    version: v.number(),
    teams: supportTeams,
    reason: v.string(),
    setAt: timestamp,
    byId: v.id("people"),
  }).index("by_version", ["version"]),
};
