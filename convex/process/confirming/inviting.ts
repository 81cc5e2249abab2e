/** More than staff for somebody who is invited: they come as staff, and a second person says whether they get it. */

import type { Doc } from "../../_generated/dataModel";
import { ROLES } from "../../access/roles";
import { humanBehind } from "../../core/people/humans";
import { invitationOf } from "../../core/people/invitations";
import { fullName } from "../../core/people/model";
import { rolesToGive } from "../../core/people/rules/inviting";
import { isElevated, wholeRoles } from "../../core/people/rules/moves";
import type { ProposedChange } from "../../core/proposals/table";
import type { Refusal } from "../../lib/pure/refusal";
import type { ChangeKind } from "./change";
import { rolesLine, rolesWords, shown } from "./change";
import { change, loadPerson, movedOf, sponsor, tellOthers } from "./people";

type InviteAs = Extract<ProposedChange, { kind: "person.inviteAs" }>;

/** Always two people, who both hold what they give; what was given otherwise meanwhile, or withdrawn, overtakes it. */
export const invitingAs: ChangeKind<InviteAs> = {
  look: async (ctx, { personId, roles }) => {
    const person = await loadPerson(ctx, personId);
    const next = wholeRoles(roles);
    return shown(person, `Invite ${fullName(person)} as ${rolesWords(next)}`, rolesLine(["staff"], next), true);
  },
  whyNot: async (ctx, { personId, roles }, by) => {
    const person = await loadPerson(ctx, personId);
    const invitation = await invitationOf(ctx, personId);
    const isPending = invitation?.state === "open" || invitation?.state === "accepted";
    if (!isPending) return { code: "wrong-state", status: person.status };
    return whyNotGive(by, person, wholeRoles(roles));
  },
  apply: async (deed, { personId, roles }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    const next = wholeRoles(roles);
    await change(deed, person, { roles: next }, word, "person.rolesChanged");
    await sponsor(deed, personId, word, "invited");
    await tellOthers(deed, person, word, {
      kind: "person.rolesChanged",
      title: `${fullName(person)} was invited as ${rolesWords(next)}`,
    });
  },
};

function whyNotGive(by: Doc<"people">, person: Doc<"people">, roles: ReturnType<typeof wholeRoles>): Refusal | null {
  if (by.status !== "active") return notEligible("Whoever asked for this is no longer active.");
  if (humanBehind(by) === humanBehind(person)) return notEligible("Somebody else has to do this: it is about you.");
  if (movedOf(person).isProtected) return notEligible("This account is protected: nobody can change it here.");
  if (person.status !== "invited" && person.status !== "active") return { code: "wrong-state", status: person.status };
  if (isElevated(person.roles)) return notEligible("They hold other roles than staff already.");
  const tooMuch = roles.find((role) => !rolesToGive(by.roles).includes(role));
  return tooMuch === undefined ? null : notEligible(`Only those who hold it give the role ${ROLES[tooMuch].label}.`);
}

function notEligible(message: string): Refusal {
  return { code: "not-eligible", message };
}
