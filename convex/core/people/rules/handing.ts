/** Who decides what becomes of what somebody looks after, once they were moved. */

import { notEligible, type Refusal } from "../../../lib/pure/refusal";

/** What is between whoever would decide and whoever was moved. */
export interface DutyFacts {
  readonly name: string;
  /** By whatever account. */
  readonly isMoved: boolean;
  /** Whether it was their word that moved them. */
  readonly hasMoved: boolean;
  readonly isManager: boolean;
  readonly wasManager: boolean;
  /** Whether they look after people. */
  readonly isAdmin: boolean;
  /** Whether whoever was moved invited, promoted, restored or impersonated them lately, or they stand in for them. */
  readonly isTied: boolean;
  readonly isOver: boolean;
}

/** Why whoever moved somebody does not decide what becomes of what they have. */
export function notByMover(name: string): string {
  return `You moved ${name}. Somebody else has to decide about what they have.`;
}

/** Why somebody does not decide about it, or null: the new manager does, and those who look after people. */
export function whyNotDecideDuties({ name, ...facts }: DutyFacts): Refusal | null {
  if (facts.isMoved) return notEligible("Somebody else has to decide about what you look after.");
  if (facts.hasMoved) return notEligible(notByMover(name));
  if (facts.wasManager && !facts.isManager)
    return notEligible(`You managed ${name} before. Their manager now decides, or another admin.`);
  if (!facts.isManager && !facts.isAdmin) return notEligible(`The manager of ${name} decides, or an admin.`);
  if (facts.isTied)
    return notEligible(`You stand in for ${name}, or they brought you in lately. Somebody else has to decide.`);
  return facts.isOver ? { code: "too-late", message: "The review is over, so nothing can be changed." } : null;
}
