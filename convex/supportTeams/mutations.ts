/** Setting which team looks after which tickets, and handing one over. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { requireStepUp } from "../core/people/stepUp";
import { newestTeams, setTeams } from "../core/supportTeams/model";
import { areSameTeams } from "../core/supportTeams/rules";
import { supportTeams } from "../core/supportTeams/table";
import { whyNotReason } from "../core/tasks/rules/work";
import { loadTicket } from "../core/tickets/model";
import { refuse, refuseIf } from "../lib/errors";
import { handTo } from "../process/supporting/teams/handing";

/** Sets the teams, for tickets that are written from now on (S42). */
export const set = guardedMutation("config.write", {
  args: {
    teams: supportTeams,
    /** The version the form was filled in on; 0 while nobody set it. */
    shownVersion: v.number(),
    reason: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { teams, shownVersion, reason }) => {
    const at = Date.now();
    await requireStepUp(ctx, at, "config.teams");
    refuseIf(whyNotReason(reason));
    const newest = await newestTeams(ctx);
    // Sent again, it finds what it did the first time.
    if (newest?.version === shownVersion + 1 && areSameTeams(newest.teams, teams)) return null;
    if ((newest?.version ?? 0) !== shownVersion) refuse({ code: "changed-meanwhile" });
    if (areSameTeams(newest?.teams ?? {}, teams)) refuse({ code: "not-eligible", message: "Nothing has changed." });
    for (const areaId of Object.values(teams)) {
      const area = await ctx.db.get(areaId);
      if (!area || area.mergedIntoId) refuse({ code: "not-found", message: "There is no such business area." });
    }
    const { viewer } = ctx;
    await setTeams(ctx, teams, { by: attributionOf(viewer), at, byId: viewer.person._id, reason: reason.trim() });
    return null;
  },
});

/** Hands a ticket to another team, or to none. */
export const hand = guardedMutation("tickets.answer", {
  args: { key: v.string(), teamId: v.union(v.null(), v.id("businessAreas")) },
  returns: v.null(),
  handler: async (ctx, { key, teamId }) => {
    const { viewer } = ctx;
    const step = { ctx, at: Date.now(), by: attributionOf(viewer), person: viewer.person };
    await handTo(step, await loadTicket(ctx, viewer, key), teamId);
    return null;
  },
});
