/**
 * What the portal holds about a person, for that person to take along. Every field is named here: what is added to a
 * table later leaves the portal only once somebody put it on this list. Notifications are left out: each asks for the
 * right to what it is about before it is shown.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { eventsByPerson } from "../../core/audit/model";
import { fullName } from "../../core/people/model";
import { standingArea } from "../../core/people/standing";
import { jsonObject } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;
type Row = Infer<typeof jsonObject>;

/** Rows of one part, newest first; a part with more says so. */
export const OWN_ROWS = 500;

const part = v.object({ rows: v.array(jsonObject), isWhole: v.boolean() });

/** Times are ISO 8601 in UTC, so that a reader needs no table of units. */
export const ownData = v.object({
  person: jsonObject,
  requests: part,
  requestsForYou: part,
  comments: part,
  access: part,
  decisions: part,
  absences: part,
  viewedAsYou: part,
  tickets: part,
  replies: part,
  drafts: part,
  ideas: part,
  ideaComments: part,
  ideaDrafts: part,
  activity: part,
});
export type OwnData = Infer<typeof ownData>;

/** Everything of the person's own, at most OWN_ROWS of each kind. */
export async function ownDataOf(ctx: ReadCtx, person: Doc<"people">): Promise<OwnData> {
  const me = person._id;
  const requests = await newest(ctx.db.query("requests").withIndex("by_requester", (q) => q.eq("requesterId", me)));
  const forMe = await newest(ctx.db.query("requests").withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", me)));
  const comments = await newest(ctx.db.query("requestComments").withIndex("by_author", (q) => q.eq("authorId", me)));
  const grants = await newest(ctx.db.query("grants").withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", me)));
  const decisions = await newest(
    ctx.db.query("approvalDecisions").withIndex("by_person", (q) => q.eq("decidedById", me)),
  );
  const absences = await newest(ctx.db.query("delegations").withIndex("by_from", (q) => q.eq("fromId", me)));
  const sessions = await newest(
    ctx.db.query("impersonationSessions").withIndex("by_target", (q) => q.eq("impersonatingUserId", me)),
  );
  const events = await eventsByPerson(ctx, person, OWN_ROWS + 1);
  const keyOf = async (id: Doc<"requests">["_id"]): Promise<string | null> => (await ctx.db.get(id))?.key ?? null;
  return {
    person: await personRow(ctx, person),
    requests: await partOf(requests, (request) => ({ ...requestRow(request), answers: request.form })),
    // What others asked for this person: that it was, not what they answered.
    requestsForYou: await partOf(forMe, requestRow, ({ requesterId }) => requesterId !== me),
    comments: await partOf(comments, async ({ requestId, body, impersonatorId, createdAt, deletedAt }) => ({
      request: await keyOf(requestId),
      text: body,
      inYourNameBy: impersonatorId ? await nameOf(ctx, impersonatorId) : null,
      writtenAt: iso(createdAt),
      takenBackAt: iso(deletedAt),
    })),
    access: await partOf(grants, async ({ requestId, system, description, state, startsAt, expiresAt, endedAt }) => ({
      request: await keyOf(requestId),
      system,
      access: description,
      state,
      startsAt: iso(startsAt),
      expiresAt: iso(expiresAt),
      endedAt: iso(endedAt),
    })),
    decisions: await partOf(decisions, async ({ requestId, verdict, comment, at }) => ({
      request: await keyOf(requestId),
      verdict,
      comment,
      decidedAt: iso(at),
    })),
    absences: await partOf(absences, async ({ toId, startsAt, endsAt, reason, endedAt }) => ({
      standIn: await nameOf(ctx, toId),
      startsAt: iso(startsAt),
      endsAt: iso(endsAt),
      endedAt: iso(endedAt),
      reason,
    })),
    viewedAsYou: await partOf(sessions, async ({ realPersonId, impersonationStartedAt, endedAt, reason }) => ({
      by: await nameOf(ctx, realPersonId),
      startedAt: iso(impersonationStartedAt),
      endedAt: iso(endedAt),
      reason,
    })),
    ...(await supportOf(ctx, me)),
    ...(await feedbackOf(ctx, me)),
    activity: await partOf(events, ({ action, occurredAt, outcome, targets, impersonator }) => ({
      action,
      occurredAt: iso(occurredAt),
      outcome,
      about: targets.map(({ type, label }) => label ?? type),
      inYourNameBy: impersonator?.label ?? null,
    })),
  };
}

/** What the person asked support, said in tickets, also for agents alone, and has not sent yet. */
async function supportOf(
  ctx: ReadCtx,
  me: Doc<"people">["_id"],
): Promise<Pick<OwnData, "tickets" | "replies" | "drafts">> {
  const tickets = await newest(ctx.db.query("tickets").withIndex("by_written", (q) => q.eq("requesterId", me)));
  const replies = await newest(ctx.db.query("ticketMessages").withIndex("by_author", (q) => q.eq("authorId", me)));
  const drafts = await newest(ctx.db.query("ticketDrafts").withIndex("by_person", (q) => q.eq("personId", me)));
  const keyOf = async (id: Doc<"tickets">["_id"]): Promise<string | null> => (await ctx.db.get(id))?.key ?? null;
  return {
    tickets: await partOf(
      tickets,
      ({ key, title, description, topic, state, createdAt, diagnostics = [], satisfaction, satisfactionReason }) => ({
        key,
        title,
        description,
        topic,
        diagnostics,
        state,
        writtenAt: iso(createdAt),
        wasHelpGood: satisfaction === undefined ? null : satisfaction === "good",
        whyHelpWas: satisfactionReason ?? null,
      }),
    ),
    replies: await partOf(
      replies.filter(({ mailFrom }) => mailFrom === undefined),
      async ({ ticketId, visibility, body, createdAt }) => ({
        ticket: await keyOf(ticketId),
        readBy: visibility,
        text: body,
        writtenAt: iso(createdAt),
      }),
    ),
    drafts: await partOf(drafts, async ({ ticketId, draft, changedAt }) => ({
      ticket: ticketId ? await keyOf(ticketId) : null,
      title: draft.title ?? null,
      text: draft.body,
      changedAt: iso(changedAt),
    })),
  };
}

/** The person's ideas, what they said about ideas, and what they have not sent yet. */
async function feedbackOf(
  ctx: ReadCtx,
  me: Doc<"people">["_id"],
): Promise<Pick<OwnData, "ideas" | "ideaComments" | "ideaDrafts">> {
  const ideas = await newest(ctx.db.query("ideas").withIndex("by_author", (q) => q.eq("authorId", me)));
  const comments = await newest(ctx.db.query("ideaComments").withIndex("by_person", (q) => q.eq("personId", me)));
  const drafts = await newest(ctx.db.query("ideaDrafts").withIndex("by_person", (q) => q.eq("personId", me)));
  const keyOf = async (id: Doc<"ideas">["_id"]): Promise<string | null> => (await ctx.db.get(id))?.key ?? null;
  return {
    ideas: await partOf(ideas, ({ key, title, description, priority, status, createdAt }) => ({
      key,
      title,
      description,
      priority,
      status,
      writtenAt: iso(createdAt),
    })),
    ideaComments: await partOf(comments, async ({ ideaId, text, at }) => ({
      idea: await keyOf(ideaId),
      text,
      writtenAt: iso(at),
    })),
    ideaDrafts: await partOf(drafts, async ({ ideaId, ticketId, draft, changedAt }) => ({
      commentOn: ideaId ? await keyOf(ideaId) : null,
      fromTicket: (ticketId && (await ctx.db.get(ticketId))?.key) ?? null,
      title: draft.title ?? null,
      text: draft.text,
      changedAt: iso(changedAt),
    })),
  };
}

async function personRow(ctx: ReadCtx, person: Doc<"people">): Promise<Row> {
  return {
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    roles: person.roles,
    roleEnds: (person.roleEnds ?? []).map(({ role, endsAt }) => ({ role, endsAt: iso(endsAt) })),
    status: person.status,
    businessArea: (await standingArea(ctx, person.businessAreaId))?.name ?? null,
    manager: person.managerId === undefined ? null : await nameOf(ctx, person.managerId),
    startsAt: iso(person.startsAt),
    endsAt: iso(person.endsAt),
    snowflakeUser: person.snowflakeUser ?? null,
    theme: person.themePreference ?? null,
    timeZone: person.timeZone ?? null,
    lastSeenAt: iso(person.lastSeenAt),
  };
}

function requestRow(request: Doc<"requests">): Row {
  const { key, title, typeId, status, createdAt, submittedAt, endedAt, cancelReason } = request;
  return {
    key,
    title,
    type: typeId,
    status,
    createdAt: iso(createdAt),
    submittedAt: iso(submittedAt),
    endedAt: iso(endedAt),
    cancelReason: cancelReason ?? null,
  };
}

async function newest<T>(rows: { order(by: "desc"): { take(most: number): Promise<T[]> } }): Promise<T[]> {
  return await rows.order("desc").take(OWN_ROWS + 1);
}

async function partOf<T>(
  found: readonly T[],
  rowOf: (item: T) => Row | Promise<Row>,
  isMeant: (item: T) => boolean = () => true,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  return {
    rows: await Promise.all(
      found
        .slice(0, OWN_ROWS)
        .filter(isMeant)
        .map(async (item) => await rowOf(item)),
    ),
    isWhole: found.length <= OWN_ROWS,
  };
}

async function nameOf(ctx: ReadCtx, id: Doc<"people">["_id"]): Promise<string | null> {
  const person = await ctx.db.get(id);
  return person && fullName(person);
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
