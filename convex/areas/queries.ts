/** Reading business areas for those who look after them. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery } from "../access/functions";
import { personStatus } from "../access/roles";
import { planAreaImport } from "../core/areas/model";
import type { Area } from "../core/areas/rules";
import { changedFields } from "../core/audit/rules";
import { namedByIds } from "../core/people/duties";
import { allAreas } from "../core/people/search";
import { MAX_PROBLEMS } from "../lib/pure/sheet";
import { plannedRow, sheetProblem, timestamp } from "../lib/validators";

const inCharge = v.union(
  v.null(),
  v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus }),
);

/** Every business area by name, with those in charge of it. */
export const list = guardedQuery("areas.write", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("businessAreas"),
      name: v.string(),
      code: v.string(),
      costCentre: v.string(),
      owner: inCharge,
      deputy: inCharge,
      updatedAt: timestamp,
    }),
  ),
  handler: async (ctx) => {
    const areas = await allAreas(ctx);
    return await Promise.all(
      areas.map(async ({ _id, name, code, costCentre, ownerId, deputyId, updatedAt = 0 }) => {
        const shown = async (id: typeof ownerId) => {
          const [person] = id ? await namedByIds(ctx, [id]) : [];
          return id && person ? { id, name: person.name, email: person.email, status: person.status } : null;
        };
        return {
          id: _id,
          name,
          code,
          costCentre,
          owner: await shown(ownerId),
          deputy: await shown(deputyId),
          updatedAt,
        };
      }),
    );
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
};

function changedText(before: Doc<"businessAreas">, after: Area): string {
  return changedFields({ ...before }, { ...after })
    .flatMap(({ field }) => WORDS[field] ?? [])
    .join(", ");
}
