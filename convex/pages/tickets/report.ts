/**
 * What support did in some weeks: how much was written, how soon it was answered and ended, whether that was in time,
 * and what people said of the help; as a whole, by topic, by the area of who asked and by team. And why it was needed.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { currentHours } from "../../core/supportHours/model";
import { workingBetween } from "../../core/supportHours/rules/calendar";
import type { SupportHours } from "../../core/supportHours/table";
import { teamNameOf } from "../../core/supportTeams/model";
import { timeToEnd } from "../../core/tickets/clock";
import { resolutionCause, ticketTopic } from "../../core/tickets/table";
import { refuse } from "../../lib/errors";
import { areStarts, bucketOf } from "../../lib/pure/buckets";
import { nullableString } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;
type Ticket = Doc<"tickets">;

/** A ticket with how long it took, in milliseconds of working time: each is measured once. */
interface Measured extends Ticket {
  readonly answerMs: number | null;
  readonly endMs: number | null;
}

/** Tickets looked at per range. */
export const MAX_REPORTED = 3000;
/** With fewer answers than these one would know who gave them. */
export const ENOUGH_RATINGS = 3;

/** How many were in time, of those of which it is known. */
const inTime = v.object({ kept: v.number(), of: v.number() });

const figureFields = {
  written: v.number(),
  ended: v.number(),
  /** Medians of milliseconds of working time; null without any. */
  answerMs: v.union(v.null(), v.number()),
  endMs: v.union(v.null(), v.number()),
  answers: inTime,
  ends: inTime,
  /** Who found the help good, of those who said; null where too few did. */
  good: v.union(v.null(), inTime),
};
const reportFigures = v.object(figureFields);
type Figures = Infer<typeof reportFigures>;

export const ticketReport = v.object({
  /** By the week a ticket was written in; `resolved` by the week of that. */
  weeks: v.array(v.object({ written: v.number(), resolved: v.number(), answers: inTime, ends: inTime })),
  whole: reportFigures,
  /** The most written first. */
  topics: v.array(v.object({ topic: ticketTopic, ...figureFields })),
  /** Without a name where the requester is in no area. */
  areas: v.array(v.object({ area: nullableString, ...figureFields })),
  /** By the team each ticket is with now; without a name where it is with none. */
  teams: v.array(v.object({ team: nullableString, ...figureFields })),
  /** Why support was needed in what was resolved in these weeks, the most first; null where nobody said. */
  causes: v.array(v.object({ cause: v.union(v.null(), resolutionCause), count: v.number() })),
  /** False when there was more than is looked at: then the newest were. */
  isWhole: v.boolean(),
});
type Report = Infer<typeof ticketReport>;

/** The report over weeks that begin so, the earliest first; the last one does not end. Merged tickets are no others. */
export async function reportOf(ctx: ReadCtx, starts: readonly number[]): Promise<Report> {
  const [since] = starts;
  if (since === undefined || !areStarts(starts))
    return refuse({ code: "invalid-input", message: "The stretches of time have to follow each other." });
  const written = await writtenSince(ctx, since);
  const resolved = await resolvedSince(ctx, since);
  const hours = await currentHours(ctx);
  const counted = written.filter(({ state }) => state !== "merged").map((ticket) => measured(hours, ticket));
  const byWeek = grouped(counted, ({ createdAt }) => bucketOf(starts, createdAt));
  const ended = grouped(resolved, ({ resolvedAt }) => bucketOf(starts, resolvedAt ?? 0));
  const byArea = grouped(counted, await areaNames(ctx, counted));
  const byTeam = grouped(counted, await teamNames(ctx, counted));
  return {
    weeks: starts.map((_, week) => {
      const { written: count, answers, ends } = figuresOf(byWeek.get(week) ?? []);
      return { written: count, resolved: ended.get(week)?.length ?? 0, answers, ends };
    }),
    whole: figuresOf(counted),
    topics: mostFirst([...grouped(counted, ({ topic }) => topic)]).map(([topic, figures]) => ({
      topic,
      ...figures,
    })),
    areas: mostFirst([...byArea]).map(([area, figures]) => ({ area, ...figures })),
    teams: mostFirst([...byTeam]).map(([team, figures]) => ({ team, ...figures })),
    causes: causesOf(resolved),
    isWhole: written.length < MAX_REPORTED && resolved.length < MAX_REPORTED,
  };
}

