/** Writing business areas: one at a time by the form, many by a file; both go through the same step. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { hashOfJson } from "../../lib/hash";
import { problemText, readSheet, type SheetProblem } from "../../lib/pure/sheet";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { knownPeople, namedByIds, tellDuties, type DutyChange } from "../people/duties";
import { allAreas } from "../people/search";
import {
  type Area,
  AREA_COLUMNS,
  areaClashes,
  areaPeopleProblems,
  areaTextProblems,
  type AreaTexts,
  codeKey,
  isSame,
  MAX_AREAS,
  planAreas,
  type PlannedArea,
  tidyArea,
} from "./rules";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Who writes, and when. */
export interface Writer {
  readonly byId: Id<"people">;
  readonly by: Attribution;
  readonly at: number;
}

/** An area as a form sends it. */
export interface WantedArea extends AreaTexts {
  readonly areaId?: Id<"businessAreas">;
  /** When the area that is changed was last changed, as the form showed it. */
  readonly shownAt?: number;
  readonly saveKey: string;
  readonly ownerId: Id<"people"> | null;
  readonly deputyId: Id<"people"> | null;
}

/** The rows of a file with what each would do; `hash` names this very outcome. */
export interface AreaImport {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly (PlannedArea & { readonly before: Doc<"businessAreas"> | null })[];
  readonly hash: string;
}

/** Makes or changes an area. The same `saveKey` finds the area that was made the first time. */
export async function saveArea(ctx: WriteCtx, wanted: WantedArea, writer: Writer): Promise<Id<"businessAreas">> {
  const made =
    wanted.areaId === undefined
      ? await ctx.db
          .query("businessAreas")
          .withIndex("by_save_key", (q) => q.eq("saveKey", wanted.saveKey))
          .first()
      : null;
  if (made) return made._id;
  const before = wanted.areaId === undefined ? null : await ctx.db.get(wanted.areaId);
  if (wanted.areaId !== undefined && !before) refuse({ code: "not-found" });
  const area: Area = { ...tidyArea(wanted), ownerId: wanted.ownerId, deputyId: wanted.deputyId };
  if (before && isSame(shapeOf(before), area)) return before._id;
  if (before && (before.updatedAt ?? 0) !== (wanted.shownAt ?? 0)) refuse({ code: "changed-meanwhile" });
  const areas = await allAreas(ctx);
  const errors = {
    ...areaClashes(
      area,
      areas.filter(({ _id }) => _id !== before?._id),
    ),
    ...areaTextProblems(wanted),
    ...(await peopleProblems(ctx, wanted, before)),
  };
  if (Object.keys(errors).length > 0) refuse({ code: "invalid-form", fields: { ...errors } });
  if (!before && areas.length >= MAX_AREAS)
    refuse({ code: "too-many", max: MAX_AREAS, message: `At most ${MAX_AREAS} business areas are kept.` });
  const { id, duty } = await writeArea(ctx, before, area, { ...writer, saveKey: wanted.saveKey });
  await tellDuties(ctx, [duty], writer);
  return id;
}

/** Only who is named again has to be fit for it: a form that changes a name is not stopped by an owner who left. */
async function peopleProblems(ctx: ReadCtx, { ownerId, deputyId }: WantedArea, before: Doc<"businessAreas"> | null) {
  const person = async (id: Id<"people"> | null) => (id === null ? null : ((await namedByIds(ctx, [id]))[0] ?? null));
  const [owner, deputy] = [await person(ownerId), await person(deputyId)];
  const isNew = (id: Id<"people"> | null, old: Id<"people"> | undefined): boolean => id !== null && id !== old;
  return areaPeopleProblems(
    isNew(ownerId, before?.ownerId) ? owner : undefined,
    isNew(deputyId, before?.deputyId) ? deputy : undefined,
    { owner, deputy },
  );
}

/** Reads a file of areas and says what it would do. */
export async function planAreaImport(ctx: ReadCtx, text: string): Promise<AreaImport> {
  const { rows, problems } = readSheet(text, AREA_COLUMNS, MAX_AREAS);
  const areas = await allAreas(ctx);
  const people = await knownPeople(
    ctx,
    rows.flatMap(({ cells }) => [cells["owner"], cells["deputy"]].flatMap((email) => email || [])),
    areas.flatMap(({ ownerId, deputyId }) => [ownerId, deputyId].flatMap((id) => id ?? [])),
  );
  const plan = planAreas(rows, areas.map(shapeOf), people);
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

/**
 * Does what a file says, all of it or nothing, if it still means what was shown. A file that says nothing new changes
 * nothing.
 */
export async function importAreas(ctx: WriteCtx, text: string, shownHash: string, writer: Writer): Promise<AreaImport> {
  const plan = await planAreaImport(ctx, text);
  const [problem] = plan.problems;
  if (problem) refuse({ code: "invalid-input", message: problemText(problem) });
  const wanted = plan.planned.filter(({ does }) => does !== "nothing");
  if (wanted.length === 0) return plan;
  if (plan.hash !== shownHash)
    refuse({
      code: "changed-meanwhile",
      message: "The areas changed since you looked at this file. Look at it again.",
    });
  const duties: DutyChange[] = [];
  for (const { before, area } of wanted) duties.push((await writeArea(ctx, before, area, writer)).duty);
  await tellDuties(ctx, duties, writer);
  const counts = {
    created: wanted.filter(({ before }) => !before).length,
    changed: wanted.filter(({ before }) => before).length,
  };
  await recordEvent(ctx, {
    ...writer.by,
    action: "area.fileImported",
    targets: [],
    context: counts,
    occurredAt: writer.at,
  });
  return plan;
}

async function writeArea(
  ctx: WriteCtx,
  before: Doc<"businessAreas"> | null,
  area: Area,
  { by, at, saveKey }: Writer & { readonly saveKey?: string },
): Promise<{ id: Id<"businessAreas">; duty: DutyChange }> {
  const { name, code, costCentre } = area;
  const person = (id: string | null): Id<"people"> | undefined =>
    id === null ? undefined : (ctx.db.normalizeId("people", id) ?? undefined);
  const fields = { name, code, costCentre, ownerId: person(area.ownerId), deputyId: person(area.deputyId) };
  const id = before ? before._id : await ctx.db.insert("businessAreas", { ...fields, saveKey, updatedAt: at });
  if (before) await ctx.db.patch(id, { ...fields, updatedAt: at });
  await recordEvent(ctx, {
    ...by,
    action: before ? "area.changed" : "area.created",
    targets: [{ type: "area", id, label: name }],
    changes: changedFields(before ? { ...before } : {}, fields),
    occurredAt: at,
  });
  const inCharge = (one: { ownerId?: Id<"people">; deputyId?: Id<"people"> } | null): Id<"people">[] =>
    [one?.ownerId, one?.deputyId].flatMap((personId) => personId ?? []);
  return { id, duty: { what: name, before: inCharge(before), after: inCharge(fields) } };
}

function shapeOf({ name, code, costCentre, ownerId, deputyId }: Doc<"businessAreas">): Area {
  return { name, code, costCentre, ownerId: ownerId ?? null, deputyId: deputyId ?? null };
}
