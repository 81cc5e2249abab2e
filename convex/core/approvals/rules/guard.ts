/**
 * The one guard of approvals. Every path that can move an approval asks it: the screen, bulk decisions,
 * delegates, escalated seats, handed-over seats, break-glass, taking back. What it holds:
 *
 *   A1  requester, beneficiary, last editor of the form and whoever impersonated one of them never decide
 *   A2  a human decides once per step, a seat is decided once, and with distinct steps nobody decides twice
 *   A5  only a signed-in, active person with a seat (or break-glass) decides; a link carries nothing
 *   A7  what was decided is never decided again
 *   A8  who is not active has no seat, whatever the rows say
 *   R5  a decision is about the form that was shown
 *
 * A3, A4 and A9 are not decisions of a person: they live where seats are resolved, where timers fire, and
 * where a policy approves.
 */

import type { PersonStatus } from "../../../access/roles";
import type { Refusal } from "../../../lib/pure/refusal";
import { clockUtc } from "../../../lib/pure/time";
import type { ApprovalState, SeatSource, StepState, Verdict } from "../table";
import { COMMENT_MAX_LENGTH } from "./limits";

/** A seat as the guard looks at it. */
export interface SeatView {
  readonly id: string;
  readonly personId: string;
  readonly source: SeatSource;
  readonly fromPersonId?: string;
  readonly activeFrom: number;
  readonly activeTo?: number;
}

/** A decision as the guard looks at it. */
export interface DecisionView {
  readonly decidedById?: string;
  readonly onBehalfOfId?: string;
  /** Who made it, whichever account they used; null for a policy. */
  readonly human: string | null;
  /** The person's name, or the policy's. */
  readonly byName: string;
  readonly verdict: Verdict;
  readonly formHash: string;
  readonly at: number;
}

/** Everything the guard decides on. */
export interface DecideFacts {
  readonly verdict: Verdict;
  readonly comment: string;
  readonly now: number;
  readonly decider: {
    readonly id: string;
    /** Who they are, whichever account they use. */
    readonly human: string;
    readonly status: PersonStatus;
    readonly isSuperAdmin: boolean;
    /** Looks after the approvals of this request. */
    readonly isAdministrator: boolean;
    readonly isImpersonating: boolean;
  };
  readonly approval: { readonly state: ApprovalState; readonly formHash: string };
  readonly request: { readonly formHash: string; readonly hasOpenQuestion: boolean };
  /** The form the decider looked at. */
  readonly shownFormHash: string;
  /** The step they looked at; taking back looks at the whole approval. */
  readonly step: { readonly state: StepState; readonly activatedAt: number };
  readonly conflicts: ReadonlyMap<string, string>;
  /** Who approved an earlier step; empty unless the policy wants distinct people. */
  readonly earlierDeciders: ReadonlySet<string>;
  readonly seats: readonly SeatView[];
  readonly decisions: readonly DecisionView[];
}

/** Why this person may not do this to this approval right now, or null. */
export function whyNotDecide(facts: DecideFacts): Refusal | null {
  return whyNotAct(facts) ?? whyNotNow(facts) ?? whyNotParty(facts) ?? whyNotSeat(facts) ?? whyNotSay(facts);
}

/** The seat a decision is made from: one's own before one held for somebody else. */
export function seatToDecideFrom(
  facts: Pick<DecideFacts, "decider" | "seats" | "decisions" | "step" | "approval" | "now">,
): SeatView | null {
  const own = facts.seats.filter(
    (seat) => seat.personId === facts.decider.id && isHeld(seat, facts.now) && !decisionFor(seat, facts),
  );
  return own.find(({ source }) => source !== "delegation") ?? own[0] ?? null;
}

/** Whose seat it is: a delegate decides from the seat of the person they stand in for. */
export function principalOf(seat: Pick<SeatView, "personId" | "source" | "fromPersonId">): string {
  return seat.source === "delegation" && seat.fromPersonId !== undefined ? seat.fromPersonId : seat.personId;
}

/** Whether a seat counts at a time. */
export function isHeld(seat: Pick<SeatView, "activeFrom" | "activeTo">, now: number): boolean {
  return seat.activeFrom <= now && (seat.activeTo === undefined || now < seat.activeTo);
}

/** A5, A8: somebody who may act at all, as themselves. */
function whyNotAct({ decider, verdict }: DecideFacts): Refusal | null {
  if (decider.isImpersonating) return { code: "not-while-impersonating", capability: "approvals.decide" };
  if (decider.status !== "active") return { code: "not-active", status: decider.status };
  if (verdict === "breakGlass" && !decider.isSuperAdmin)
    return { code: "not-allowed", capability: "approvals.breakGlass" };
  return null;
}

