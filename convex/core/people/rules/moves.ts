/**
 * Suspending, restoring and giving other roles: one rule for each, whichever door it comes by, and which of it needs a
 * second person. Everything above staff does: whoever could be put away or raised by one person alone could be by
 * whoever took over that one.
 */

import { actsUpTo, isSuperAdmin, reaches } from "../../../access/rank";
import type { PersonStatus, RoleName } from "../../../access/roles";
import { rolesHold } from "../../../access/rules";
import { notEligible, type Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { areSameEnds, type KnownTerms, whyNotRoleEnds, type WishedEnd } from "./dates";

/** Whoever acts, as far as the rules look at them. One human has one mailbox, whatever accounts they have. */
export interface Mover {
  readonly human: string;
  readonly roles: readonly RoleName[];
  readonly status: PersonStatus;
}

/** Whoever it is about. */
export interface Moved extends Mover {
  readonly name: string;
  readonly isProtected: boolean;
}

/** What suspending looks at beyond the two people. */
export interface SuspendFacts {
  readonly by: Mover;
  readonly person: Moved;
  /** Active super admins beside this person, as humans. */
  readonly otherSuperAdmins: number;
  /** Whether they are asked to decide about something the one who acts asked for or gets. */
  readonly decidesAboutMover: boolean;
  /** People the one who acts suspended in the last hour, or whose last day they set. */
  readonly suspendedLately: number;
  /** How many that may be: whoever took over one account puts no more away. */
  readonly maySuspend: number;
}

/** Why no more people are put away by this one for now, or null. */
function whyNotMore({
  suspendedLately,
  maySuspend,
}: Pick<SuspendFacts, "suspendedLately" | "maySuspend">): Refusal | null {
  return suspendedLately < maySuspend
    ? null
    : {
        code: "rate-limited",
        message: `You can suspend ${plural(maySuspend, "person", "people")} an hour. Try again later.`,
      };
}

/** Why nothing may be done that leaves the portal without a super admin, or null (U2). */
export function whyNotLast(
  { name, roles }: Pick<Moved, "name" | "roles">,
  { otherSuperAdmins }: { readonly otherSuperAdmins: number },
): Refusal | null {
  return isSuperAdmin(roles) && otherSuperAdmins < 1
    ? notEligible(`${name} is the last active super admin. Make somebody else one first.`)
    : null;
}

/** Why this person cannot be suspended by this one, or null (U1, U2, U3). */
export function whyNotSuspend(facts: SuspendFacts): Refusal | null {
  const { by, person, decidesAboutMover } = facts;
  const no = whyNotMove(by, person) ?? whyNotReach(by, person);
  if (no) return no;
  if (person.status !== "active") return { code: "wrong-state", status: person.status };
  const whyNot = whyNotLast(person, facts);
  if (whyNot) return whyNot;
  return decidesAboutMover
    ? notEligible(`${person.name} is asked to decide about a request of yours. Somebody else has to suspend them.`)
    : whyNotMore(facts);
}

/** What restoring looks at beyond the two people. */
export interface RestoreFacts {
  readonly by: Mover;
  readonly person: Moved;
  /** Whether what they held is still being handed on. */
  readonly isHandingOn: boolean;
  /** Whether the mailbox is somebody else's now. */
  readonly isMailboxTaken: boolean;
  /** Whether somebody who was removed is so for too long. */
  readonly isTooLate: boolean;
}

/** Why this person cannot be let in again by this one, or null. They come back as staff, whatever they were. */
export function whyNotRestore({ by, person, isHandingOn, isMailboxTaken, isTooLate }: RestoreFacts): Refusal | null {
  const no = whyNotMove(by, person) ?? whyNotReach(by, person);
  if (no) return no;
  if (person.status === "removed") {
    if (!isSuperAdmin(by.roles)) return notEligible("Only a super admin can bring back somebody who was removed.");
    if (isTooLate) return { code: "too-late", message: "The time in which they could be restored is over." };
  } else if (person.status !== "suspended") return { code: "wrong-state", status: person.status };
  if (isMailboxTaken) return notEligible("Somebody else has this mailbox now.");
  return isHandingOn
    ? { code: "too-early", message: "Their work is still being handed over. Try again in a minute." }
    : null;
}

/** What a change of roles looks at. */
export interface RolesFacts {
  readonly by: Mover;
  readonly person: Moved;
  readonly roles: readonly RoleName[];
  /** The ends of these roles, those they have now, and the time. */
  readonly ends?: readonly WishedEnd[];
  readonly known?: KnownTerms;
  readonly now?: number;
  /** For how many days in all a role with an end can be held. */
  readonly termDays: number;
  readonly otherSuperAdmins: number;
}

/** Why this person cannot have these roles from this one, or null: super admins give roles, to others (U1, U2, U3). */
export function whyNotRoles(facts: RolesFacts): Refusal | null {
  const { by, person, roles, ends = [], known = {}, now = 0, termDays } = facts;
  const no = whyNotMove(by, person);
  if (no) return no;
  if (!rolesHold(by.roles, "people.changeRoles")) return { code: "not-allowed", capability: "people.changeRoles" };
  if (person.status !== "active") return { code: "wrong-state", status: person.status };
  const isSame = roles.length === person.roles.length && roles.every((role) => person.roles.includes(role));
  if (isSame && areSameEnds(ends, known.roleEnds ?? []))
    return { code: "invalid-input", message: "They already have these roles." };
  const whyNotEnds = whyNotRoleEnds(roles, ends, known, { now, termDays });
  if (whyNotEnds) return whyNotEnds;
  const isKept = isSuperAdmin(roles) && !isSuperAdmin(ends.map(({ role }) => role));
  return isKept ? null : whyNotLast(person, facts);
}

/** What setting the day somebody leaves looks at, beyond what suspending does. */
export interface DatesFacts extends SuspendFacts {
  readonly isEndSet: boolean;
}

/** Why this one may not set the dates of this person, or null: who sets a last day suspends, only later. */
export function whyNotSetDates(facts: DatesFacts): Refusal | null {
  const { by, person, isEndSet, decidesAboutMover } = facts;
  const no = whyNotMove(by, person) ?? whyNotReach(by, person);
  if (no || !isEndSet) return no;
  const whyNot = whyNotLast(person, facts);
  if (whyNot) return whyNot;
  return decidesAboutMover
    ? notEligible(`${person.name} is asked to decide about a request of yours. Somebody else has to do this.`)
    : whyNotMore(facts);
}

/** Why somebody's name cannot be corrected by this one, or null: nobody corrects their own here, nor above themselves. */
export function whyNotCorrectName(by: Mover, person: Moved): Refusal | null {
  return whyNotMove(by, person) ?? whyNotReach(by, person);
}

/**
 * Why this person cannot be helped to sign in by this one, with a link to a new password or by forgetting wrong ones; null
 * where they can: it is for whoever may sign in, from others.
 */
export function whyNotSendLink(by: Mover, person: Moved): Refusal | null {
  const no = whyNotMove(by, person) ?? whyNotReach(by, person);
  if (no) return no;
  return person.status === "active" ? null : { code: "wrong-state", status: person.status };
}

/** Why this one cannot sign this person out everywhere, or null: one's own sessions are ended in the profile. */
export function whyNotEndSessions(by: Mover, person: Moved): Refusal | null {
  return whyNotSendLink(by, person);
}

/** What holds for every move: the mover is there, it is not about themselves, and no account the portal hangs on. */
export function whyNotMove(by: Mover, person: Moved): Refusal | null {
  if (by.status !== "active") return notEligible("The person who requested this is no longer active.");
  if (by.human === person.human) return notEligible("Somebody else has to do this: it is about you.");
  return person.isProtected
    ? notEligible("This account is protected: the portal's settings name it, and nobody can change it here.")
    : null;
}

/** Nobody reaches above themselves: admins reach staff, governance everybody but super admins. */
export function whyNotReach(by: Mover, person: Moved): Refusal | null {
  const highest = actsUpTo(by.roles);
  if (highest === null) return { code: "not-allowed", capability: "people.suspend" };
  if (reaches(by.roles, person.roles)) return null;
  return highest === "common"
    ? notEligible(`${person.name} holds more than staff. Governance or a super admin has to do this.`)
    : notEligible("Only a super admin can do this to a super admin.");
}
