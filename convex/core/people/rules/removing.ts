/**
 * Removing somebody from the portal, and naming their user in Snowflake: two systems, two actions. One rule for each,
 * and the words of the forms.
 */

import { rolesHold } from "../../../access/rules";
import { notEligible, type Refusal } from "../../../lib/pure/refusal";
import { DAY_MS } from "../../../lib/pure/time";
import { type Moved, type Mover, whyNotLast, whyNotMove, whyNotReach } from "./moves";

/**
 * How long the accounts of somebody who was removed are kept, disabled: the requests that carry a removal out delete
 * them after as many days, and each keeps the version it was sent with. Nobody is brought back or invited anew around that.
 */
export const KEPT_MS = 30 * DAY_MS;

const USERNAME_MAX_LENGTH = 255;
const USERNAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The first message for the name of a Snowflake user, or null. */
export function whyNotUsername(text: string): string | null {
  const name = text.trim();
  if (name === "") return "Username is required";
  if (name.length > USERNAME_MAX_LENGTH) return "Username must be less than 255 characters";
  if (/^[^A-Za-z_]/.test(name)) return "Username must start with a letter or underscore";
  return USERNAME.test(name) ? null : "Username can only contain letters, digits, and underscores";
}

/** What stands above the form that deletes a user by that name: what is wrong with it as a whole, or null. */
export function whyNotDelete(text: string): string | null {
  if (text.trim() === "") return "Please select a user to delete";
  return whyNotUsername(text) === null ? null : "Invalid username format";
}

/** What removing looks at. */
export interface RemoveFacts {
  readonly by: Mover;
  readonly person: Moved;
  readonly otherSuperAdmins: number;
  /** Whether they are asked to decide about something the one who acts asked for or gets. */
  readonly decidesAboutMover: boolean;
}

/** Why this person cannot be removed by this one, or null (U1, U2, U3). */
export function whyNotRemove(facts: RemoveFacts): Refusal | null {
  const { by, person } = facts;
  if (person.isProtected) return notEligible("Cannot remove protected system users");
  const no = whyNotMove(by, person);
  if (no) return no;
  if (!rolesHold(by.roles, "people.remove")) return { code: "not-allowed", capability: "people.remove" };
  const tooHigh = whyNotReach(by, person);
  if (tooHigh) return tooHigh;
  if (person.status !== "active" && person.status !== "suspended")
    return { code: "wrong-state", status: person.status };
  const whyNot = whyNotLast(person, facts);
  if (whyNot) return whyNot;
  return facts.decidesAboutMover
    ? notEligible(`${person.name} is asked to decide about a request of yours. Somebody else has to remove them.`)
    : null;
}

/** Until when the accounts of somebody who was removed are kept; null once that is over. */
export function keptUntil(removedAt: number | undefined, now: number): number | null {
  return removedAt !== undefined && now - removedAt < KEPT_MS ? removedAt + KEPT_MS : null;
}
