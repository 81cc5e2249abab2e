/** Reading which team looks after which tickets. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { currentAreaId } from "../core/people/mergedAreas";
import { nameOf } from "../core/people/model";
import {
  areasOf,
  newestTeams,
  withCurrentAreas,
  teamNameOf,
  teamsVersions,
  teamsWords,
} from "../core/supportTeams/model";
import { teamName } from "../core/supportTeams/rules";
import { supportTeams } from "../core/supportTeams/table";
import { TOPIC_NAMES } from "../core/tickets/rules";
import { ticketTopic } from "../core/tickets/table";
import { timestamp } from "../lib/validators";
import { membersOf } from "../process/supporting/steps/agents";

const team = v.object({ id: v.id("businessAreas"), name: v.string(), isMine: v.boolean() });

/** The teams, and which topics they look after, for everybody who may read a ticket of their own. */
export const current = guardedQuery("tickets.readOwn", {
  args: {},
  returns: v.object({ teams: v.array(team), topics: v.array(v.object({ topic: ticketTopic, team: v.string() })) }),
  handler: async (ctx) => {
    const own = await currentAreaId(ctx, ctx.viewer.person.businessAreaId);
    const now = (await newestTeams(ctx))?.teams ?? {};
    const teams = (await areasOf(ctx, now)).map(({ _id, name }) => ({
      id: _id,
      name: teamName(name),
      isMine: _id === own,
    }));
    const topics = TOPIC_NAMES.map(async (topic) => {
      const name = await teamNameOf(ctx, now[topic]);
      return name === null ? [] : [{ topic, team: name }];
    });
    return { teams, topics: (await Promise.all(topics)).flat() };
  },
});

/** What holds with the number of agents in each team, the number a change of it names, and what held before, newest first. */
export const versions = guardedQuery("config.write", {
  args: {},
  returns: v.object({
    teams: supportTeams,
    version: v.number(),
    topics: v.array(v.object({ topic: ticketTopic, team: v.string(), agents: v.number() })),
    versions: v.array(
      v.object({
        version: v.number(),
        teams: supportTeams,
        words: v.string(),
        reason: v.string(),
        setAt: timestamp,
        by: v.string(),
      }),
    ),
  }),
  handler: async (ctx) => {
    const rows = await teamsVersions(ctx);
    const [newest] = rows;
    const now = newest?.teams ?? {};
    const agents = new Map<string | undefined, number>();
    for (const { _id } of await areasOf(ctx, now)) agents.set(_id, (await membersOf(ctx, _id)).length);
    const topics = TOPIC_NAMES.map(async (topic) => {
      const name = await teamNameOf(ctx, now[topic]);
      return name === null
        ? []
        : [{ topic, team: name, agents: agents.get(await currentAreaId(ctx, now[topic])) ?? 0 }];
    });
    const versions = rows.map(async ({ version, teams, reason, setAt, byId }) => ({
      version,
      // What a form begins with can be set again.
      teams: await withCurrentAreas(ctx, teams),
      words: await teamsWords(ctx, teams),
      reason,
      setAt,
      by: await nameOf(ctx, byId),
    }));
    return {
      teams: await withCurrentAreas(ctx, now),
      version: newest?.version ?? 0,
      topics: (await Promise.all(topics)).flat(),
      versions: await Promise.all(versions),
    };
  },
});
