/** Writing business areas. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { madeBySave, planAreaImport, removeArea, shapeOf, wantedOf } from "../core/areas/model";
import { isSame, tidyArea } from "../core/areas/rules";
import { attributionOf } from "../core/audit/model";
import { refuse } from "../lib/errors";
import { problemText } from "../lib/pure/sheet";
import { isSaveKey } from "../lib/pure/text";
import { nullableTimestamp } from "../lib/validators";
import { DONE, type Wished, type WishedChange, wishFor } from "../process/confirming/door";

const personOrNobody = v.union(v.id("people"), v.null());

/** Done, or proposed: others in charge of an area that is used take a second person. */
const wished = {
  state: v.union(v.literal("done"), v.literal("proposed")),
  /** When it takes effect although nobody is there to confirm; null where a second person decides. */
  appliesAt: nullableTimestamp,
};

/**
 * Makes a business area, or changes the one that is named if it is still as it was shown. The same `saveKey` finds the
 * area that was made the first time. Who is or was in charge is told.
 */
export const save = guardedMutation("areas.write", {
  args: {
    areaId: v.optional(v.id("businessAreas")),
    shownAt: v.optional(v.number()),
    saveKey: v.string(),
    name: v.string(),
    code: v.string(),
    costCentre: v.string(),
    ownerId: personOrNobody,
    deputyId: personOrNobody,
    approverId: personOrNobody,
    budget: v.union(v.number(), v.null()),
    /** What a second person reads. */
    reason: v.string(),
  },
  returns: v.object({ ...wished, areaId: v.union(v.id("businessAreas"), v.null()) }),
  handler: async (ctx, { areaId, shownAt, saveKey, reason, ...typed }) => {
    if (!isSaveKey(saveKey)) refuse({ code: "invalid-input", message: "The save needs a name." });
    const area = { ...typed, ...tidyArea(typed) };
    if (areaId === undefined) {
      const made = await madeBySave(ctx, saveKey);
      if (made) return { ...DONE, areaId: made._id };
      const outcome = await wishAndSeat(
        ctx,
        { kind: "areas.change", areas: [{ ...area, areaId: null, saveKey }] },
        reason,
      );
      return { ...outcome, areaId: (await madeBySave(ctx, saveKey))?._id ?? null };
    }
    const before = (await ctx.db.get(areaId)) ?? refuse({ code: "not-found" });
    if (isSame(shapeOf(before), area)) return { ...DONE, areaId };
    if ((before.updatedAt ?? 0) !== (shownAt ?? 0)) refuse({ code: "changed-meanwhile" });
    return { ...(await wishAndSeat(ctx, { kind: "areas.change", areas: [{ ...area, areaId }] }, reason)), areaId };
  },
});

/**
 * Does what a CSV file of areas says, all of it or nothing, if it still means what `hash` of its preview stood for. A
 * file that puts others in charge of what is used is proposed as a whole.
 */
export const importFile = guardedMutation("areas.write", {
  args: { text: v.string(), hash: v.string() },
  returns: v.object({ ...wished, created: v.number(), changed: v.number(), skipped: v.number() }),
  handler: async (ctx, { text, hash }) => {
    const plan = await planAreaImport(ctx, text);
    const [problem] = plan.problems;
    if (problem) refuse({ code: "invalid-input", message: problemText(problem) });
    const areas = wantedOf(ctx, plan);
    const count = (what: string): number => plan.planned.filter(({ does }) => does === what).length;
    const counts = { created: count("create"), changed: count("change"), skipped: count("nothing") };
    if (areas.length === 0) return { ...DONE, ...counts };
    if (plan.hash !== hash)
      refuse({
        code: "changed-meanwhile",
        message: "The areas have changed since you opened this file. Check it again.",
      });
    return { ...(await wishAndSeat(ctx, { kind: "areas.change", areas }, BY_FILE)), ...counts };
  },
});

/** Lets another area stand for one; a second person confirms. */
export const merge = guardedMutation("areas.write", {
  args: { areaId: v.id("businessAreas"), intoId: v.id("businessAreas"), reason: v.string() },
  returns: v.object(wished),
  handler: async (ctx, { reason, ...areas }) => await wishAndSeat(ctx, { kind: "area.merge", ...areas }, reason),
});

/** Takes a merge back: everything is as it was. A second person confirms. */
export const undoMerge = guardedMutation("areas.write", {
  args: { areaId: v.id("businessAreas"), reason: v.string() },
  returns: v.object(wished),
  handler: async (ctx, { areaId, reason }) => await wishAndSeat(ctx, { kind: "area.unmerge", areaId }, reason),
});

/** Removes an area on which nothing hangs. */
export const remove = guardedMutation("areas.write", {
  args: { areaId: v.id("businessAreas") },
  returns: v.null(),
  handler: async (ctx, { areaId }) => {
    const area = (await ctx.db.get(areaId)) ?? refuse({ code: "not-found" });
    const byId: Id<"people"> = ctx.viewer.person._id;
    await removeArea(ctx, area, { byId, by: attributionOf(ctx.viewer), at: Date.now(), wordOf: [byId] });
    return null;
  },
});

const BY_FILE = "Imported from a CSV file";

/** What is open is seated again at once. */
async function wishAndSeat(ctx: ViewerMutationCtx, change: WishedChange, reason: string): Promise<Wished> {
  const outcome = await wishFor(ctx, change, reason);
  if (outcome.state === "done") await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
  return outcome;
}
