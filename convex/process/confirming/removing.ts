/**
 * Removing somebody from the portal: their sessions end, and what they own goes to a successor. Whoever holds more than
 * staff, or leaves something to the one who removes them or theirs, takes two people.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isElevated, wholeRoles } from "../../access/rank";
import { inCharge } from "../../core/areas/model";
import { type Deed, recordEvent, SYSTEM } from "../../core/audit/model";
import { changedFields } from "../../core/audit/rules";
import { type DutyChange, tellDuties } from "../../core/people/duties";
import { noteDutyChange } from "../../core/people/dutyChanges";
import { fullName, nameOf } from "../../core/people/model";
import { noteRemoved, restorationsOf } from "../../core/people/removals";
import { whyNotRemove } from "../../core/people/rules/removing";
import { domainSuccessorOf, successorIdsOf, ownerAfter, SUCCESSION_WORDS } from "../../core/people/rules/succession";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import { loadRequest } from "../../core/requests/model";
import { updateServiceUser } from "../../core/serviceUsers/model";
import { plural } from "../../lib/pure/text";
import { cancelRequest } from "../settling/requestMoves";
import { tellCancelled } from "../settling/telling";
import type { Executor, Step } from "../steps/step";
import { type ChangeKind, type Word, wordOf, rolesLine, shown } from "./steps/change";
import {
  change,
  decidesAbout,
  decidesBeside,
  loadPerson,
  movedOf,
  moverOf,
  otherSuperAdmins,
  tellOthers,
} from "./steps/people";
import { handOnExternalUsers, type Owned, ownedBy, succeeded, succeededIn, externalUsers } from "./succeeding/owned";
import {
  type Handing,
  hangingOnPerson,
  isOwnGain,
  EXTERNAL_USERS,
  waitingLines,
  whyNotSuccessors,
  whyNotLeftBehind,
} from "./succeeding/successors";
import { takenOver } from "./succeeding/takenOver";

type ReadCtx = Pick<QueryCtx, "db">;
type Remove = Extract<ProposedChange, { kind: "person.remove" }>;

/** What somebody owns goes to successors, kind by kind; the hash of what was shown names all of it. */
export const removing: ChangeKind<Remove> = {
  look: async (ctx, handing, by) => {
    const person = await loadPerson(ctx, handing.personId);
    const owned = await ownedBy(ctx, person._id);
    // Who owns an area or a domain is changed by two people, by this door, too.
    const movesDuties = owned.areas.length + owned.domains.length > 0;
    const needsSecond =
      isElevated(person.roles) ||
      movesDuties ||
      (await isOwnGain(ctx, handing, by, Date.now())) ||
      (await decidesBeside(ctx, person, by));
    const status = { field: "Status", before: person.status === "active" ? "Active" : "Suspended", after: "Removed" };
    const lines = [status, ...rolesLine(person.roles, wholeRoles()), ...(await handedOn(ctx, handing, owned))];
    const look = shown(person, `Remove ${fullName(person)}`, lines, needsSecond);
    return { ...look, partyIds: [person._id, ...successorIdsOf(handing)] };
  },
  whyNot: async (ctx, handing, by) => {
    const person = await loadPerson(ctx, handing.personId);
    const no = whyNotRemove({
      by: moverOf(by),
      person: movedOf(person),
      otherSuperAdmins: await otherSuperAdmins(ctx, person),
      decidesAboutMover: await decidesAbout(ctx, person, by),
    });
    return no ?? (await whyNotSuccessors(ctx, handing, by)) ?? (await whyNotLeftBehind(ctx, handing));
  },
  hanging: hangingOnPerson,
  handsOver: takenOver,
  apply: async (deed, handing, word) => {
    const { personId, successorId, successors, domainSuccessors } = handing;
    const person = await loadPerson(deed.ctx, personId);
    await handOn(deed, handing, word);
    const changes = { status: "removed" as const, roles: wholeRoles(), removedAt: deed.at };
    await change(deed, person, changes, word, "person.removed");
    await endRestorations(deed, personId);
    const { _id: byId } = word.proposedBy;
    const said = { byId, confirmedById: word.confirmedBy?._id, reason: word.reason, at: deed.at };
    const named = { ...(successors && { successors }), ...(domainSuccessors && { domainSuccessors }) };
    await noteRemoved(deed.ctx, { personId, successorId, ...named, ...said });
    await tellOthers(deed, person, word, { kind: "person.suspended", title: `${fullName(person)} was removed` });
  },
};

