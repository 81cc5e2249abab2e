/**
 * What can be proposed, kind by kind. Each says what it would change in the rows as they are now, who may do it, and
 * how it is done; nothing else carries it out. A new kind is a line here and one in the table.
 */

import type { ProposalKind, ProposedChange } from "../../core/proposals/table";
import { changeOfAreas, mergeOfAreas, mergeUndone } from "./areas";
import { settingOfOption } from "./config";
import { changeOfDates } from "./dates";
import { changeOfDomains, stateOfDomain } from "./domains/domains";
import { correctingEmail } from "./emails/emails";
import { handingOn } from "./handingOn";
import { invitingAs, invitingMany } from "./inviting";
import { moving } from "./moving";
import { removing } from "./removing";
import { removingAfterReview } from "./reviews/removals";
import { changeOfRoles } from "./roles";
import type { ChangeKind } from "./steps/change";
import { restoring, suspending } from "./suspending";

const KINDS: { readonly [Kind in ProposalKind]: ChangeKind<Extract<ProposedChange, { kind: Kind }>> } = {
  "person.suspend": suspending,
  "person.restore": restoring,
  "person.roles": changeOfRoles,
  "person.dates": changeOfDates,
  "person.email": correctingEmail,
  "person.move": moving,
  "person.inviteAs": invitingAs,
  "people.invite": invitingMany,
  "areas.change": changeOfAreas,
  "area.merge": mergeOfAreas,
  "area.unmerge": mergeUndone,
  "domains.change": changeOfDomains,
  "domain.state": stateOfDomain,
  "domain.handOn": handingOn,
  "config.set": settingOfOption,
  "person.remove": removing,
  "review.remove": removingAfterReview,
};

/** The kind of a change. */
export function kindOf<Change extends ProposedChange>({ kind }: Change): ChangeKind<ProposedChange> {
  // Each kind is only ever asked about changes of its own: the table's key says which.
  return KINDS[kind] as unknown as ChangeKind<ProposedChange>;
}
