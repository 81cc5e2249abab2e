/** Which team looks after tickets with a topic, and setting it. A team is the people of a business area who answer tickets. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type Attribution, recordEvent } from "../audit/model";
import { currentArea } from "../people/mergedAreas";
import { TOPIC_NAMES } from "../tickets/rules";
import type { TicketTopic } from "../tickets/table";
import { TEAMS_OPTION, TEAMS_TITLE, teamName, teamsText } from "./rules";
import type { SupportTeams } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type Area = Id<"businessAreas">;

/** Versions that are shown. */
const SHOWN_VERSIONS = 50;

/** The latest version; null while nobody set it. */
export async function newestTeams(ctx: ReadCtx): Promise<Doc<"supportTeamsVersions"> | null> {
  return await ctx.db.query("supportTeamsVersions").withIndex("by_version").order("desc").first();
}

/** The latest versions, newest first. */
export async function teamsVersions(ctx: ReadCtx): Promise<Doc<"supportTeamsVersions">[]> {
  return await ctx.db.query("supportTeamsVersions").withIndex("by_version").order("desc").take(SHOWN_VERSIONS);
}

/** The team that looks after tickets with a topic now. */
export async function teamFor(ctx: ReadCtx, topic: TicketTopic): Promise<Area | undefined> {
  const area = await currentArea(ctx, (await newestTeams(ctx))?.teams[topic]);
  return area?._id;
}

/** The same with the areas that stand for those that were merged, and without those that are gone. */
export async function withCurrentAreas(ctx: ReadCtx, teams: SupportTeams): Promise<SupportTeams> {
  const current: SupportTeams = {};
  for (const topic of TOPIC_NAMES) {
    const area = await currentArea(ctx, teams[topic]);
    if (area) current[topic] = area._id;
  }
  return current;
}

/** Every one of these teams, once, by name. */
export async function areasOf(ctx: ReadCtx, teams: SupportTeams): Promise<Doc<"businessAreas">[]> {
  const found = new Map<Area, Doc<"businessAreas">>();
  for (const id of Object.values(teams)) {
    const area = await currentArea(ctx, id);
    if (area) found.set(area._id, area);
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en-GB"));
}

/** Every team of now, once, by name. */
export async function currentTeams(ctx: ReadCtx): Promise<Doc<"businessAreas">[]> {
  return await areasOf(ctx, (await newestTeams(ctx))?.teams ?? {});
}

/** What a team is called; null without one. */
export async function teamNameOf(ctx: ReadCtx, teamId: Area | undefined): Promise<string | null> {
  const area = await currentArea(ctx, teamId);
  return area && teamName(area.name);
}

/** The teams by topic, in one line. */
export async function teamsWords(ctx: ReadCtx, teams: SupportTeams): Promise<string> {
  const names = new Map<TicketTopic, string | null>();
  for (const topic of TOPIC_NAMES) names.set(topic, await teamNameOf(ctx, teams[topic]));
  return teamsText((topic) => names.get(topic) ?? null);
}

/** Sets the teams, for tickets that are written from now on. */
export async function setTeams(
  ctx: Pick<MutationCtx, "db">,
  teams: SupportTeams,
  step: { readonly by: Attribution; readonly at: number; readonly byId: Id<"people">; readonly reason: string },
): Promise<void> {
  const newest = await newestTeams(ctx);
  const version = (newest?.version ?? 0) + 1;
  const { by, at, byId, reason } = step;
  await ctx.db.insert("supportTeamsVersions", { version, teams, reason, setAt: at, byId });
  await recordEvent(ctx, {
    ...by,
    action: "supportTeams.set",
    targets: [{ type: "option", id: TEAMS_OPTION, label: TEAMS_TITLE }],
    changes: [
      { field: "teams", before: await teamsWords(ctx, newest?.teams ?? {}), after: await teamsWords(ctx, teams) },
    ],
    context: { reason, version },
    occurredAt: at,
  });
}
