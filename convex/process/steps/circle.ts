/**
 * Whom a request involves, and in which parts somebody therefore sees it. The one way to a request for everything that
 * shows it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { scopeOf } from "../../access/scope";
import type { Viewer } from "../../access/viewer";
import { approvalsOf, seatsOf, stepsOf } from "../../core/approvals/model";
import { domainByKey } from "../../core/domains/model";
import { areasOneWith } from "../../core/people/mergedAreas";
import { requestByName } from "../../core/requests/model";
import { accessOf, type Access, type Guarded } from "../../core/requests/rules/access";
import { serviceUserOf } from "../../core/serviceUsers/model";
import { tasksOf } from "../../core/tasks/model";
import { refuse } from "../../lib/errors";
import { approvalByName } from "./named";

type ReadCtx = Pick<QueryCtx, "db">;

/** People brought into one request; the list is cut there. */
const MAX_PARTICIPANTS = 200;

/** An approval with what belongs to it. */
export interface LoadedApproval {
  readonly approval: Doc<"approvals">;
  readonly steps: readonly Doc<"approvalSteps">[];
  readonly seats: readonly Doc<"approvalSeats">[];
}

/** A request with everything that says who may see what of it. */
export interface Involved {
  readonly request: Doc<"requests">;
  readonly tasks: readonly Doc<"requestTasks">[];
  readonly approvals: readonly LoadedApproval[];
  readonly participants: readonly Doc<"requestParticipants">[];
  /** The present owners of its data domain, as long as access it gave could not be removed. */
  readonly removalOwners: readonly Id<"people">[];
  /** Owner and deputy of the service user it is for. */
  readonly answering: readonly Id<"people">[];
  /** Every area that is one with its own by merges. */
  readonly areaIds: readonly Id<"businessAreas">[];
}

/** A request somebody may see, with the parts in which they see it. */
export interface Visible extends Involved {
  readonly access: Access;
}

/** The request behind an id or a key such as REQ-142, or null. */
export async function involvedIn(ctx: ReadCtx, name: string): Promise<Involved | null> {
  const request = await requestByName(ctx, name);
  return request && (await loadInvolved(ctx, request));
}

/** Everything around a request that is known already. */
export async function loadInvolved(ctx: ReadCtx, request: Doc<"requests">): Promise<Involved> {
  const participants = await ctx.db
    .query("requestParticipants")
    .withIndex("by_request", (q) => q.eq("requestId", request._id))
    .take(MAX_PARTICIPANTS);
  const tasks = await tasksOf(ctx, request._id);
  return {
    request,
    tasks,
    approvals: await loadApprovals(ctx, request._id),
    participants,
    removalOwners: await removalOwnersOf(ctx, request),
    answering: await answeringFor(ctx, request),
    areaIds: await areasOneWith(ctx, request.businessAreaId),
  };
}

async function answeringFor(ctx: ReadCtx, { form }: Doc<"requests">): Promise<readonly Id<"people">[]> {
  const serviceUser = await serviceUserOf(ctx, form);
  if (!serviceUser) return [];
  return serviceUser.deputyId ? [serviceUser.ownerId, serviceUser.deputyId] : [serviceUser.ownerId];
}

async function removalOwnersOf(ctx: ReadCtx, { _id, domainKey }: Doc<"requests">): Promise<readonly Id<"people">[]> {
  if (domainKey === undefined) return [];
  const grant = await ctx.db
    .query("grants")
    .withIndex("by_request", (q) => q.eq("requestId", _id))
    .first();
  if (!grant || grant.endedAt !== undefined || grant.removalError === undefined) return [];
  return (await domainByKey(ctx, domainKey))?.ownerIds ?? [];
}

async function loadApprovals(ctx: ReadCtx, requestId: Id<"requests">): Promise<LoadedApproval[]> {
  const loaded: LoadedApproval[] = [];
  for (const approval of await approvalsOf(ctx, requestId)) {
    loaded.push({ approval, steps: await stepsOf(ctx, approval._id), seats: await seatsOf(ctx, approval._id) });
  }
  return loaded;
}

/** In which parts a person sees a request, or null. */
export function accessTo(
  involved: Involved,
  person: Pick<Doc<"people">, "_id" | "roles" | "businessAreaId">,
): Access | null {
  const { tasks, approvals, participants, removalOwners, answering } = involved;
  // Governance reviews whatever was approved by break-glass, so it sees what it judges.
  const isReviewer =
    scopeOf(person, "breakGlassReviews").isAll && approvals.some(({ approval }) => approval.reviewDueAt !== undefined);
  const workers = tasks.flatMap(({ assigneeId, candidateIds }) => [
    ...(assigneeId ? [assigneeId] : []),
    ...(candidateIds ?? []),
  ]);
  return accessOf(
    { id: person._id, roles: person.roles, businessAreaId: person.businessAreaId },
    guardedFacts(involved),
    {
      deciders: new Set(approvals.flatMap(({ seats }) => seats.map(({ personId }) => personId))),
      workers: new Set(workers),
      participants: new Set([
        ...participants.map(({ personId }) => personId),
        ...removalOwners,
        ...answering,
        ...(isReviewer ? [person._id] : []),
      ]),
    },
  );
}

function guardedFacts({ request, tasks, areaIds }: Involved): Guarded {
  const { status, requesterId, beneficiaryId, businessAreaId, domainKey, costEstimate } = request;
  const hasCost = costEstimate !== undefined || tasks.some(({ type }) => type === "approve_cost");
  return { status, requesterId, beneficiaryId, businessAreaId, areaIds, domainKey, hasCost };
}

/** The approval of a name, for somebody who sees its request; null for others, and when it does not exist. */
export async function seenApproval(
  ctx: ReadCtx,
  person: Doc<"people">,
  name: string,
): Promise<Doc<"approvals"> | null> {
  const approval = await approvalByName(ctx, name);
  const request = approval && (await ctx.db.get(approval.requestId));
  return request && accessTo(await loadInvolved(ctx, request), person) !== null ? approval : null;
}

/** The request as the viewer sees it; what is not theirs to see is not found, and nothing of it is told. */
export async function loadVisible(ctx: ReadCtx, viewer: Pick<Viewer, "person">, name: string): Promise<Visible> {
  const involved = await involvedIn(ctx, name);
  const access = involved && accessTo(involved, viewer.person);
  if (!involved || !access) refuse({ code: "not-found" });
  return { ...involved, access };
}

/** Steps of a request that wait for decisions right now. */
export function activeSteps({ approvals }: Pick<Visible, "approvals">): Doc<"approvalSteps">[] {
  return approvals
    .filter(({ approval }) => approval.state === "Pending")
    .flatMap(({ steps }) => steps.filter(({ state }) => state === "Active"));
}
