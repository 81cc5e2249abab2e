/** Who comes in: invitations, suspended people and first passwords. */

import type { Refusal } from "../lib/pure/refusal";
import { dateUtc, DAY_MS } from "../lib/pure/time";
import type { PersonStatus, RoleName } from "./roles";

/** How long an invitation waits for its person. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;

/** What of a person goes by dates that were written down before. */
export interface Dated {
  readonly status: PersonStatus;
  readonly roles: readonly RoleName[];
  readonly roleEnds?: readonly { readonly role: RoleName; readonly endsAt: number }[];
  readonly startsAt?: number;
  readonly endsAt?: number;
}

/** A person as of a moment: what has ended by then counts no longer, whether or not the clock has noted it. */
export function personAsOf<Person extends Dated>(person: Person, now: number): Person {
  const ended = (person.roleEnds ?? []).filter(({ endsAt }) => endsAt <= now).map(({ role }) => role);
  const isOver = person.status === "active" && person.endsAt !== undefined && person.endsAt <= now;
  if (ended.length === 0 && !isOver) return person;
  return {
    ...person,
    roles: person.roles.filter((role) => !ended.includes(role)),
    status: isOver ? ("suspended" as const) : person.status,
  };
}

/** Why somebody whose first day has not come uses nothing yet, or null. */
export function whyNotBegun({ startsAt }: { readonly startsAt?: number }, now: number): Refusal | null {
  if (startsAt === undefined || startsAt <= now) return null;
  return { code: "too-early", message: `Your account opens on ${dateUtc(startsAt)}.` };
}

/**
 * Why a sign-in of this person is not taken up, or null: those who are in, whose invitation stands, or who have none
 * any more come in.
 */
export function whyNotSignIn(
  {
    status,
    invitedAt,
    startsAt,
    endsAt,
  }: {
    readonly status: PersonStatus;
    readonly invitedAt?: number;
    readonly startsAt?: number;
    readonly endsAt?: number;
  },
  now: number,
): Refusal | null {
  if (endsAt !== undefined && endsAt <= now) return { code: "not-active", status: "suspended" };
  if (status === "active") return whyNotBegun({ startsAt }, now);
  // A withdrawn invitation promises nothing any more, and takes nothing: its address signs up like any other.
  if (status === "revoked") return null;
  // Nobody has to have noted that an invitation ran out: its own time says so.
  const isOver = invitedAt !== undefined && now - invitedAt >= INVITATION_LIFETIME_MS;
  if (status === "invited") return isOver ? { code: "not-active", status: "expired" } : null;
  return { code: "not-active", status };
}

/** Why this person may not use the portal at all right now, or null. */
export function whyNotEnter(viewer: {
  readonly status: PersonStatus;
  readonly hasChangedInitialPassword: boolean;
}): Refusal | null {
  if (viewer.status !== "active") return { code: "not-active", status: viewer.status };
  if (!viewer.hasChangedInitialPassword) return { code: "password-change-required" };
  return null;
}
