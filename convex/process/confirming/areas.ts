/**
 * Changes of business areas. Whoever decides for an area decides about its people's access: where anything hangs on
 * it, others are put in charge by two people, and so is every merge and its end. Names, codes and money one may change.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { KEEPER_ROLE, holdersTitle } from "../../access/roles";
import {
  inCharge,
  pointArea,
  shapeOf,
  type WantedArea,
  whyNotAreas,
  whyNotMerge,
  writeAreas,
} from "../../core/areas/model";
import { isAreaUsed } from "../../core/areas/used";
import { type Deed, recordEvent } from "../../core/audit/model";
import { tellDuties } from "../../core/people/duties";
import { accountsOf } from "../../core/people/humans";
import { currentAreaId } from "../../core/people/mergedAreas";
import { AREA_FILE_SUBJECT } from "../../core/proposals/rules";
import type { ProposedChange, ProposedLine } from "../../core/proposals/table";
import type { Refusal } from "../../lib/pure/refusal";
import { plural } from "../../lib/pure/text";
import { type ChangeKind, nameAndAddress, type Shown, whyNotHolds, type Word, wordOf } from "./steps/change";

type ReadCtx = Pick<QueryCtx, "db">;
type Area = Doc<"businessAreas">;
type Change = Extract<ProposedChange, { kind: "areas.change" }>;
type Merge = Extract<ProposedChange, { kind: "area.merge" }>;
type Unmerge = Extract<ProposedChange, { kind: "area.unmerge" }>;

/** Other texts and money one person changes; others in charge of what is used take two. */
export const changeOfAreas: ChangeKind<Change> = {
  isReasonForSecond: true,
  look: async (ctx, { areas }) => {
    const lines: ProposedLine[] = [];
    const parties = new Set<Id<"people">>();
    let needsSecond = false;
    for (const wanted of areas) {
      const before = wanted.areaId && (await ctx.db.get(wanted.areaId));
      const own = await linesOf(ctx, before, wanted);
      const prefix = areas.length === 1 ? "" : `${before?.name ?? wanted.name}: `;
      lines.push(...own.map(({ field, ...values }) => ({ field: prefix + field, ...values })));
      for (const id of othersInCharge(before, wanted)) parties.add(id);
      if (before && othersInCharge(before, wanted).length > 0 && (await isAreaUsed(ctx, before._id)))
        needsSecond = true;
    }
    const [first] = areas;
    const name = first?.areaId ? ((await ctx.db.get(first.areaId))?.name ?? first.name) : (first?.name ?? "");
    const isOne = areas.length === 1;
    return {
      subject: isOne
        ? { type: "area", id: first?.areaId ?? first?.saveKey ?? "", label: name }
        : { type: "areaFile", id: AREA_FILE_SUBJECT, label: plural(areas.length, "business area") },
      title: `Change ${isOne ? name : plural(areas.length, "business area")}`,
      lines,
      partyIds: [...parties],
      needsSecond,
    };
  },
  whyNot: async (ctx, { areas }, by) =>
    whyNotHolds(by, "areas.write") ?? (await whyNotAreas(ctx, areas)) ?? (await whyNotOwnBudget(ctx, areas, by)),
  apply: async (deed, { areas }, word) => {
    await writeAreas(deed.ctx, areas, writerOf(deed, word));
    if (areas.length === 1) return;
    const created = areas.filter(({ areaId }) => areaId === null).length;
    await recordEvent(deed.ctx, {
      ...deed.by,
      action: "area.fileImported",
      targets: [],
      context: { created, changed: areas.length - created },
      occurredAt: deed.at,
    });
  },
};

/** One area stands for another: its owner decides about both, so it takes two people whatever hangs on them. */
export const mergeOfAreas: ChangeKind<Merge> = {
  look: async (ctx, { areaId, intoId }) => await lookAtPointer(ctx, areaId, intoId),
  whyNot: async (ctx, { areaId, intoId }, by) =>
    whyNotHolds(by, "areas.write") ?? (await whyNotMerge(ctx, areaId, intoId)),
  apply: async (deed, { areaId, intoId }, word) => await point(deed, areaId, intoId, word),
};

/** The pointer goes, and everything is as it was: nobody who left or was replaced meanwhile comes back by it. */
export const mergeUndone: ChangeKind<Unmerge> = {
  look: async (ctx, { areaId }) => await lookAtPointer(ctx, areaId, null),
  whyNot: async (ctx, { areaId }, by) => {
    const area = await ctx.db.get(areaId);
    if (!area) return { code: "not-found" };
    const isMerged = area.mergedIntoId !== undefined;
    return (
      whyNotHolds(by, "areas.write") ??
      (isMerged ? null : { code: "not-eligible", message: `${area.name} is not merged into another area.` })
    );
  },
  apply: async (deed, { areaId }, word) => await point(deed, areaId, null, word),
};

