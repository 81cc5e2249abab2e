/**
 * Invitations that take a second person. More than staff for somebody who is invited: they come as staff, and a second
 * person says whether they get it. Many by a file: a second person says yes to exactly those that were shown; then each
 * is invited by a request of their own, as one by one (`process/inviting/inviteFile.ts`).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isElevated, wholeRoles, rolesToGive } from "../../access/rank";
import { ROLES } from "../../access/roles";
import { can } from "../../access/rules";
import { recordEvent } from "../../core/audit/model";
import { humanBehind } from "../../core/people/humans";
import { invitationOf } from "../../core/people/invitations";
import { fullName, personByMailbox } from "../../core/people/model";
import { INVITE_FILE_SUBJECTS } from "../../core/people/rules/inviteFile";
import { snowflakeNameOf } from "../../core/people/rules/inviting";
import { allAreas } from "../../core/people/search";
import type { ProposedChange } from "../../core/proposals/table";
import { notEligible, type Refusal } from "../../lib/pure/refusal";
import { plural } from "../../lib/pure/text";
import { type ChangeKind, rolesLine, rolesWords, shown } from "./steps/change";
import { change, loadPerson, movedOf, sponsor, tellOthers } from "./steps/people";

type InviteMany = Extract<ProposedChange, { kind: "people.invite" }>;
type InviteAs = Extract<ProposedChange, { kind: "person.inviteAs" }>;

/** Always two people, who both hold what they give; what was given otherwise meanwhile, or withdrawn, overtakes it. */
export const invitingAs: ChangeKind<InviteAs> = {
  look: async (ctx, { personId, roles }) => {
    const person = await loadPerson(ctx, personId);
    const next = wholeRoles(roles);
    return shown(person, `Invite ${fullName(person)} as ${rolesWords(next)}`, rolesLine(wholeRoles(), next), true);
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

/** Always two people, whatever the number: one word lets all of them in. */
export const invitingMany: ChangeKind<InviteMany> = {
  look: async (ctx, { people, target }) => {
    const areas = new Map((await allAreas(ctx)).map(({ _id, name }) => [_id, name]));
    const count = plural(people.length, "person", "people");
    const isSnowflake = target === "snowflake";
    return {
      subject: { type: "inviteFile", id: INVITE_FILE_SUBJECTS[target], label: count },
      title: isSnowflake ? `Invite ${count} to Snowflake` : `Invite ${count} as Staff`,
      lines: people.map(({ firstName, lastName, email, businessAreaId }) => ({
        field: `${firstName} ${lastName}`,
        before: "",
        after: [
          email,
          ...(isSnowflake ? [snowflakeNameOf(firstName, lastName)] : []),
          areas.get(businessAreaId) ?? "an area that is gone",
        ].join(", "),
      })),
      // Whoever gets a user by it does not say yes to it; nobody is in the portal yet whom the portal invites.
      partyIds: isSnowflake ? await colleaguesIn(ctx, people) : [],
      needsSecond: true,
    };
  },
  whyNot: async (_ctx, _change, { roles, status, hasChangedInitialPassword }) =>
    can({ roles, status, hasChangedInitialPassword, impersonation: null }, "people.invite")
      ? null
      : notEligible("Only those who invite people confirm this."),
  apply: async (deed, { people, target }, { proposedBy, confirmedBy }) => {
    await deed.ctx.db.insert("inviteFiles", {
      people,
      target,
      invitedById: proposedBy._id,
      ...(confirmedBy && { confirmedById: confirmedBy._id }),
      done: 0,
      skipped: [],
      at: deed.at,
    });
    await recordEvent(deed.ctx, {
      ...deed.by,
      action: "people.fileInvited",
      targets: [],
      context: {
        people: people.length,
        target,
        proposedById: proposedBy._id,
        confirmedById: confirmedBy?._id ?? null,
      },
      occurredAt: deed.at,
    });
  },
};

/** Those in a file who have an account in the portal. */
async function colleaguesIn(ctx: Pick<QueryCtx, "db">, people: InviteMany["people"]): Promise<Id<"people">[]> {
  const found: Id<"people">[] = [];
  for (const { email } of people) {
    const known = await personByMailbox(ctx, email);
    if (known) found.push(known._id);
  }
  return found;
}

function whyNotGive(by: Doc<"people">, person: Doc<"people">, roles: ReturnType<typeof wholeRoles>): Refusal | null {
  if (by.status !== "active") return notEligible("The person who requested this is no longer active.");
  if (humanBehind(by) === humanBehind(person)) return notEligible("Somebody else has to do this: it is about you.");
  if (movedOf(person).isProtected) return notEligible("This account is protected: nobody can change it here.");
  if (person.status !== "invited" && person.status !== "active") return { code: "wrong-state", status: person.status };
  if (isElevated(person.roles)) return notEligible("They already hold roles other than staff.");
  const tooMuch = roles.find((role) => !rolesToGive(by.roles).includes(role));
  return tooMuch === undefined
    ? null
    : notEligible(`Only those who hold it can grant the role ${ROLES[tooMuch].label}.`);
}
