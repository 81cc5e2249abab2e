/**
 * The second person: who counts as one, and what becomes of a proposal. Two people are two humans who are not each
 * other's making: whoever lets somebody in, raises them or acts as them could be both.
 */

import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS } from "../../lib/pure/time";
import type { ProposalState } from "./table";

/** With fewer active super admins two people would mean standstill. */
export const ENOUGH_SUPER_ADMINS = 3;
/** How long somebody stays the making of whoever invited, promoted, restored or impersonated them. */
export const SPONSOR_MS = 30 * DAY_MS;
/** Proposals one person may have open. */
export const MAX_OPEN_PROPOSALS = 20;
export const REASON_MAX_LENGTH = 500;
/** What a file of business areas is about: one waits at a time. */
export const AREA_FILE_SUBJECT = "area-file";
/** And what a file of data domains is about. */
export const DOMAIN_FILE_SUBJECT = "domain-file";

/**
 * When a change takes effect without a second person, or null where there are enough to ask one. Nobody is there to
 * confirm it, so it waits this long while everybody can stop it.
 */
export function appliesAtOf(activeSuperAdmins: number, at: number, waitMs: number): number | null {
  return activeSuperAdmins < ENOUGH_SUPER_ADMINS ? at + waitMs : null;
}

/** What ties the proposer and whoever would confirm to each other. */
export interface SecondFacts {
  readonly state: ProposalState;
  readonly expiresAt: number;
  readonly isActive: boolean;
  /** The same human, by whichever account. */
  readonly isProposer: boolean;
  /** One of those it is about, by whichever account. */
  readonly isParty: boolean;
  /** One of the two invited, promoted or restored the other lately. */
  readonly isSponsored: boolean;
  /** One of the two stands in for the other. */
  readonly isDelegate: boolean;
  /** One of the two used the portal as the other lately. */
  readonly isImpersonated: boolean;
  /** They used the portal lately as one of those it is about. */
  readonly hasUsedParty: boolean;
}

/** Why somebody is no second person for a proposal, or null. */
export function whyNotSecond(facts: SecondFacts, now: number): Refusal | null {
  const over = whyNotOpen(facts, now);
  if (over) return over;
  if (!facts.isActive) return no("You are not active.");
  if (facts.isProposer) return no("You proposed this. Somebody else has to confirm it.");
  if (facts.isParty) return no("This is about you. Somebody else has to confirm it.");
  if (facts.isSponsored)
    return no("One of you invited, promoted or restored the other in the last 30 days. Somebody else has to confirm.");
  if (facts.isDelegate) return no("One of you stands in for the other. Somebody else has to confirm it.");
  if (facts.hasUsedParty)
    return no("You used the portal as somebody this is about in the last 30 days. Somebody else has to confirm it.");
  return facts.isImpersonated
    ? no("One of you used the portal as the other in the last 30 days. Somebody else has to confirm it.")
    : null;
}

/** Why somebody cannot refuse a proposal, or null: whom it is about does not decide, and the proposer withdraws. */
export function whyNotRefuse(facts: SecondFacts, now: number): Refusal | null {
  const over = whyNotOpen(facts, now);
  if (over) return over;
  if (facts.isProposer) return no("You proposed this. Withdraw it instead.");
  return facts.isParty ? no("This is about you. Somebody else has to refuse it.") : null;
}

/** Why a change that would take effect without a second person cannot be stopped, or null: any admin may. */
export function whyNotStop(
  proposal: { readonly state: ProposalState; readonly expiresAt: number; readonly appliesAt?: number },
  now: number,
): Refusal | null {
  const over = whyNotOpen(proposal, now);
  if (over) return over;
  return proposal.appliesAt === undefined
    ? no("A second person decides about this. It does not take effect alone.")
    : null;
}

/** Why a successor cannot say yes or no to what they are named for, or null: until it has ended they can think again. */
export function whyNotAccept(
  proposal: { readonly state: ProposalState; readonly expiresAt: number; readonly hasAccepted: boolean },
  now: number,
): Refusal | null {
  const over = whyNotOpen(proposal, now);
  if (over) return over;
  return proposal.hasAccepted ? { code: "duplicate", message: "You have already agreed to take over." } : null;
}

/** Why nothing can be done about a proposal any more, or null; its own time says so before anybody noted it. */
function whyNotOpen(
  { state, expiresAt }: { readonly state: ProposalState; readonly expiresAt: number },
  now: number,
): Refusal | null {
  if (state !== "open") return { code: "wrong-state", status: state };
  return now >= expiresAt ? { code: "wrong-state", status: "expired" } : null;
}

/** Why a reason cannot be taken, or null. */
export function whyNotProposalReason(reason: string): Refusal | null {
  if (reason.trim() === "") return { code: "reason-required" };
  return reason.length > REASON_MAX_LENGTH ? { code: "too-long", maxLength: REASON_MAX_LENGTH } : null;
}

function no(message: string): Refusal {
  return { code: "not-eligible", message };
}