function causesOf(resolved: readonly Ticket[]): Report["causes"] {
  const counted = resolved.filter(({ state }) => state !== "merged");
  return [...grouped(counted, ({ cause }) => cause ?? null)]
    .map(([cause, tickets]) => ({ cause, count: tickets.length }))
    .toSorted((one, other) => other.count - one.count);
}

async function writtenSince(ctx: ReadCtx, since: number): Promise<Ticket[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_created", (q) => q.gte("createdAt", since))
    .order("desc")
    .take(MAX_REPORTED);
}

async function resolvedSince(ctx: ReadCtx, since: number): Promise<Ticket[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_resolved", (q) => q.gte("resolvedAt", since))
    .order("desc")
    .take(MAX_REPORTED);
}

/** The name of the area each requester is in now. */
async function areaNames(
  ctx: ReadCtx,
  tickets: readonly Ticket[],
): Promise<(ticket: Pick<Ticket, "requesterId">) => string | null> {
  const areas = new Map<Id<"people">, string | null>();
  for (const { requesterId } of tickets)
    if (!areas.has(requesterId)) {
      const areaId = (await ctx.db.get(requesterId))?.businessAreaId;
      areas.set(requesterId, areaId ? ((await ctx.db.get(areaId))?.name ?? null) : null);
    }
  return ({ requesterId }) => areas.get(requesterId) ?? null;
}

/** The name of the team each ticket is with. */
async function teamNames(
  ctx: ReadCtx,
  tickets: readonly Ticket[],
): Promise<(ticket: Pick<Ticket, "teamId">) => string | null> {
  const teams = new Map<Ticket["teamId"], string | null>();
  for (const { teamId } of tickets) if (!teams.has(teamId)) teams.set(teamId, await teamNameOf(ctx, teamId));
  return ({ teamId }) => teams.get(teamId) ?? null;
}

function grouped<Row, Key>(tickets: readonly Row[], keyOf: (ticket: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const ticket of tickets) {
    const key = keyOf(ticket);
    const group = groups.get(key);
    if (group) group.push(ticket);
    else groups.set(key, [ticket]);
  }
  return groups;
}

function mostFirst<Key>(groups: readonly (readonly [Key, Measured[]])[]): [Key, Figures][] {
  return groups
    .map(([key, tickets]): [Key, Figures] => [key, figuresOf(tickets)])
    .toSorted(([, one], [, other]) => other.written - one.written);
}

function measured(hours: SupportHours, ticket: Ticket): Measured {
  const { createdAt, firstResponseAt, resolvedAt } = ticket;
  return {
    ...ticket,
    answerMs: firstResponseAt === undefined ? null : workingBetween(hours, createdAt, firstResponseAt),
    endMs: resolvedAt === undefined ? null : timeToEnd(hours, ticket, resolvedAt),
  };
}

function figuresOf(tickets: readonly Measured[]): Figures {
  const rated = tickets.flatMap(({ satisfaction }) => (satisfaction === undefined ? [] : [satisfaction === "good"]));
  return {
    written: tickets.length,
    ended: tickets.filter(({ resolvedAt }) => resolvedAt !== undefined).length,
    answerMs: median(tickets.map(({ answerMs }) => answerMs)),
    endMs: median(tickets.map(({ endMs }) => endMs)),
    answers: keptOf(tickets.map(({ isAnsweredInTime }) => isAnsweredInTime)),
    ends: keptOf(tickets.map(({ isSolvedInTime }) => isSolvedInTime)),
    good: rated.length < ENOUGH_RATINGS ? null : keptOf(rated),
  };
}

function keptOf(known: readonly (boolean | undefined)[]): Infer<typeof inTime> {
  return { kept: known.filter((is) => is === true).length, of: known.filter((is) => is !== undefined).length };
}

/** The middle one of those that are known, or of two the earlier. */
function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  return known[Math.floor((known.length - 1) / 2)] ?? null;
}