async function lookAtPointer(
  ctx: ReadCtx,
  areaId: Id<"businessAreas">,
  intoId: Id<"businessAreas"> | null,
): Promise<Shown> {
  const area = await ctx.db.get(areaId);
  const other = intoId ?? area?.mergedIntoId;
  const into = other ? await ctx.db.get(other) : null;
  const [from, to] = intoId ? [area, into] : [into, area];
  const name = area?.name ?? "";
  return {
    subject: { type: "area", id: areaId, label: name },
    title: intoId ? `Merge ${name} into ${into?.name ?? ""}` : `Undo the merge of ${name} into ${into?.name ?? ""}`,
    lines: [
      { field: `Decides for ${name}`, before: await namesOf(ctx, from), after: await namesOf(ctx, to) },
      { field: "Cost centre", before: from?.costCentre || "None", after: to?.costCentre || "None" },
    ],
    partyIds: [...new Set([...inCharge(area), ...inCharge(into)])],
    needsSecond: true,
  };
}

async function point(
  deed: Deed,
  areaId: Id<"businessAreas">,
  intoId: Id<"businessAreas"> | null,
  word: Word,
): Promise<void> {
  const { ctx, at } = deed;
  const area = await ctx.db.get(areaId);
  if (!area) return;
  const into = intoId && (await ctx.db.get(intoId));
  const other = into ?? (area.mergedIntoId && (await ctx.db.get(area.mergedIntoId))) ?? null;
  await pointArea(ctx, area, into, writerOf(deed, word));
  const [before, after] = into ? [inCharge(area), inCharge(other)] : [inCharge(other), inCharge(area)];
  await tellDuties(ctx, [{ what: area.name, before, after }], { byId: word.proposedBy._id, at });
}

function writerOf({ by, at }: Deed, word: Word) {
  const { ids, context } = wordOf(word);
  return { byId: word.proposedBy._id, by, at, wordOf: ids, context };
}

/** Nobody raises the budget of an area they belong to or decide for. */
async function whyNotOwnBudget(ctx: ReadCtx, areas: readonly WantedArea[], by: Doc<"people">): Promise<Refusal | null> {
  const own = await accountsOf(ctx, by._id);
  const belongs = await currentAreaId(ctx, by.businessAreaId);
  for (const wanted of areas) {
    const before = wanted.areaId && (await ctx.db.get(wanted.areaId));
    const isRaised = (wanted.budget ?? 0) > ((before && before.budget) ?? 0);
    const isOwn =
      (before && before._id === belongs) ||
      [...inCharge(before || null), wanted.ownerId, wanted.deputyId, wanted.approverId].some(
        (id) => id !== null && own.includes(id),
      );
    if (isRaised && isOwn)
      return { code: "invalid-form", fields: { budget: "Somebody outside the area raises its default budget" } };
  }
  return null;
}

/** Who is put in charge or no longer in charge, in whichever place. */
function othersInCharge(before: Area | null, wanted: WantedArea): Id<"people">[] {
  const fields = ["ownerId", "deputyId", "approverId"] as const;
  return fields.flatMap((field) => {
    const [old, next] = [before?.[field], wanted[field] ?? undefined];
    return old === next ? [] : [old, next].flatMap((id) => id ?? []);
  });
}

const WORDS = {
  name: "Name",
  code: "Code",
  costCentre: "Cost centre",
  ownerId: "Owner",
  deputyId: "Deputy",
  approverId: "Default approver",
  budget: "Default budget",
} as const;

async function linesOf(ctx: ReadCtx, before: Area | null, wanted: WantedArea): Promise<ProposedLine[]> {
  const lines: ProposedLine[] = [];
  const old = before && shapeOf(before);
  for (const [field, word] of Object.entries(WORDS) as [keyof typeof WORDS, string][]) {
    if (old && old[field] === wanted[field]) continue;
    lines.push({
      field: word,
      before: await textOf(ctx, field, old ? old[field] : null),
      after: await textOf(ctx, field, wanted[field]),
    });
  }
  return lines;
}

async function textOf(ctx: ReadCtx, field: string, value: string | number | null): Promise<string> {
  if (value === null || value === "") return "None";
  if (typeof value === "number") return `$${value.toLocaleString("en-GB")} a month`;
  return field.endsWith("Id") ? await nameAndAddress(ctx, ctx.db.normalizeId("people", value)) : value;
}

async function namesOf(ctx: ReadCtx, area: Area | null): Promise<string> {
  const names = await Promise.all(inCharge(area).map((id) => nameAndAddress(ctx, id)));
  return names.length === 0 ? holdersTitle(KEEPER_ROLE) : names.join(", ");
}
