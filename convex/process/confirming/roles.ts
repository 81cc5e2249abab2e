/** Other roles for somebody, each with or without an end: always two people. */

import { fullName } from "../../core/people/model";
import { keptEnds } from "../../core/people/rules/dates";
import { whyNotRoles, wholeRoles } from "../../core/people/rules/moves";
import type { ProposedChange } from "../../core/proposals/table";
import type { ChangeKind } from "./change";
import { rolesWords, shown } from "./change";
import { change, loadPerson, movedOf, moverOf, otherSuperAdmins, sponsor, tellOthers, tellPerson } from "./people";

type Roles = Extract<ProposedChange, { kind: "person.roles" }>;

/** Always two people, because a role taken away alone is as much as a suspension. */
export const changeOfRoles: ChangeKind<Roles> = {
  look: async (ctx, { personId, roles, ends }) => {
    const person = await loadPerson(ctx, personId);
    const line = {
      field: "Roles",
      before: rolesWords(person.roles, person.roleEnds),
      after: rolesWords(wholeRoles(roles), ends),
    };
    return shown(person, `Change the roles of ${fullName(person)}`, [line], true);
  },
  whyNot: async (ctx, { personId, roles, ends }, by) => {
    const person = await loadPerson(ctx, personId);
    return whyNotRoles({
      by: moverOf(by),
      person: movedOf(person),
      roles: wholeRoles(roles),
      ends,
      known: person,
      now: Date.now(),
      otherSuperAdmins: await otherSuperAdmins(ctx, person),
    });
  },
  apply: async (deed, { personId, roles, ends = [] }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    const next = wholeRoles(roles);
    const roleEnds = keptEnds(ends, person, deed.at);
    const isDated = (person.roleEnds ?? []).length + roleEnds.length > 0;
    await change(deed, person, { roles: next, ...(isDated && { roleEnds }) }, word, "person.rolesChanged");
    if (next.some((role) => !person.roles.includes(role))) await sponsor(deed, personId, word, "promoted");
    const words = rolesWords(next, ends);
    await tellPerson(deed, person, word, { kind: "person.rolesChanged", title: `Your roles are now: ${words}` });
    await tellOthers(deed, person, word, {
      kind: "person.rolesChanged",
      title: `${fullName(person)} now has other roles: ${words}`,
    });
  },
};
