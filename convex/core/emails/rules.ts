/** Decisions about correcting somebody else's address: to which one, by whom, and how long it can still be stopped. */

import { COMMON_ROLE } from "../../access/roles";
import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS } from "../../lib/pure/time";
import { whyNotInviteEmail } from "../people/rules/inviting";
import { type Moved, type Mover, whyNotSendLink } from "../people/rules/moves";

/** How long the link works that is mailed to the new address. */
export const CORRECTION_LINK_MS = 7 * DAY_MS;

/** Why somebody's address cannot be corrected by this one, or null: never one's own here, nor above themselves. */
export function whyNotCorrectEmail(by: Mover, person: Moved): Refusal | null {
  return whyNotSendLink(by, person);
}

/** Why no other correction can begin, or null: of the one that runs its mailboxes were told. */
export function whyNotBesideCorrection(running: object | null): Refusal | null {
  return running && { code: "duplicate", message: "Their address is being corrected. Stop that first." };
}

/** Why this cannot be the corrected address, or null: it is the company's, and another one. */
export function whyNotCorrectedTo(email: string, current: string, companyDomain: string): Refusal | null {
  const message =
    email === current
      ? "This is already their address."
      : whyNotInviteEmail(email, COMMON_ROLE, { domain: companyDomain, testAddresses: [] });
  return message === null ? null : { code: "invalid-input", message };
}
