/** Reading business areas for those who look after them. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery } from "../access/functions";
import { planAreaImport } from "../core/areas/model";
import type { Area } from "../core/areas/rules";
import { changedFields } from "../core/audit/rules";
import { allAreas } from "../core/people/search";
import { MAX_PROBLEMS } from "../lib/pure/sheet";
import { plannedRow, sheetProblem } from "../lib/validators";
import { areaFields, areaPage, areaPageOf, shownArea } from "../pages/area/areaPage";

/** Every business area by name, with those in charge of it. */
export const list = guardedQuery("areas.write", {
  args: {},
  returns: v.array(v.object(areaFields)),
  handler: async (ctx) => await Promise.all((await allAreas(ctx)).map((area) => shownArea(ctx, area))),
});

/** One business area with the first of its people, open requests and access; null when there is none. */
export const get = guardedQuery("areas.write", {
  args: { areaId: v.string() },
  returns: v.union(v.null(), areaPage),
  handler: async (ctx, { areaId }) => {
    const id = ctx.db.normalizeId("businessAreas", areaId);
    const area = id && (await ctx.db.get(id));
    return area && (await areaPageOf(ctx, area));
  },
});

/** What a CSV file of areas would do, with everything that is in the way; writes nothing. */
export const previewImport = guardedQuery("areas.write", {
  args: { text: v.string() },
  returns: v.object({ problems: v.array(sheetProblem), rows: v.array(plannedRow), hash: v.string() }),
  handler: async (ctx, { text }) => {
    const { problems, planned, hash } = await planAreaImport(ctx, text);
    const rows = planned.map(({ row, does, area, before }) => ({
      row,
      name: area.name,
      detail: area.code,
      does,
      changes: does === "change" && before ? changedText(before, area) : null,
    }));
    return { problems: problems.slice(0, MAX_PROBLEMS), rows, hash };
  },
});

const WORDS: Readonly<Record<string, string>> = {
  name: "name",
  costCentre: "cost centre",
  ownerId: "owner",
  deputyId: "deputy",
  approverId: "default approver",
  budget: "default budget",
};

function changedText(before: Doc<"businessAreas">, after: Area): string {
  return changedFields({ ...before }, { ...after })
    .flatMap(({ field }) => WORDS[field] ?? [])
    .join(", ");
}
