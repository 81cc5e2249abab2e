/**
 * The review after a move as those see it who manage the person now or managed them before, and as admins see it:
 * domains and seats, what became of each, and what stays. Requests they do not see are named nowhere.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { can } from "../../access/rules";
import { administers } from "../../core/approvals/administering";
import { humanBehind, isAmong } from "../../core/people/humans";
import { currentArea } from "../../core/people/mergedAreas";
import { fullName, nameOf, namesOf } from "../../core/people/model";
import { latestReviewOf } from "../../core/people/moveReviews";
import type { MovedDuty, Stayed } from "../../core/people/moveReviewTable";
import { appliesAtOf } from "../../core/proposals/rules";
import type { Refusal } from "../../lib/pure/refusal";
import { nullableTimestamp, timestamp } from "../../lib/validators";
import { whyNotDecideIn } from "../confirming/handingOn";
import { openAbout } from "../confirming/proposing";
import { superAdminHumans } from "../confirming/steps/people";
import { dutiesLeft, domainsOf } from "../ending/moveDuties";
import { accessLeft } from "../ending/moveReview";
import { accessTo, loadInvolved } from "../steps/circle";

type ReadCtx = Pick<QueryCtx, "db">;

const refusal = v.union(v.null(), v.object({ code: v.string(), message: v.optional(v.string()) }));

export const shownMoved = v.object({
  personId: v.id("people"),
  name: v.string(),
  at: timestamp,
  endsAt: nullableTimestamp,
  endedAt: nullableTimestamp,
  area: v.union(v.string(), v.null()),
  manager: v.union(v.string(), v.null()),
  formerManagers: v.array(v.string()),
  /** Whether there are too few super admins for a second person, so that a domain handed on waits a day. */
  waitsInstead: v.boolean(),
  /** Null: the viewer decides. */
  whyNot: refusal,
  domains: v.array(
    v.object({
      id: v.id("dataDomains"),
      name: v.string(),
      isOwner: v.boolean(),
      shownAt: timestamp,
      /** What waits for a second person about it, in words. */
      waiting: v.union(v.string(), v.null()),
    }),
  ),
  seats: v.array(
    v.object({ id: v.id("approvalSeats"), approvalId: v.id("approvals"), name: v.string(), step: v.string() }),
  ),
  /** Decisions about requests the viewer does not see. */
  hiddenSeats: v.number(),
  /** Access nobody decided about, where admins decide. */
  accessLeft: v.number(),
  decided: v.array(v.object({ name: v.string(), to: v.union(v.string(), v.null()), by: v.string(), at: timestamp })),
  /** What nobody decided about in time. */
  stays: v.array(v.string()),
});
export type ShownMoved = Infer<typeof shownMoved>;

/** The latest review of somebody for one who may read it; null for everybody else, the person among them. */
export async function movedFor(
  ctx: ReadCtx,
  viewer: Doc<"people">,
  person: Doc<"people">,
  now: number,
): Promise<ShownMoved | null> {
  const review = await latestReviewOf(ctx, person._id);
  if (!review || !(await mayRead(ctx, review, viewer, person))) return null;
  const { managerIds = [], duties = [], stays = [] } = review;
  const left = review.endedAt === undefined ? await dutiesLeft(ctx, review) : [];
  const sees = await sightOf(ctx, viewer);
  const decided = [];
  for (const one of duties)
    if (await sees(one))
      decided.push({
        name: one.name,
        to: one.toId ? await nameOf(ctx, one.toId) : null,
        by: await nameOf(ctx, one.byId),
        at: one.at,
      });
  const seats = await shownSeats(ctx, left, sees);
  const names = await namesOf(ctx, managerIds);
  return {
    personId: person._id,
    name: fullName(person),
    at: review.at,
    endsAt: review.endsAt ?? null,
    endedAt: review.endedAt ?? null,
    area: (await currentArea(ctx, person.businessAreaId))?.name ?? null,
    manager: person.managerId ? await nameOf(ctx, person.managerId) : null,
    formerManagers: managerIds.filter((id) => id !== person.managerId).map((id) => names.get(id) ?? ""),
    waitsInstead: appliesAtOf(await superAdminHumans(ctx), 0, 0) !== null,
    whyNot: wordsOf(await whyNotDecideIn(ctx, person, viewer, now)),
    domains: await shownDomains(ctx, person._id, left),
    seats,
    hiddenSeats: left.filter(({ kind }) => kind === "seat").length - seats.length,
    accessLeft: review.endedAt === undefined ? (await accessLeft(ctx, review)).length : 0,
    decided,
    stays: await namesSeen(stays, sees),
  };
}

