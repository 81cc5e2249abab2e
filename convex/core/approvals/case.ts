/** One approval with everything a decision about it depends on, read once. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { assert } from "../../lib/pure/impossible";
import { accountsOf, humanBehind } from "../people/humans";
import { areasOneWith } from "../people/mergedAreas";
import { nameOf } from "../people/model";
import type { StepFacts } from "./candidates";
import { isStillDelegated, isStillNamed } from "./claims";
import { usersOfApprovers } from "./impersonators";
import { approvalsOf, decisionsOf, type HumanDecision, loadApproval, seatsOf, stepsOf } from "./model";
import { conflictsOf, resolveStep } from "./seats";

type ReadCtx = Pick<QueryCtx, "db">;

/** One approval with everything around it. */
export interface Case {
  readonly approval: Doc<"approvals">;
  readonly request: Doc<"requests">;
  /** Every area that is one with that of the request by merges. */
  readonly areaIds: readonly Id<"businessAreas">[];
  readonly steps: readonly Doc<"approvalSteps">[];
  readonly seats: readonly Doc<"approvalSeats">[];
  readonly decisions: readonly HumanDecision[];
  /** Who must not decide, with the reason. */
  readonly conflicts: ReadonlyMap<Id<"people">, string>;
  /** Who approved earlier steps of the request; empty unless the policy wants distinct people. */
  readonly earlierDeciders: ReadonlySet<Id<"people">>;
  /** Seats that count no longer, although the rows still say so: of owners who are none any more, and of delegates. */
  readonly lapsed: ReadonlySet<Id<"approvalSeats">>;
  /** Names of everybody who decided. */
  readonly names: ReadonlyMap<Id<"people">, string>;
}

/** Reads an approval with everything a decision about it depends on. */
export async function loadCase(ctx: ReadCtx, approvalId: Id<"approvals">, at: number): Promise<Case> {
  const approval = await loadApproval(ctx, approvalId);
  const request = await ctx.db.get(approval.requestId);
  assert(request, `Request ${approval.requestId} does not exist`);
  const decisions = await decisionsOf(ctx, approvalId);
  const names = new Map<Id<"people">, string>();
  for (const { decidedById } of decisions) {
    if (decidedById && !names.has(decidedById)) names.set(decidedById, await nameOf(ctx, decidedById));
  }
  const seats = await seatsOf(ctx, approvalId);
  const users = await usersOfApprovers(ctx, seats, request.createdAt);
  const conflicts = new Map([...users, ...(await conflictsOf(ctx, stepFactsOf(request), at))]);
  const steps = await stepsOf(ctx, approvalId);
  return {
    approval,
    request,
    areaIds: await areasOneWith(ctx, request.businessAreaId),
    steps,
    seats,
    decisions,
    conflicts,
    lapsed: await lapsedAmong(ctx, { seats, steps, facts: stepFactsOf(request), conflicts }),
    earlierDeciders: new Set(approval.policy.distinctSteps ? await approversOf(ctx, request) : []),
    names,
  };
}

async function lapsedAmong(
  ctx: ReadCtx,
  { seats, steps, facts, conflicts }: Pick<Case, "seats" | "steps" | "conflicts"> & { readonly facts: StepFacts },
): Promise<Set<Id<"approvalSeats">>> {
  const lapsed = new Set<Id<"approvalSeats">>();
  const pending = seats.filter(({ isPending }) => isPending);
  for (const seat of pending) {
    const step = steps.find(({ _id }) => _id === seat.stepId);
    if (step && !(await isStillNamed(ctx, seat, step.policy, facts))) lapsed.add(seat._id);
  }
  for (const seat of pending.filter(({ source }) => source === "delegation")) {
    const principal = pending.find(
      ({ stepId, personId, source }) =>
        stepId === seat.stepId && personId === seat.fromPersonId && source !== "delegation",
    );
    const isPrincipalGone = principal !== undefined && lapsed.has(principal._id);
    if (isPrincipalGone || !(await isStillDelegated(ctx, seat, facts, conflicts))) lapsed.add(seat._id);
  }
  return lapsed;
}

/** What the resolution of seats has to know about a request. */
export function stepFactsOf(request: Doc<"requests">): StepFacts {
  return {
    requesterId: request.requesterId,
    beneficiaryId: request.beneficiaryId,
    lastEditorId: request.lastEditorId ?? request.createdById,
    businessAreaId: request.businessAreaId,
    domainKey: request.domainKey,
    form: request.form,
    typeKey: request.typeId,
    since: request.createdAt,
    removedById: request.comesBack?.removedById,
  };
}

/**
 * Everybody who approved a step of the request as its form is now, or all of it by break-glass, with every account of
 * theirs, whichever approval it belonged to.
 */
export async function approversOf(ctx: ReadCtx, request: Doc<"requests">): Promise<Id<"people">[]> {
  const found = new Set<Id<"people">>();
  for (const { _id } of await approvalsOf(ctx, request._id)) {
    for (const { decidedById, verdict, formHash } of await decisionsOf(ctx, _id)) {
      const isWord = verdict === "approve" || verdict === "breakGlass";
      if (!decidedById || !isWord || formHash !== request.formHash || found.has(decidedById)) continue;
      for (const id of await accountsOf(ctx, decidedById)) found.add(id);
    }
  }
  return [...found];
}

/** Whom a step that comes later would ask as things stand; nobody where it is open or over. */
export async function expectedOf(
  ctx: ReadCtx,
  { approval, request }: Pick<Case, "approval" | "request">,
  { state, policy }: Pick<Doc<"approvalSteps">, "state" | "policy">,
  now: number,
): Promise<Id<"people">[]> {
  if (approval.state !== "Pending" || state !== "Waiting") return [];
  const earlier = approval.policy.distinctSteps ? await approversOf(ctx, request) : [];
  const { seats } = await resolveStep(ctx, policy, stepFactsOf(request), now, earlier);
  return seats.map(({ personId }) => personId);
}

/** The open step, or the one that was reached last. */
export function currentStep({ steps }: Pick<Case, "steps">): Doc<"approvalSteps"> {
  const step =
    steps.find(({ state }) => state === "Active") ?? steps.findLast(({ state }) => state !== "Waiting") ?? steps[0];
  assert(step, "An approval has at least one step");
  return step;
}

/** Whether somebody had a part in what was approved by break-glass, so that others have to review it. */
export function hadPart(
  { conflicts, decisions }: Pick<Case, "conflicts" | "decisions">,
  person: Doc<"people">,
): boolean {
  return (
    conflicts.has(person._id) ||
    decisions.some(({ verdict, human }) => verdict === "breakGlass" && human === humanBehind(person))
  );
}

/** Who decided: a person by name, or a policy. */
export function deciderName(
  { names }: Pick<Case, "names">,
  { decidedById, decidedByPolicy }: Doc<"approvalDecisions">,
): string {
  if (decidedByPolicy) return `Policy ${decidedByPolicy.policyId} v${decidedByPolicy.version}`;
  return (decidedById && names.get(decidedById)) ?? "The portal";
}
