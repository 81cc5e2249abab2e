/** Other roles for somebody, each with or without an end: always two people. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { wholeRoles } from "../../access/rank";
import type { RoleName } from "../../access/roles";
import { targetKey } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { fullName } from "../../core/people/model";
import { keptEnds } from "../../core/people/rules/dates";
import { whyNotRoles } from "../../core/people/rules/moves";
import type { RoleEnd } from "../../core/people/table";
import type { ProposedChange } from "../../core/proposals/table";
import { type ChangeKind, rolesWords, shown } from "./steps/change";
import {
  change,
  loadPerson,
  movedOf,
  moverOf,
  otherSuperAdmins,
  sponsor,
  tellOthers,
  tellPerson,
} from "./steps/people";

/** Events about one person that are looked through for when a role was granted. */
const LOOKED_BACK = 500;

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
      termDays: await configured(ctx, "people.roleTermDays"),
      otherSuperAdmins: await otherSuperAdmins(ctx, person),
    });
  },
  apply: async (deed, { personId, roles, ends = [] }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    const next = wholeRoles(roles);
    const roleEnds: RoleEnd[] = [];
    const termDays = await configured(deed.ctx, "people.roleTermDays");
    for (const end of keptEnds(ends, person, { now: deed.at, termDays })) {
      const grantedAt = person.roles.includes(end.role) ? await grantedAtOf(deed.ctx, person, end.role) : deed.at;
      roleEnds.push({ ...end, ...(grantedAt !== undefined && { grantedAt }) });
    }
    const isDated = (person.roleEnds ?? []).length + roleEnds.length > 0;
    await change(deed, person, { roles: next, ...(isDated && { roleEnds }) }, word, "person.rolesChanged");
    if (next.some((role) => !person.roles.includes(role))) await sponsor(deed, personId, word, "promoted");
    const words = rolesWords(next, ends);
    await tellPerson(deed, person, word, { kind: "person.rolesChanged", title: `Your roles are now: ${words}` });
    await tellOthers(deed, person, word, {
      kind: "person.rolesChanged",
      title: `${fullName(person)} has new roles: ${words}`,
    });
  },
};

/** When somebody was granted a role they hold, as far as its end or the audit trail says so. */
async function grantedAtOf(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  role: RoleName,
): Promise<number | undefined> {
  const known = person.roleEnds?.find((end) => end.role === role)?.grantedAt;
  if (known !== undefined) return known;
  const history = await ctx.db
    .query("auditTargets")
    .withIndex("by_key", (q) => q.eq("key", targetKey({ type: "person", id: person._id })))
    .order("desc")
    .take(LOOKED_BACK);
  for (const { eventId } of history) {
    const event = await ctx.db.get(eventId);
    const change = event?.changes.find(({ field }) => field === "roles");
    if (event && holds(change?.after, role) && !holds(change?.before, role)) return event.occurredAt;
  }
  return undefined;
}

function holds(roles: unknown, role: RoleName): boolean {
  return Array.isArray(roles) && roles.includes(role);
}
