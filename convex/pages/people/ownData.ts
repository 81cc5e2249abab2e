/**
 * What the portal holds about a person, for that person to take along. Every field is named here: what is added to a
 * table later leaves the portal only once somebody put it on this list. Notifications are left out: each asks for the
 * right to what it is about before it is shown.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { eventsByPerson } from "../../core/audit/model";
import { currentArea } from "../../core/people/mergedAreas";
import { fullName } from "../../core/people/model";
import { jsonObject } from "../../lib/validators";
import { iso, newest, OWN_ROWS, part, partOf, type Row } from "./ownParts";
import { ownWords, ownWordsOf } from "./ownWords";

type ReadCtx = Pick<QueryCtx, "db">;

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
  ...ownWords.fields,
  views: part,
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
  const views = await newest(ctx.db.query("savedViews").withIndex("by_owner", (q) => q.eq("ownerId", me)));
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
    ...(await ownWordsOf(ctx, me)),
    views: await partOf(views, ({ screen, name, search, isShared }) => ({ list: screen, name, search, isShared })),
    activity: await partOf(events, ({ action, occurredAt, outcome, targets, impersonator }) => ({
      action,
      occurredAt: iso(occurredAt),
      outcome,
      about: targets.map(({ type, label }) => label ?? type),
      inYourNameBy: impersonator?.label ?? null,
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
    businessArea: (await currentArea(ctx, person.businessAreaId))?.name ?? null,
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

async function nameOf(ctx: ReadCtx, id: Doc<"people">["_id"]): Promise<string | null> {
  const person = await ctx.db.get(id);
  return person && fullName(person);
}