/** A7, R5: still open, and about the form that was shown. */
function whyNotNow(facts: DecideFacts): Refusal | null {
  const { verdict, approval, request, step } = facts;
  if (verdict === "takeBack") {
    if (approval.state !== "Approved") return { code: "wrong-state", status: approval.state };
    return request.formHash === approval.formHash ? null : { code: "form-changed" };
  }
  if (step.state !== "Active" || approval.state !== "Pending") return settledRefusal(facts);
  if (facts.shownFormHash !== approval.formHash || request.formHash !== approval.formHash)
    return { code: "form-changed" };
  if (verdict === "askInfo" && request.hasOpenQuestion) {
    return {
      code: "wrong-state",
      status: "Needs info",
      message: "There is already an open question to the requester.",
    };
  }
  return null;
}

/** A1, and A2 across steps. */
function whyNotParty({ conflicts, earlierDeciders, decider, verdict }: DecideFacts): Refusal | null {
  const conflict = conflicts.get(decider.id);
  if (conflict !== undefined) return { code: "not-eligible", reason: conflict, message: conflictText(conflict) };
  if ((verdict === "approve" || verdict === "breakGlass") && earlierDeciders.has(decider.id)) {
    return {
      code: "not-eligible",
      reason: "Decided an earlier step",
      message: "You decided an earlier step of this request; another person has to decide this one.",
    };
  }
  return null;
}

/** A2, A5: a seat that has not been used. Break-glass needs none; an administrator may take back without one. */
function whyNotSeat(facts: DecideFacts): Refusal | null {
  const { verdict, decider, seats, now } = facts;
  if (verdict === "breakGlass") return null;
  const held = seats.filter((seat) => seat.personId === decider.id && isHeld(seat, now));
  if (verdict === "takeBack") return held.length > 0 || decider.isAdministrator ? null : noSeat();
  const ownDecision = facts.decisions.find((decision) => decision.human === decider.human && isFinal(decision, facts));
  if (ownDecision && verdict !== "askInfo") return alreadyDecided(ownDecision);
  if (held.length === 0) return noSeat();
  if (seatToDecideFrom(facts)) return null;
  const other = held.map((seat) => decisionFor(seat, facts)).find((decision) => decision !== undefined);
  return other ? alreadyDecided(other) : noSeat();
}

/** What has to be said with it. */
function whyNotSay({ verdict, comment }: DecideFacts): Refusal | null {
  if (verdict !== "approve" && comment.trim() === "") return { code: "reason-required" };
  return comment.length > COMMENT_MAX_LENGTH ? { code: "too-long", maxLength: COMMENT_MAX_LENGTH } : null;
}

function decisionFor(
  seat: SeatView,
  facts: Pick<DecideFacts, "decisions" | "step" | "approval">,
): DecisionView | undefined {
  const principal = principalOf(seat);
  return facts.decisions.find(
    (decision) => (decision.onBehalfOfId ?? decision.decidedById) === principal && isFinal(decision, facts),
  );
}

/** About this form, since the step was opened, and more than a question. */
function isFinal(
  { verdict, at, formHash }: DecisionView,
  { step, approval }: Pick<DecideFacts, "step" | "approval">,
): boolean {
  return (
    at >= step.activatedAt &&
    formHash === approval.formHash &&
    (verdict === "approve" || verdict === "reject" || verdict === "breakGlass")
  );
}

/** Who settled the step before, or what became of it. */
function settledRefusal(facts: DecideFacts): Refusal {
  const last = facts.decisions.findLast((decision) => isFinal(decision, facts));
  if (last && facts.step.state !== "Waiting") return alreadyDecided(last);
  return { code: "wrong-state", status: facts.approval.state === "Pending" ? facts.step.state : facts.approval.state };
}

function alreadyDecided({ byName, at, verdict }: DecisionView): Refusal {
  const did = verdict === "reject" ? "rejected" : "approved";
  return { code: "already-decided", by: byName, at, verdict, message: `${byName} ${did} this at ${clockUtc(at)}.` };
}

function noSeat(): Refusal {
  return { code: "not-eligible", reason: "Not an approver", message: "You are not an approver in this step." };
}

const CONFLICT_TEXTS: Readonly<Record<string, string>> = {
  "Made the request": "You made this request, so others decide about it.",
  "The request is for them": "This request is for you, so others decide about it.",
  "Impersonated somebody who is asked to decide":
    "You used the portal as somebody who is asked to decide about this, so others decide.",
  "Was the last to edit the form": "You were the last to edit the form, so others decide about it.",
};

function conflictText(reason: string): string {
  return CONFLICT_TEXTS[reason] ?? "You impersonated somebody this request is about, so others decide about it.";
}
