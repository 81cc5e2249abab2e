/**
 * Who gets a seat in a step. The rule names candidates; whoever is not active or is party to the request
 * is excluded with the reason (A1); the fallback fills up what the quorum lacks (A3); delegates of absent
 * people are added, one hop and never a party to the request; what somebody else arranged for the absent
 * counts where claims.ts says so. The same resolution serves the preview
 * before a submit, the opening of a step, and the simulation.
 */

import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { domainByKey } from "../domains/model";
import { changersSince } from "../people/dutyChanges";
import { isSameHuman } from "../people/humans";
import { fullName } from "../people/model";
import { serviceUserOf } from "../serviceUsers/model";
import { candidatesOf, type StepFacts } from "./candidates";
import { delegationFrom, whyNotArranged } from "./claims";
import { impersonatorsOf, withOtherAccounts } from "./impersonators";
import { fixText, tooFewText, type RulePlace } from "./rules/candidates";
import { SEAT_LIMIT } from "./rules/limits";
import { rejectionsOf, requiredOf } from "./rules/quorum";
import type { ApproverRule, SeatSource, StepPolicy } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** A seat as it would be given. */
export interface ResolvedSeat {
  readonly personId: Id<"people">;
  readonly source: SeatSource;
  readonly fromPersonId?: Id<"people">;
  readonly activeTo?: number;
}

/** Somebody who would have had a seat, and why they must not. */
export interface Exclusion {
  readonly personId: Id<"people">;
  readonly reason: string;
}

/** Who decides a step. `problem` says that too few may, and how to repair it; the quorum is never lowered. */
export interface Resolution {
  readonly seats: readonly ResolvedSeat[];
  readonly required: number;
  /** How many rejections end the step. */
  readonly rejections: number;
  readonly exclusions: readonly Exclusion[];
  readonly problem: null | { readonly message: string; readonly fix: string };
}

/** Who must not decide about a request, with the reason (A1). */
type Parties = ReadonlyMap<Id<"people">, string>;

/** Why nobody who approved an earlier step has a seat where the policy wants distinct people. */
export const DECIDED_EARLIER = "Decided an earlier step of this request";

/** Why a second account of somebody who has a seat gets none. */
export const OTHER_ACCOUNT = "Is an approver with another account";

/** Why nobody decides who named who decides, about what was open then. */
const CHANGED_WHO_DECIDES = "Changed who decides for it while the request was open";

/** Resolves a step of a policy for a request that exists or is only thought of. Writes nothing. */
export async function resolveStep(
  ctx: ReadCtx,
  policy: StepPolicy,
  facts: StepFacts,
  at: number,
  excludePersonIds: readonly Id<"people">[] = [],
): Promise<Resolution> {
  const parties = await conflictsOf(ctx, facts, at);
  const conflicts = new Map(parties);
  for (const id of excludePersonIds) if (!conflicts.has(id)) conflicts.set(id, DECIDED_EARLIER);
  const table = new SeatTable(ctx, conflicts);
  const place = await table.fill(policy.rule, "rule", facts);
  const isShort = () => table.seats.length < requiredOf(policy.quorum, table.seats.length);
  if (isShort() && policy.fallback) await table.fill(policy.fallback, "fallback", facts);
  const found = table.seats.length;
  const required = requiredOf(policy.quorum, found);
  await table.addDelegates(policy, facts, parties, at);
  const problem =
    found < required ? { message: tooFewText(policy.title, required, found), fix: fixText(policy.rule, place) } : null;
  return {
    seats: table.seats,
    required,
    rejections: rejectionsOf(policy.quorum, found),
    exclusions: table.exclusions,
    problem,
  };
}

/** Seats and exclusions as they come together; nobody appears twice among the seats. */
class SeatTable {
  readonly seats: ResolvedSeat[] = [];
  readonly exclusions: Exclusion[] = [];
  private readonly ctx: ReadCtx;
  private readonly conflicts: ReadonlyMap<Id<"people">, string>;

  constructor(ctx: ReadCtx, conflicts: ReadonlyMap<Id<"people">, string>) {
    this.ctx = ctx;
    this.conflicts = conflicts;
  }

