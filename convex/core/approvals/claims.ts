/**
 * Who has a claim to a step: whoever its rule or its fallback names (an owner's deputy among them), whoever it was
 * escalated to, and whoever one of these chose to stand in for them. Those who look after a request may name or seat
 * nobody else, and never themselves: else one of them would choose who decides, or decide alone (A1).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import { KEEPER_ROLE, type RoleName } from "../../access/roles";
import { isSameHuman } from "../people/humans";
import { areasOneWith } from "../people/mergedAreas";
import { manages } from "../requests/rules/access";
import { candidatesOf, type StepFacts } from "./candidates";
import type { ApproverRule, StepPolicy } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** Why somebody could not be named or seated: they would have chosen themselves, or the step does not ask them. */
export const NAMED_THEMSELVES = "Chosen by themselves";
export const NO_CLAIM = "Not among those the step asks";

const DELEGATIONS_READ = 20;

/** A step as far as claims to it go. */
export interface ClaimedStep {
  readonly policy: StepPolicy;
  /** From then on those it was escalated to have a claim, too. */
  readonly escalatedAt?: number;
}

/** Who would be seated by whom, and when. */
interface Naming {
  readonly byId: Id<"people">;
  readonly toId: Id<"people">;
  readonly at: number;
}

/** Why somebody who looks after a request cannot seat this person in its open step, or null. */
export async function whyNotNamed(
  ctx: ReadCtx,
  { policy, escalatedAt }: ClaimedStep,
  facts: StepFacts,
  naming: Naming,
): Promise<string | null> {
  if (await isSameHuman(ctx, naming.toId, naming.byId)) return NAMED_THEMSELVES;
  const rules = [policy.rule, policy.fallback, escalatedAt === undefined ? undefined : policy.escalateTo];
  for (const rule of rules) {
    if (rule && (await isClaimed(ctx, rule, facts, naming))) return null;
  }
  return NO_CLAIM;
}

async function isClaimed(ctx: ReadCtx, rule: ApproverRule, facts: StepFacts, { toId, at }: Naming): Promise<boolean> {
  const { groups } = await candidatesOf(ctx, rule, facts);
  const named = groups.flat();
  if (named.includes(toId)) return true;
  for (const id of named) {
    const delegation = await delegationFrom(ctx, id, facts.typeKey, at);
    if (delegation?.toId === toId && isOwn(delegation)) return true;
  }
  return false;
}

/** The delegation of somebody that is in effect for this type of request, or null. */
export async function delegationFrom(
  ctx: ReadCtx,
  fromId: Id<"people">,
  typeKey: string | undefined,
  at: number,
): Promise<Doc<"delegations"> | null> {
  const found = await ctx.db
    .query("delegations")
    .withIndex("by_from", (q) => q.eq("fromId", fromId).gt("endsAt", at))
    .take(DELEGATIONS_READ);
  const isInEffect = ({ startsAt, endedAt, typeKeys }: Doc<"delegations">) =>
    startsAt <= at &&
    endedAt === undefined &&
    (typeKeys === undefined || (typeKey !== undefined && typeKeys.includes(typeKey)));
  return found.find(isInEffect) ?? null;
}

/** Whether whoever is away chose their delegate themselves. */
function isOwn({ createdById, fromId }: Doc<"delegations">): boolean {
  return createdById === fromId;
}

/**
 * Why a delegation gives no seat in a step, or null. One's own always does; what somebody else arranged does where they
 * look after the request and are no party to it, for somebody with a claim to the step: nobody chooses who decides
 * (A1).
 */
export async function whyNotArranged(
  ctx: ReadCtx,
  delegation: Doc<"delegations">,
  {
    step,
    facts,
    parties,
    at,
  }: {
    readonly step: ClaimedStep;
    readonly facts: StepFacts;
    readonly parties: ReadonlyMap<Id<"people">, string>;
    readonly at: number;
  },
): Promise<string | null> {
  if (isOwn(delegation)) return null;
  const no = await whyNotArranger(ctx, delegation, facts, parties);
  return no ?? (await whyNotNamed(ctx, step, facts, { byId: delegation.createdById, toId: delegation.toId, at }));
}

