/**
 * A domain of somebody who was moved goes to somebody else. It is a change of that domain like any other, always by two
 * people; who wishes it may be their new manager, who has no other say in the domain.
 */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { can } from "../../access/rules";
import { shapeOf, type WantedDomain, whyNotDomains } from "../../core/domains/saving";
import { humanBehind, isAmong } from "../../core/people/humans";
import { fullName } from "../../core/people/model";
import { latestReviewOf, noteDuty } from "../../core/people/moveReviews";
import { whyNotDecideDuties } from "../../core/people/rules/handing";
import type { ProposedChange } from "../../core/proposals/table";
import { notEligible, type Refusal } from "../../lib/pure/refusal";
import { changeOfDomains } from "./domains/domains";
import { hangingOn } from "./domains/impact";
import { type ChangeKind, whyNotHolds } from "./steps/change";
import { loadPerson } from "./steps/people";
import { isTiedTo } from "./steps/seconds";
import { instead } from "./succeeding/owned";

type ReadCtx = Pick<QueryCtx, "db">;
type HandOn = Extract<ProposedChange, { kind: "domain.handOn" }>;

/** The same domain with somebody else in the place of whoever was moved. */
export const handingOn: ChangeKind<HandOn> = {
  look: async (ctx, wish, by) => {
    const domain = await wantedBy(ctx, wish);
    const to = await loadPerson(ctx, wish.toId);
    const look = await changeOfDomains.look(ctx, { kind: "domains.change", domains: domain ? [domain] : [] }, by);
    return {
      ...look,
      title: `Hand on ${domain?.name ?? "a data domain"} to ${fullName(to)}`,
      partyIds: [...new Set([...look.partyIds, wish.personId, wish.toId, wish.byId])],
      needsSecond: true,
    };
  },
  whyNot: async (ctx, wish, by) => {
    const domain = await wantedBy(ctx, wish);
    const person = await loadPerson(ctx, wish.personId);
    if (!domain) return notEligible(`${fullName(person)} is no longer in charge of it.`);
    if ((await ctx.db.get(wish.domainId))?.updatedAt !== wish.shownAt) return { code: "changed-meanwhile" };
    const to = await loadPerson(ctx, wish.toId);
    if (to.status !== "active") return notEligible(`${fullName(to)} is not active, so they cannot take anything over.`);
    if (humanBehind(to) === humanBehind(person)) return notEligible("It has to be somebody else.");
    // Whoever confirms has to look after all domains; whoever wishes it decides in the review, and takes nothing over.
    if (by._id !== wish.byId) return whyNotHolds(by, "domains.write") ?? (await whyNotHeld(ctx, domain));
    if (humanBehind(to) === humanBehind(by)) return notEligible("You cannot hand it on to yourself.");
    return (await whyNotDecideIn(ctx, person, by)) ?? (await whyNotHeld(ctx, domain));
  },
  hanging: async (ctx, { domainId }) => {
    const row = await ctx.db.get(domainId);
    return row ? await hangingOn(ctx, [row]) : [];
  },
  handsOver: async (ctx, wish) => {
    const [row, domain] = [await ctx.db.get(wish.domainId), await wantedBy(ctx, wish)];
    const gets = (ids: "ownerIds" | "deputyIds") =>
      domain?.[ids].includes(wish.toId) && !row?.[ids].includes(wish.toId);
    return new Map(
      domain && (gets("ownerIds") || gets("deputyIds")) ? [[wish.toId, [`Data domain ${domain.name}`]]] : [],
    );
  },
  apply: async (deed, wish, word) => {
    const domain = await wantedBy(deed.ctx, wish);
    if (!domain) return;
    await changeOfDomains.apply(deed, { kind: "domains.change", domains: [domain] }, word);
    const { domainId, personId, toId, byId } = wish;
    const decision = { kind: "domain" as const, id: domainId, name: domain.name, toId, byId, at: deed.at };
    await noteDuty(deed.ctx, personId, decision);
  },
};

/** Why somebody does not decide about what a person who was moved looks after, or null. */
export async function whyNotDecideIn(
  ctx: ReadCtx,
  person: Doc<"people">,
  by: Doc<"people">,
  now = Date.now(),
): Promise<Refusal | null> {
  const review = await latestReviewOf(ctx, person._id);
  if (!review) return { code: "not-found" };
  const { roles, status, hasChangedInitialPassword } = by;
  return whyNotDecideDuties({
    name: fullName(person),
    isMoved: humanBehind(by) === humanBehind(person),
    isManager: await isAmong(ctx, person.managerId ? [person.managerId] : [], by),
    hasMoved: await isAmong(ctx, review.byIds, by),
    wasManager: await isAmong(ctx, review.managerIds ?? [], by),
    isAdmin: can({ roles, status, hasChangedInitialPassword, impersonation: null }, "people.suspend"),
    isTied: await isTiedTo(ctx, by._id, person._id, now),
    isOver: review.endedAt !== undefined || (review.endsAt !== undefined && review.endsAt <= now),
  });
}

async function wantedBy(ctx: ReadCtx, { domainId, personId, toId }: HandOn): Promise<WantedDomain | null> {
  const row = await ctx.db.get(domainId);
  if (!row || row.status === "archived") return null;
  if (!row.ownerIds.includes(personId) && !row.deputyIds.includes(personId)) return null;
  const ownerIds = instead(row.ownerIds, personId, toId);
  const deputyIds = instead(row.deputyIds, personId, toId).filter((id) => !ownerIds.includes(id));
  const { status: _status, allRoles: _allRoles, ...shape } = shapeOf(row);
  return { ...shape, ownerIds, deputyIds, domainId, opens: false };
}

/** What would be wrong with the domain then, as one sentence: no form is there to say it by field. */
async function whyNotHeld(ctx: ReadCtx, domain: WantedDomain): Promise<Refusal | null> {
  const no = await whyNotDomains(ctx, [domain]);
  if (no?.code !== "invalid-form") return no;
  const [first] = Object.values((no["fields"] ?? {}) as Record<string, string>);
  return notEligible(`${domain.name}: ${first ?? "it cannot be handed on as it is"}`);
}