async function handedOn(
  ctx: ReadCtx,
  handing: Handing,
  { areas, domains, expertOf, owned: programs, deputised }: Owned,
): Promise<ProposedLine[]> {
  const line = async (
    kind: "areas" | "domains" | "serviceUsers",
    things: readonly { readonly name: string }[],
  ): Promise<ProposedLine> => {
    const field = SUCCESSION_WORDS[kind].label;
    if (things.length === 0) return { field, before: "None", after: "None" };
    const before = things.map(({ name }) => name).join(", ");
    return { field, before, after: await nameOf(ctx, ownerAfter(handing, kind)) };
  };
  const isNamed = ({ _id }: Doc<"dataDomains">): boolean =>
    handing.domainSuccessors?.some(({ domainId }) => domainId === _id) ?? false;
  const all = [...domains, ...expertOf];
  return [
    await line("areas", areas),
    await line(
      "domains",
      all.filter((domain) => !isNamed(domain)),
    ),
    ...(await Promise.all(
      all.filter(isNamed).map(async ({ _id, name }) => ({
        field: `Data domain ${name}`,
        before: await nameOf(ctx, handing.personId),
        after: await nameOf(ctx, domainSuccessorOf(handing, _id)),
      })),
    )),
    await line("serviceUsers", [...programs, ...deputised]),
    ...(await externalUsersLine(ctx, handing)),
    ...(await waitingLines(ctx, handing)),
  ];
}

/** Counted and not named, as other access is: not everybody who may remove somebody sees the requests behind them. */
async function externalUsersLine(ctx: ReadCtx, handing: Handing): Promise<ProposedLine[]> {
  const { length } = await externalUsers(ctx, handing.personId);
  if (length === 0) return [];
  const after = await nameOf(ctx, ownerAfter(handing, "serviceUsers"));
  return [{ field: EXTERNAL_USERS, before: plural(length, "user"), after }];
}

async function handOn(deed: Deed, handing: Handing, word: Word): Promise<void> {
  const { ctx, at, by } = deed;
  const { personId } = handing;
  const { areas, domains, expertOf, owned: programs, deputised } = await ownedBy(ctx, personId);
  const byIds = wordOf(word).ids;
  const duties: DutyChange[] = [];
  for (const area of areas) {
    const changes = succeeded(area, personId, ownerAfter(handing, "areas"));
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
  for (const domain of [...domains, ...expertOf]) {
    const changes = succeededIn(domain, personId, domainSuccessorOf(handing, domain._id));
    await ctx.db.patch(domain._id, { ...changes, updatedAt: at });
    await recordEvent(ctx, {
      ...by,
      action: "domain.changed",
      targets: [{ type: "domain", id: domain._id, label: domain.name }],
      changes: changedFields({ ...domain }, changes),
      occurredAt: at,
    });
    if (expertOf.includes(domain)) continue;
    await noteDutyChange(ctx, { domainKey: domain.key }, byIds, at);
    const before = [...domain.ownerIds, ...domain.deputyIds];
    duties.push({ what: domain.name, before, after: [...changes.ownerIds, ...changes.deputyIds] });
  }
  const successorId = ownerAfter(handing, "serviceUsers");
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
  await handOnExternalUsers(deed, await loadPerson(ctx, personId), successorId);
  await tellDuties(ctx, duties, { byId: word.proposedBy._id, at });
}

/** Why a request that brings somebody back is over. */
const REMOVED_AGAIN = "They were removed from the portal again";

/** A request that ends starts nothing; the sweeper finds what is to be taken back of it. */
const STARTS_NOTHING: Executor = { run: async () => undefined, retry: async () => undefined };

/**
 * Ends, in the moment somebody is removed, every request that still brings them back, and tells whoever takes part in it
 * (U14).
 */
export async function endRestorations({ ctx, at }: Pick<Deed, "ctx" | "at">, personId: Id<"people">): Promise<void> {
  const step: Step = { ctx, at, by: SYSTEM, executor: STARTS_NOTHING };
  for (const requestId of await restorationsOf(ctx, personId)) {
    const request = await loadRequest(ctx, requestId);
    if (!request.isOpen) continue;
    await tellCancelled(step, await cancelRequest(step, request, REMOVED_AGAIN), REMOVED_AGAIN);
  }
}