  /** Seats the first group of candidates in which somebody may decide. */
  async fill(rule: ApproverRule, source: SeatSource, facts: StepFacts): Promise<RulePlace> {
    const { groups, place } = await candidatesOf(this.ctx, rule, facts);
    for (const group of groups) {
      const before = this.seats.length;
      for (const id of group.slice(0, SEAT_LIMIT)) await this.offer({ personId: id, source });
      if (this.seats.length > before) break;
    }
    return place;
  }

  /** Adds whoever stands in for somebody who is away. */
  async addDelegates(policy: StepPolicy, facts: StepFacts, parties: Parties, at: number): Promise<void> {
    for (const { personId } of [...this.seats]) {
      const delegation = await delegationFrom(this.ctx, personId, facts.typeKey, at);
      if (!delegation) continue;
      const seat = {
        personId: delegation.toId,
        source: "delegation",
        fromPersonId: personId,
        activeTo: delegation.endsAt,
      } as const;
      await this.offer(seat, await whyNotArranged(this.ctx, delegation, { step: { policy }, facts, parties, at }));
    }
  }

  /** Seats somebody, unless they must not hold a seat or there is another reason not to. */
  private async offer(seat: ResolvedSeat, no: string | null = null): Promise<void> {
    if (this.seats.some(({ personId }) => personId === seat.personId)) return;
    const reason =
      no ?? (await whyNotHold(this.ctx, seat.personId, this.conflicts)) ?? (await this.whyNotTwice(seat.personId));
    if (reason === null) this.seats.push(seat);
    else if (!this.exclusions.some(({ personId }) => personId === seat.personId))
      this.exclusions.push({ personId: seat.personId, reason });
  }

  /** One human has one seat: else "all of them" would wait for somebody who counts already (A2). */
  private async whyNotTwice(personId: Id<"people">): Promise<string | null> {
    for (const held of this.seats) if (await isSameHuman(this.ctx, held.personId, personId)) return OTHER_ACCOUNT;
    return null;
  }
}

/** Why somebody may not hold a seat, or null: not active, or party to the request. */
export async function whyNotHold(
  ctx: ReadCtx,
  personId: Id<"people">,
  conflicts: ReadonlyMap<Id<"people">, string>,
): Promise<string | null> {
  const conflict = conflicts.get(personId);
  if (conflict !== undefined) return conflict;
  const person = await ctx.db.get(personId);
  if (!person) return "Is no longer known";
  return person.status === "active" ? null : `Is ${person.status}`;
}

/** Everybody who must not decide about this request, with the reason (A1). */
export async function conflictsOf(ctx: ReadCtx, facts: StepFacts, at: number): Promise<Map<Id<"people">, string>> {
  const { requesterId, beneficiaryId, lastEditorId } = facts;
  const serviceUser = await serviceUserOf(ctx, facts.form);
  const parties = new Map<Id<"people">, string>([
    ...(serviceUser?.deputyId ? [[serviceUser.deputyId, `Is the deputy for ${serviceUser.name}`] as const] : []),
    ...(serviceUser ? [[serviceUser.ownerId, `Owns ${serviceUser.name}`] as const] : []),
    [lastEditorId, "Was the last to edit the form"],
    [beneficiaryId, "The request is for them"],
    [requesterId, "Made the request"],
  ]);
  const conflicts = new Map(parties);
  if (facts.removedById && !conflicts.has(facts.removedById))
    conflicts.set(facts.removedById, "Removed it in an access review");
  for (const party of parties.keys()) {
    for (const id of await impersonatorsOf(ctx, party, facts.since ?? at)) {
      if (!conflicts.has(id))
        conflicts.set(id, `Impersonated ${await nameOrId(ctx, party)} while the request was open`);
    }
  }
  if (facts.since !== undefined) {
    const { businessAreaId: areaId, domainKey } = facts;
    const domain = domainKey === undefined ? null : await domainByKey(ctx, domainKey);
    const duty = { areaId, domainKey, ownerAreaIds: domain?.areaIds, personId: beneficiaryId };
    for (const id of await changersSince(ctx, duty, facts.since))
      if (!conflicts.has(id)) conflicts.set(id, CHANGED_WHO_DECIDES);
  }
  return await withOtherAccounts(ctx, conflicts);
}

async function nameOrId(ctx: ReadCtx, personId: Id<"people">): Promise<string> {
  const person = await ctx.db.get(personId);
  return person ? fullName(person) : "a party to it";
}
