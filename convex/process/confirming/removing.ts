/**
 * Removing somebody from the portal: their sessions end, and what they own goes to a successor. Whoever holds more than
 * staff, or leaves something to the one who removes them, takes two people.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { inCharge } from "../../core/areas/model";
import { recordEvent } from "../../core/audit/model";
import { changedFields } from "../../core/audit/rules";
import { allDomains } from "../../core/domains/model";
import { type DutyChange, tellDuties } from "../../core/people/duties";
import { noteDutyChange } from "../../core/people/dutyChanges";
import { humanBehind } from "../../core/people/humans";
import { fullName } from "../../core/people/model";
import { noteRemoved } from "../../core/people/removals";
import { isElevated } from "../../core/people/rules/moves";
import { whyNotRemove } from "../../core/people/rules/removing";
import { allAreas } from "../../core/people/search";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import { answeredForBy, updateServiceUser } from "../../core/serviceUsers/model";
import { type ChangeKind, type Deed, type Word, wordOf, rolesLine, shown } from "./change";
import {
  change,
  decidesAbout,
  decidesBeside,
  loadPerson,
  movedOf,
  moverOf,
  otherSuperAdmins,
  tellOthers,
} from "./people";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Id<"people">;
type Remove = Extract<ProposedChange, { kind: "person.remove" }>;

/** What somebody owns goes to one successor; the hash of what was shown names all of it. */
export const removing: ChangeKind<Remove> = {
  look: async (ctx, { personId, successorId }, by) => {
    const person = await loadPerson(ctx, personId);
    const successor = await loadPerson(ctx, successorId);
    const isOwnSuccessor = humanBehind(successor) === humanBehind(by);
    const { areas, domains } = await ownedBy(ctx, personId);
    // Who owns an area or a domain is changed by two people, by this door, too.
    const movesDuties = areas.length + domains.length > 0;
    const needsSecond =
      isElevated(person.roles) || isOwnSuccessor || movesDuties || (await decidesBeside(ctx, person, by));
    const status = { field: "Status", before: person.status === "active" ? "Active" : "Suspended", after: "Removed" };
    const lines = [status, ...rolesLine(person.roles, ["staff"]), ...(await handedOn(ctx, personId, successor))];
    const look = shown(person, `Remove ${fullName(person)}`, lines, needsSecond);
    return { ...look, partyIds: [personId, successorId] };
  },
  whyNot: async (ctx, { personId, successorId }, by) => {
    const person = await loadPerson(ctx, personId);
    const successor = await loadPerson(ctx, successorId);
    return whyNotRemove({
      by: moverOf(by),
      person: movedOf(person),
      successor: { ...moverOf(successor), name: fullName(successor) },
      otherSuperAdmins: await otherSuperAdmins(ctx, person),
      decidesAboutMover: await decidesAbout(ctx, person, by),
    });
  },
  apply: async (deed, { personId, successorId }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    await handOn(deed, personId, successorId, word);
    const changes = { status: "removed" as const, roles: ["staff" as const], removedAt: deed.at };
    await change(deed, person, changes, word, "person.removed");
    const { _id: byId } = word.proposedBy;
    const said = { byId, confirmedById: word.confirmedBy?._id, reason: word.reason, at: deed.at };
    await noteRemoved(deed.ctx, { personId, successorId, ...said });
    await tellOthers(deed, person, word, { kind: "person.suspended", title: `${fullName(person)} was removed` });
  },
};

/** What is in somebody's name: areas and domains they are in charge of, service users they own or are deputy of. */
export async function ownedBy(ctx: ReadCtx, personId: PersonId) {
  const areas = (await allAreas(ctx)).filter((area) => inCharge(area).includes(personId));
  const domains = (await allDomains(ctx)).filter(
    ({ ownerIds, deputyIds }) => ownerIds.includes(personId) || deputyIds.includes(personId),
  );
  return { areas, domains, ...(await answeredForBy(ctx, personId)) };
}

async function handedOn(ctx: ReadCtx, personId: PersonId, successor: Doc<"people">): Promise<ProposedLine[]> {
  const { areas, domains, owned: programs, deputised } = await ownedBy(ctx, personId);
  const name = fullName(successor);
  const line = (field: string, names: readonly string[]): ProposedLine[] => [
    { field, before: names.length > 0 ? names.join(", ") : "None", after: names.length > 0 ? name : "None" },
  ];
  return [
    ...line(
      "Business areas",
      areas.map((area) => area.name),
    ),
    ...line(
      "Data domains",
      domains.map((domain) => domain.name),
    ),
    ...line(
      "Service users",
      [...programs, ...deputised].map((user) => user.name),
    ),
  ];
}

/** One owner or deputy goes, the other comes; nobody is both. */
export function instead(ids: readonly PersonId[], personId: PersonId, successorId: PersonId): PersonId[] {
  return [...new Set(ids.map((id) => (id === personId ? successorId : id)))];
}

async function handOn(deed: Deed, personId: PersonId, successorId: PersonId, word: Word): Promise<void> {
  const { ctx, at, by } = deed;
  const { areas, domains, owned: programs, deputised } = await ownedBy(ctx, personId);
  const byIds = wordOf(word).ids;
  const duties: DutyChange[] = [];
  for (const area of areas) {
    const changes = succeeded(area, personId, successorId);
    await ctx.db.patch(area._id, { ...changes, updatedAt: at });
    await recordEvent(ctx, {
      ...by,
      action: "area.changed",
      targets: [{ type: "area", id: area._id, label: area.name }],
      changes: changedFields({ ...area }, changes),
      occurredAt: at,
    });
    await noteDutyChange(ctx, { areaId: area._id }, byIds, at);
    duties.push({ what: area.name, before: inCharge(area), after: inCharge(changes) });
  }
  for (const domain of domains) {
    const ownerIds = instead(domain.ownerIds, personId, successorId);
    const deputyIds = instead(domain.deputyIds, personId, successorId).filter((id) => !ownerIds.includes(id));
    await ctx.db.patch(domain._id, { ownerIds, deputyIds, updatedAt: at });
    await recordEvent(ctx, {
      ...by,
      action: "domain.changed",
      targets: [{ type: "domain", id: domain._id, label: domain.name }],
      changes: changedFields({ ...domain }, { ownerIds, deputyIds }),
      occurredAt: at,
    });
    await noteDutyChange(ctx, { domainKey: domain.key }, byIds, at);
    const before = [...domain.ownerIds, ...domain.deputyIds];
    duties.push({ what: domain.name, before, after: [...ownerIds, ...deputyIds] });
  }
  const event = { ...by, at, action: "serviceUser.handedOn" };
  for (const user of programs)
    await updateServiceUser(
      ctx,
      user,
      { ownerId: successorId, ...(user.deputyId === successorId && { deputyId: undefined }) },
      event,
    );
  for (const user of deputised)
    await updateServiceUser(ctx, user, { deputyId: user.ownerId === successorId ? undefined : successorId }, event);
  await tellDuties(ctx, duties, { byId: word.proposedBy._id, at });
}

/** Who decides for an area once the successor stands in somebody's place: nobody twice. */
export function succeeded(area: Doc<"businessAreas">, personId: PersonId, successorId: PersonId) {
  const next = (id: PersonId | undefined): PersonId | undefined => (id === personId ? successorId : id);
  const [ownerId, deputyId, approverId] = [next(area.ownerId), next(area.deputyId), next(area.approverId)];
  return {
    ownerId,
    deputyId: deputyId === ownerId ? undefined : deputyId,
    approverId: approverId === ownerId || approverId === deputyId ? undefined : approverId,
  };
}
