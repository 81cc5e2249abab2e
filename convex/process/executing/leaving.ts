/**
 * Somebody leaves by a request of the catalog: before their sign-in is touched they are removed from the portal like by
 * Remove User, and never by less (U14). What Remove User removed is removed already.
 */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { wholeRoles } from "../../access/rank";
import type { RoleName } from "../../access/roles";
import { approvalsOf, decisionsOf } from "../../core/approvals/model";
import { humanBehind } from "../../core/people/humans";
import { fullName, updatePerson } from "../../core/people/model";
import { isProtected } from "../../core/people/protected";
import { noteRemovedBy, removalBehind } from "../../core/people/removals";
import { whyNotLeave } from "../../core/people/rules/leaving";
import { endRestorations } from "../confirming/removing";
import { superAdminHumans } from "../confirming/steps/people";
import { handOnExternalUsers, ownedBy } from "../confirming/succeeding/owned";
import { whyNotTakeOver } from "../confirming/succeeding/successors";
import type { Step } from "../steps/step";

type ReadCtx = Pick<QueryCtx, "db">;

/** Removes the person a request is for, where they are still there; why it cannot be done, or null. */
export async function leave(step: Step, request: Doc<"requests">): Promise<string | null> {
  const person = await step.ctx.db.get(request.beneficiaryId);
  if (!person) return "They are no longer there.";
  // Whoever Remove User removed, and brought back since, is not removed by what was left of it.
  if (person.status === "removed" || (await removalBehind(step.ctx, request._id))) return null;
  const successor = await successorOf(step.ctx, request, person);
  const { areas, domains } = await ownedBy(step.ctx, person._id);
  const no = whyNotLeave({
    name: fullName(person),
    status: person.status,
    roles: person.roles,
    isProtected: isProtected(person),
    otherSuperAdmins: await superAdminHumans(step.ctx, person),
    approverRoles: await approverRolesOf(step.ctx, request, person),
    hasSuccessor: successor !== null,
    leftBehind: [...areas, ...domains].map((one) => one.name),
  });
  if (no !== null || !successor) return no;
  const changes = { status: "removed" as const, roles: wholeRoles(), removedAt: step.at };
  await updatePerson(step.ctx, person, changes, {
    ...step.by,
    action: "person.removed",
    at: step.at,
    beside: [{ type: "request", id: request._id, label: request.key }],
    context: { reason: `${request.key} was approved` },
  });
  await endRestorations(step, person._id);
  await handOnExternalUsers(step, person, successor._id);
  // Restoring them finds this request, and ends what is left of it.
  await noteRemovedBy(step.ctx, {
    personId: person._id,
    byId: request.requesterId,
    successorId: successor._id,
    reason: `${request.key} was approved`,
    at: step.at,
    requestId: request._id,
  });
  return null;
}

/** Who takes over: whom the form names, else who asked, as far as they may on the day; the form can be months old. */
async function successorOf(
  ctx: ReadCtx,
  { form, requesterId }: Doc<"requests">,
  person: Doc<"people">,
): Promise<Doc<"people"> | null> {
  for (const id of [ctx.db.normalizeId("people", String(form["successor"] ?? "")), requesterId]) {
    const one = id && (await ctx.db.get(id));
    if (one && whyNotTakeOver(person, one) === null) return one;
  }
  return null;
}

/** What of it somebody else than the one who asked approved, by the roles they hold now. */
async function approverRolesOf(
  ctx: ReadCtx,
  { _id, requesterId, formHash }: Doc<"requests">,
  person: Doc<"people">,
): Promise<(readonly RoleName[])[]> {
  const requester = await ctx.db.get(requesterId);
  const parties = [humanBehind(person), ...(requester ? [humanBehind(requester)] : [])];
  const found: (readonly RoleName[])[] = [];
  const decisions = await Promise.all((await approvalsOf(ctx, _id)).map((approval) => decisionsOf(ctx, approval._id)));
  for (const { decidedById, verdict, formHash: about } of decisions.flat()) {
    if (verdict !== "approve" || about !== formHash || !decidedById) continue;
    const decider = await ctx.db.get(decidedById);
    if (decider?.status === "active" && !parties.includes(humanBehind(decider))) found.push(decider.roles);
  }
  return found;
}
