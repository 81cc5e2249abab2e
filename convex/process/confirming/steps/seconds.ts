/** What is between a proposer and whoever would confirm, read from the rows. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { accountsOf, humanBehind, humanOf } from "../../../core/people/humans";
import { type SecondFacts, SPONSOR_MS } from "../../../core/proposals/rules";

type ReadCtx = Pick<QueryCtx, "db">;
type Accounts = readonly Id<"people">[];

/** Delegations and sponsors of one account that are looked at: more than anybody has. */
const TIES_READ = 100;

/** The facts about somebody as a second person for a proposal. */
export async function secondFacts(
  ctx: ReadCtx,
  { proposedById, partyIds, state, expiresAt }: Doc<"proposals">,
  person: Doc<"people">,
  at: number,
): Promise<SecondFacts> {
  const human = humanBehind(person);
  const [own, proposers] = [await accountsOf(ctx, person._id), await accountsOf(ctx, proposedById)];
  const parties = await Promise.all(partyIds.map((id) => humanOf(ctx, id)));
  const eitherWay = async (tie: (one: Accounts, other: Accounts) => Promise<boolean>): Promise<boolean> =>
    (await tie(own, proposers)) || (await tie(proposers, own));
  return {
    state,
    expiresAt,
    isActive: person.status === "active",
    isProposer: own.some((id) => proposers.includes(id)),
    isParty: parties.includes(human),
    isSponsored: await eitherWay((one, other) => isSponsoredBy(ctx, one, other, at)),
    isDelegate: await eitherWay((one, other) => sitsInFor(ctx, one, other, at)),
    isImpersonated: await eitherWay((one, other) => wasUsedBy(ctx, one, other, at)),
    hasUsedParty: await wasUsedBy(ctx, partyIds, own, at),
  };
}

/**
 * Whether somebody was lately invited, promoted or restored by another, stands in for them, or was impersonated by
 * them: their word is not their own.
 */
export async function isTiedTo(
  ctx: ReadCtx,
  personId: Id<"people">,
  otherId: Id<"people">,
  at: number,
): Promise<boolean> {
  const [own, others] = [await accountsOf(ctx, personId), await accountsOf(ctx, otherId)];
  return (
    (await isSponsoredBy(ctx, own, others, at)) ||
    (await sitsInFor(ctx, own, others, at)) ||
    (await wasUsedBy(ctx, own, others, at))
  );
}

async function isSponsoredBy(ctx: ReadCtx, ids: Accounts, sponsors: Accounts, at: number): Promise<boolean> {
  for (const id of ids) {
    const found = await ctx.db
      .query("sponsors")
      .withIndex("by_person", (q) => q.eq("personId", id).gt("at", at - SPONSOR_MS))
      .take(TIES_READ);
    if (found.some(({ sponsorId }) => sponsors.includes(sponsorId))) return true;
  }
  return false;
}

async function sitsInFor(ctx: ReadCtx, ids: Accounts, principals: Accounts, at: number): Promise<boolean> {
  for (const id of ids) {
    const found = await ctx.db
      .query("delegations")
      .withIndex("by_to", (q) => q.eq("toId", id).gt("endsAt", at))
      .take(TIES_READ);
    if (found.some(({ fromId, phase }) => phase !== "over" && principals.includes(fromId))) return true;
  }
  return false;
}

/** Every session since then is looked at: somebody with many could hide one behind others. */
async function wasUsedBy(ctx: ReadCtx, ids: Accounts, users: Accounts, at: number): Promise<boolean> {
  for (const id of ids) {
    const sessions = ctx.db
      .query("impersonationSessions")
      .withIndex("by_target", (q) => q.eq("impersonatingUserId", id).gt("impersonationStartedAt", at - SPONSOR_MS));
    for await (const { realPersonId } of sessions) if (users.includes(realPersonId)) return true;
  }
  return false;
}