/** Why whoever arranged a delegation has no say in this request (any more), or null. */
async function whyNotArranger(
  ctx: ReadCtx,
  { createdById }: Doc<"delegations">,
  facts: StepFacts,
  parties: ReadonlyMap<Id<"people">, string>,
): Promise<string | null> {
  if (parties.has(createdById)) return "Arranged by a party to the request";
  const found = await ctx.db.get(createdById);
  const creator = found && personAsOf(found, Date.now());
  if (creator?.status !== "active") return "Arranged by somebody who is no longer active";
  const areaIds = await areasOneWith(ctx, facts.businessAreaId);
  return manages(creator, { ...facts, areaIds }) ? null : "Arranged by somebody who does not look after the request";
}

/**
 * Whether a step names still whom it gave a seat, by its rule, its fallback or its escalation: owners and roles change
 * while a request is open. Seats that a person gave are none of the step's. Rows follow within the minute; decisions do
 * not wait.
 */
export async function isStillNamed(
  ctx: ReadCtx,
  seat: Pick<Doc<"approvalSeats">, "personId" | "source" | "reason">,
  policy: Pick<StepPolicy, "rule" | "fallback" | "escalateTo">,
  facts: StepFacts,
): Promise<boolean> {
  const rules = rulesBehind(seat, policy);
  if (rules === null) return true;
  for (const rule of rules) if (await names(ctx, rule, seat.personId, facts)) return true;
  return false;
}

/** Whom a step escalates to where nobody decides in time. */
export function escalationRule({ fallback, escalateTo }: Pick<StepPolicy, "fallback" | "escalateTo">): ApproverRule {
  return escalateTo ?? fallback ?? { kind: "role", role: KEEPER_ROLE };
}

/** What a seat may have been given for, or null where a person gave it, who says why. */
function rulesBehind(
  { source, reason }: Pick<Doc<"approvalSeats">, "source" | "reason">,
  policy: Pick<StepPolicy, "rule" | "fallback" | "escalateTo">,
): ApproverRule[] | null {
  if (reason !== undefined) return null;
  const { rule, fallback } = policy;
  const reached: Partial<Record<typeof source, (ApproverRule | undefined)[]>> = {
    rule: [rule],
    fallback: [fallback],
    reResolved: [rule, fallback],
    escalation: [escalationRule(policy)],
  };
  return reached[source]?.filter((one) => one !== undefined) ?? null;
}

async function names(ctx: ReadCtx, rule: ApproverRule, id: Id<"people">, facts: StepFacts): Promise<boolean> {
  // Of a role there are more than are asked.
  if (rule.kind === "role") return await holdsOneOf(ctx, id, [rule.role]);
  return (await candidatesOf(ctx, rule, facts)).groups.flat().includes(id);
}

async function holdsOneOf(ctx: ReadCtx, personId: Id<"people">, roles: readonly RoleName[]): Promise<boolean> {
  const person = await ctx.db.get(personId);
  return person !== null && personAsOf(person, Date.now()).roles.some((role) => roles.includes(role));
}

/**
 * Whether a seat that is held for somebody else still counts: whoever it is held for is there to be sat in for, the
 * delegation was not ended, and whoever arranged it may still do so. Rows follow within the minute; decisions do not
 * wait.
 */
export async function isStillDelegated(
  ctx: ReadCtx,
  seat: Pick<Doc<"approvalSeats">, "personId" | "fromPersonId" | "activeTo">,
  facts: StepFacts,
  parties: ReadonlyMap<Id<"people">, string>,
): Promise<boolean> {
  const { fromPersonId, activeTo } = seat;
  if (fromPersonId === undefined) return false;
  const principal = await ctx.db.get(fromPersonId);
  if (!principal || personAsOf(principal, Date.now()).status !== "active") return false;
  const found = await ctx.db
    .query("delegations")
    .withIndex("by_from", (q) => q.eq("fromId", fromPersonId).eq("endsAt", activeTo ?? 0))
    .take(DELEGATIONS_READ);
  const delegation = found.find(({ toId, endedAt }) => toId === seat.personId && endedAt === undefined);
  if (!delegation) return false;
  return isOwn(delegation) || (await whyNotArranger(ctx, delegation, facts, parties)) === null;
}
