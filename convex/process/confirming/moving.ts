/**
 * Moving somebody to another business area or manager. Who decides for them changes with it: whoever moved them decides
 * about nothing of theirs that was open, and it is seated again. A move opens a review of what they hold.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isElevated } from "../../access/rank";
import { inCharge } from "../../core/areas/model";
import type { Deed } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { humanBehind } from "../../core/people/humans";
import { currentArea } from "../../core/people/mergedAreas";
import { fullName, nameOf } from "../../core/people/model";
import { openMoveReview } from "../../core/people/moveReviews";
import { MAX_MANAGERS, movingNeedsSecond, whyNotMoveTo } from "../../core/people/rules/moving";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import { pathTo } from "../../site/links";
import { type ChangeKind, type Word, wordOf, shown } from "./steps/change";
import { change, loadPerson, movedOf, moverOf, tellPerson } from "./steps/people";

type ReadCtx = Pick<QueryCtx, "db">;
type Move = Extract<ProposedChange, { kind: "person.move" }>;

/** A manager is changed by two people; an area by one who gains nothing by it. */
export const moving: ChangeKind<Move> = {
  look: async (ctx, { personId, areaId, managerId }, by) => {
    const person = await loadPerson(ctx, personId);
    const areaBefore = await currentArea(ctx, person.businessAreaId);
    const areaAfter = await currentArea(ctx, areaId ?? undefined);
    const name = async (id: Id<"people"> | null | undefined) => (id ? await nameOf(ctx, id) : "None");
    const lines = [
      ...differing("Business area", areaBefore?.name ?? "None", areaAfter?.name ?? "None"),
      ...differing("Manager", await name(person.managerId), await name(managerId)),
    ];
    const gains = [
      person.managerId,
      managerId,
      ...[areaBefore, areaAfter].flatMap((area) => (area ? inCharge(area) : [])),
    ];
    const needsSecond = movingNeedsSecond({
      isElevated: isElevated(person.roles),
      isManagerChanged: (person.managerId ?? null) !== managerId,
      isOwnGain: await isAmong(ctx, gains, by),
    });
    const look = shown(person, `Move ${fullName(person)}`, lines, needsSecond);
    return { ...look, partyIds: managerId ? [personId, managerId] : [personId] };
  },
  whyNot: async (ctx, { personId, areaId, managerId }, by) => {
    const person = await loadPerson(ctx, personId);
    const manager = managerId && (await loadPerson(ctx, managerId));
    const area = areaId && (await ctx.db.get(areaId));
    return whyNotMoveTo({
      by: moverOf(by),
      person: movedOf(person),
      isSame: (person.businessAreaId ?? null) === areaId && (person.managerId ?? null) === managerId,
      isAreaKnown: areaId === null || areaId === person.businessAreaId || (area !== null && !area?.mergedIntoId),
      manager: manager ? { ...moverOf(manager), name: fullName(manager) } : null,
      aboveManager: manager ? await humansAbove(ctx, manager) : [],
    });
  },
  apply: async (deed, { personId, areaId, managerId }, word) => {
    const { ctx, at } = deed;
    const person = await loadPerson(ctx, personId);
    const changes = { businessAreaId: areaId ?? undefined, managerId: managerId ?? undefined };
    await change(deed, person, changes, word, "person.moved");
    await ctx.db.insert("dutyChanges", { personId, byIds: wordOf(word).ids, at, seatedUntil: 0 });
    await openMoveReview(deed, person, { byIds: wordOf(word).ids, managerId: person.managerId });
    await tellMoved(deed, person, managerId, word);
  },
};

function differing(field: string, before: string, after: string): ProposedLine[] {
  return before === after ? [] : [{ field, before, after }];
}

async function isAmong(
  ctx: ReadCtx,
  ids: readonly (Id<"people"> | null | undefined)[],
  by: Doc<"people">,
): Promise<boolean> {
  for (const id of new Set(ids)) {
    const person = id && (await ctx.db.get(id));
    if (person && humanBehind(person) === humanBehind(by)) return true;
  }
  return false;
}

async function humansAbove(ctx: ReadCtx, manager: Doc<"people">): Promise<string[]> {
  const humans: string[] = [];
  let above = manager.managerId ? await ctx.db.get(manager.managerId) : null;
  while (above && humans.length < MAX_MANAGERS && !humans.includes(humanBehind(above))) {
    humans.push(humanBehind(above));
    above = above.managerId ? await ctx.db.get(above.managerId) : null;
  }
  return humans;
}

/** The person and both managers hear of it. */
async function tellMoved(deed: Deed, person: Doc<"people">, managerId: Id<"people"> | null, word: Word): Promise<void> {
  const kind = "person.dutiesChanged";
  const name = fullName(person);
  await tellPerson(deed, person, word, { kind, title: "You changed area or manager: your access will be reviewed" });
  const managers = new Map<Id<"people">, string>();
  if (person.managerId)
    managers.set(
      person.managerId,
      person.managerId === managerId ? `${name} was moved` : `${name} no longer reports to you`,
    );
  if (managerId && managerId !== person.managerId) managers.set(managerId, `${name} now reports to you`);
  for (const [recipientId, title] of managers)
    if (recipientId !== person._id)
      await notify(deed.ctx, {
        recipientId,
        kind,
        title,
        subject: { type: "person", id: person._id, label: person.email },
        body: `By ${fullName(word.proposedBy)}. Reason: ${word.reason}`,
        to: pathTo("moved", { personId: person._id }),
        because: "You are or were their manager",
        at: deed.at,
      });
}