async function mayRead(
  ctx: ReadCtx,
  { managerIds = [] }: Doc<"moveReviews">,
  viewer: Doc<"people">,
  person: Doc<"people">,
): Promise<boolean> {
  if (humanBehind(viewer) === humanBehind(person)) return false;
  const { roles, status, hasChangedInitialPassword } = viewer;
  if (can({ roles, status, hasChangedInitialPassword, impersonation: null }, "people.readAll")) return true;
  return await isAmong(ctx, [...managerIds, ...(person.managerId ? [person.managerId] : [])], viewer);
}

type Sees = (thing: Stayed) => Promise<boolean>;

/** Whether somebody sees something: domains everybody does, a seat or access whoever sees its request. */
async function sightOf(ctx: ReadCtx, viewer: Doc<"people">): Promise<Sees> {
  return async ({ kind, id }) => {
    if (kind === "domain") return true;
    if (kind === "access") {
      const grantId = ctx.db.normalizeId("grants", id);
      const grant = grantId && (await ctx.db.get(grantId));
      return grant ? await seesRequest(ctx, viewer, grant.requestId) : false;
    }
    const seatId = ctx.db.normalizeId("approvalSeats", id);
    const seat = seatId && (await ctx.db.get(seatId));
    return seat ? await seesRequest(ctx, viewer, seat.requestId) : false;
  };
}

/** Whether somebody sees a request, by a part in it or because they look after its approvals. */
export async function seesRequest(ctx: ReadCtx, viewer: Doc<"people">, requestId: Id<"requests">): Promise<boolean> {
  const request = await ctx.db.get(requestId);
  if (!request) return false;
  const involved = await loadInvolved(ctx, request);
  return administers(viewer, involved) || accessTo(involved, viewer) !== null;
}

async function shownDomains(
  ctx: ReadCtx,
  personId: Id<"people">,
  left: readonly MovedDuty[],
): Promise<ShownMoved["domains"]> {
  const rows = (await domainsOf(ctx, personId)).filter(({ _id }) => left.some(({ id }) => id === _id));
  return await Promise.all(
    rows.map(async ({ _id, name, ownerIds, updatedAt }) => ({
      id: _id,
      name,
      isOwner: ownerIds.includes(personId),
      shownAt: updatedAt,
      waiting: (await openAbout(ctx, _id))?.title ?? null,
    })),
  );
}

async function shownSeats(ctx: ReadCtx, left: readonly MovedDuty[], sees: Sees): Promise<ShownMoved["seats"]> {
  const found: ShownMoved["seats"] = [];
  for (const duty of left) {
    const seatId = duty.kind === "seat" ? ctx.db.normalizeId("approvalSeats", duty.id) : null;
    const seat = seatId && (await ctx.db.get(seatId));
    const step = seat && (await ctx.db.get(seat.stepId));
    if (!seat || !step || !(await sees(duty))) continue;
    found.push({ id: seat._id, approvalId: seat.approvalId, name: duty.name, step: step.policy.title });
  }
  return found;
}

async function namesSeen(stayed: readonly Stayed[], sees: Sees): Promise<string[]> {
  const names: string[] = [];
  for (const one of stayed) if (await sees(one)) names.push(one.name);
  return names;
}

function wordsOf(no: Refusal | null): ShownMoved["whyNot"] {
  if (!no) return null;
  const message = no["message"];
  return typeof message === "string" ? { code: no.code, message } : { code: no.code };
}
