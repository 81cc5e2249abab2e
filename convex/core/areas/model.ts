/** Writing business areas: one at a time by the form, many by a file; both go through the same step. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { hashOfJson } from "../../lib/hash";
import type { Refusal } from "../../lib/pure/refusal";
import { readSheet, type SheetProblem } from "../../lib/pure/sheet";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { knownPeople, namedByIds, tellDuties, type DutyChange } from "../people/duties";
import { noteDutyChange } from "../people/dutyChanges";
import { MAX_MERGES, mergedInto } from "../people/mergedAreas";
import { allAreas } from "../people/search";
import {
  AREA_COLUMNS,
  AREA_USED,
  areaBudgetProblems,
  areaClashes,
  areaPeopleProblems,
  areaTextProblems,
  type AreaTexts,
  codeKey,
  MAX_AREAS,
  planAreas,
  type PlannedArea,
  whyNotChangeMerged,
} from "./rules";
import { isAreaUsed } from "./used";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Who writes, by whose word, and when. */
export interface Writer {
  readonly byId: Id<"people">;
  readonly by: Attribution;
  readonly at: number;
  /** Who proposed and who confirmed it. */
  readonly wordOf: readonly Id<"people">[];
  /** What the event says beside the change. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** An area as it is wanted: one that is there, or a new one. */
export interface WantedArea extends AreaTexts {
  readonly areaId: Id<"businessAreas"> | null;
  readonly ownerId: Id<"people"> | null;
  readonly deputyId: Id<"people"> | null;
  readonly approverId: Id<"people"> | null;
  readonly budget: number | null;
  /** Names the save that makes it. */
  readonly saveKey?: string;
}

/** The rows of a file with what each would do; `hash` names this very outcome. */
export interface AreaImport {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly (PlannedArea & { readonly before: Doc<"businessAreas"> | null })[];
  readonly hash: string;
}

/** The area the save with this name made, or null. */
export async function madeBySave(ctx: ReadCtx, saveKey: string): Promise<Doc<"businessAreas"> | null> {
  return await ctx.db
    .query("businessAreas")
    .withIndex("by_save_key", (q) => q.eq("saveKey", saveKey))
    .first();
}

/** Why areas cannot be as they are wanted, or null; what is wrong is named by field. */
export async function whyNotAreas(ctx: ReadCtx, wanted: readonly WantedArea[]): Promise<Refusal | null> {
  const known = await allAreas(ctx);
  const others = known.filter(({ _id }) => !wanted.some(({ areaId }) => areaId === _id));
  for (const one of wanted) {
    const before = one.areaId === null ? null : (known.find(({ _id }) => _id === one.areaId) ?? null);
    if (one.areaId !== null && !before) return { code: "not-found" };
    const merged = whyNotChangeMerged(nameOfMerged(before, known));
    if (merged !== null) return { code: "not-eligible", message: `${merged}.` };
    const beside = [...others, ...wanted.filter((other) => other !== one)];
    const fields = {
      ...areaClashes(one, beside),
      ...areaTextProblems(one),
      ...areaBudgetProblems(one.budget),
      ...(await peopleProblems(ctx, one, before)),
    };
    if (Object.keys(fields).length > 0) return { code: "invalid-form", fields };
  }
  return others.length + wanted.length > MAX_AREAS
    ? { code: "too-many", max: MAX_AREAS, message: `At most ${MAX_AREAS} business areas are kept.` }
    : null;
}

function nameOfMerged(area: Doc<"businessAreas"> | null, known: readonly Doc<"businessAreas">[]): string | null {
  if (!area?.mergedIntoId) return null;
  return known.find(({ _id }) => _id === area.mergedIntoId)?.name ?? "another area";
}

/** Only who is named again has to be fit for it: a form that changes a name is not stopped by an owner who left. */
async function peopleProblems(
  ctx: ReadCtx,
  { ownerId, deputyId, approverId }: WantedArea,
  before: Doc<"businessAreas"> | null,
) {
  const person = async (id: Id<"people"> | null) => (id === null ? null : ((await namedByIds(ctx, [id]))[0] ?? null));
  const all = { owner: await person(ownerId), deputy: await person(deputyId), approver: await person(approverId) };
  const isNew = (id: Id<"people"> | null, old: Id<"people"> | undefined): boolean => id !== null && id !== old;
  return areaPeopleProblems(
    {
      owner: isNew(ownerId, before?.ownerId) ? all.owner : undefined,
      deputy: isNew(deputyId, before?.deputyId) ? all.deputy : undefined,
      approver: isNew(approverId, before?.approverId) ? all.approver : undefined,
    },
    all,
  );
}

/** Makes and changes areas as they are wanted; who is or was in charge is told. */
export async function writeAreas(ctx: WriteCtx, wanted: readonly WantedArea[], writer: Writer): Promise<void> {
  const duties: DutyChange[] = [];
  for (const one of wanted) duties.push(await writeArea(ctx, one, writer));
  await tellDuties(ctx, duties, writer);
}

/** Removes an area on which nothing hangs. */
export async function removeArea(ctx: WriteCtx, area: Doc<"businessAreas">, writer: Writer): Promise<void> {
  if (await isAreaUsed(ctx, area._id))
    refuse({
      code: "not-eligible",
      message: `${AREA_USED}. Merge it instead.`,
    });
  await ctx.db.delete(area._id);
  await recordEvent(ctx, {
    ...writer.by,
    action: "area.removed",
    targets: [targetOf(area)],
    changes: changedFields(fieldsOf(shapeOf(area)), {}),
    occurredAt: writer.at,
  });
  await tellDuties(ctx, [{ what: area.name, before: inCharge(area), after: [] }], writer);
}

/** Why an area cannot be merged into another, or null: somebody has to be there who decides, and no circle arises. */
export async function whyNotMerge(
  ctx: ReadCtx,
  areaId: Id<"businessAreas">,
  intoId: Id<"businessAreas">,
): Promise<Refusal | null> {
  const [area, into] = [await ctx.db.get(areaId), await ctx.db.get(intoId)];
  if (!area || !into) return { code: "not-found" };
  const no = (message: string): Refusal => ({ code: "not-eligible", message });
  if (areaId === intoId) return no("An area cannot be merged into itself.");
  if (area.mergedIntoId) return no(`${area.name} has already been merged.`);
  if (into.mergedIntoId) return no(`${into.name} was merged into another area. Choose that one.`);
  if ((await mergesBelow(ctx, areaId)) >= MAX_MERGES) return no(`At most ${MAX_MERGES} merges in a row are followed.`);
  const people = await namedByIds(ctx, inCharge(into));
  return people.some(({ status }) => status === "active")
    ? null
    : no(`Name somebody active who decides for ${into.name} first.`);
}

async function mergesBelow(ctx: ReadCtx, areaId: Id<"businessAreas">): Promise<number> {
  const below = await Promise.all((await mergedInto(ctx, areaId)).map(({ _id }) => mergesBelow(ctx, _id)));
  return below.length === 0 ? 0 : 1 + Math.max(...below);
}

/** Lets another area stand for this one, or no other any more: the pointer is all that is written. */
export async function pointArea(
  ctx: WriteCtx,
  area: Doc<"businessAreas">,
  into: Doc<"businessAreas"> | null,
  writer: Writer,
): Promise<void> {
  await ctx.db.patch(area._id, { mergedIntoId: into?._id });
  const other = into ?? (area.mergedIntoId && (await ctx.db.get(area.mergedIntoId)));
  await recordEvent(ctx, {
    ...writer.by,
    action: into ? "area.merged" : "area.mergeUndone",
    targets: [targetOf(area), ...(other ? [targetOf(other)] : [])],
    context: writer.context,
    changes: changedFields({ mergedIntoId: area.mergedIntoId }, { mergedIntoId: into?._id }),
    occurredAt: writer.at,
  });
  await noteDutyChange(ctx, { areaId: area._id }, writer.wordOf, writer.at);
}

/** The people who decide for an area, the first first. */
export function inCharge(
  area: Pick<Doc<"businessAreas">, "ownerId" | "deputyId" | "approverId"> | null,
): Id<"people">[] {
  return [area?.ownerId, area?.deputyId, area?.approverId].flatMap((id) => id ?? []);
}

/** Reads a file of areas and says what it would do. */
export async function planAreaImport(ctx: ReadCtx, text: string): Promise<AreaImport> {
  const { rows, problems } = readSheet(text, AREA_COLUMNS, MAX_AREAS);
  const areas = await allAreas(ctx);
  const people = await knownPeople(
    ctx,
    rows.flatMap(({ cells }) =>
      [cells["owner"], cells["deputy"], cells["default_approver"]].flatMap((email) => email || []),
    ),
    areas.flatMap(inCharge),
  );
  const known = areas.map((area) => ({ ...shapeOf(area), mergedInto: nameOfMerged(area, areas) }));
  const plan = planAreas(rows, known, people);
  const byCode = new Map(areas.map((area) => [codeKey(area.code), area]));
  const planned = plan.planned.map((one) => ({ ...one, before: byCode.get(codeKey(one.area.code)) ?? null }));
  const outcome = planned.map(({ row, does, area, before }) => ({
    row,
    does,
    area,
    id: before?._id ?? null,
    at: before?.updatedAt ?? 0,
  }));
  return { problems: [...problems, ...plan.problems], planned, hash: hashOfJson(outcome) };
}

/** The rows of a file that do something, as they are wanted. */
export function wantedOf(ctx: ReadCtx, { planned }: AreaImport): WantedArea[] {
  const person = (id: string | null): Id<"people"> | null => (id === null ? null : ctx.db.normalizeId("people", id));
  return planned
    .filter(({ does }) => does !== "nothing")
    .map(({ area, before }) => ({
      ...area,
      areaId: before?._id ?? null,
      ownerId: person(area.ownerId),
      deputyId: person(area.deputyId),
      approverId: person(area.approverId),
    }));
}

async function writeArea(ctx: WriteCtx, wanted: WantedArea, writer: Writer): Promise<DutyChange> {
  const { by, at } = writer;
  const { areaId, saveKey } = wanted;
  const before = areaId === null ? null : await ctx.db.get(areaId);
  const fields = fieldsOf(wanted);
  const id = before ? before._id : await ctx.db.insert("businessAreas", { ...fields, saveKey, updatedAt: at });
  if (before) await ctx.db.patch(id, { ...fields, updatedAt: at });
  await recordEvent(ctx, {
    ...by,
    action: before ? "area.changed" : "area.created",
    targets: [targetOf({ _id: id, name: fields.name })],
    changes: changedFields(before ? { ...before } : {}, fields),
    context: writer.context,
    occurredAt: at,
  });
  const duty = { what: fields.name, before: inCharge(before), after: inCharge(fields) };
  if (before && duty.before.join() !== duty.after.join()) await noteDutyChange(ctx, { areaId: id }, writer.wordOf, at);
  return duty;
}

/** The columns of a row: what nobody said is absent. */
function fieldsOf({ name, code, costCentre, ownerId, deputyId, approverId, budget }: Omit<WantedArea, "areaId">) {
  return {
    name,
    code,
    costCentre,
    ownerId: ownerId ?? undefined,
    deputyId: deputyId ?? undefined,
    approverId: approverId ?? undefined,
    budget: budget ?? undefined,
  };
}

/** A row as the rules look at it. */
export function shapeOf(area: Doc<"businessAreas">) {
  const { name, code, costCentre, ownerId, deputyId, approverId, budget } = area;
  return {
    name,
    code,
    costCentre,
    ownerId: ownerId ?? null,
    deputyId: deputyId ?? null,
    approverId: approverId ?? null,
    budget: budget ?? null,
  };
}

function targetOf({ _id, name }: Pick<Doc<"businessAreas">, "_id" | "name">) {
  return { type: "area", id: _id, label: name };
}
