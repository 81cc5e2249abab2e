/** Writing business areas. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { importAreas, saveArea } from "../core/areas/model";
import { attributionOf } from "../core/audit/model";
import { refuse } from "../lib/errors";
import { isSaveKey } from "../lib/pure/text";

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
    ownerId: v.union(v.id("people"), v.null()),
    deputyId: v.union(v.id("people"), v.null()),
  },
  returns: v.object({ areaId: v.id("businessAreas") }),
  handler: async (ctx, wanted) => {
    if (!isSaveKey(wanted.saveKey)) refuse({ code: "invalid-input", message: "The save needs a name." });
    return {
      areaId: await saveArea(ctx, wanted, {
        byId: ctx.viewer.person._id,
        by: attributionOf(ctx.viewer),
        at: Date.now(),
      }),
    };
  },
});

/** Does what a CSV file of areas says, all of it or nothing, if it still means what `hash` of its preview stood for. */
export const importFile = guardedMutation("areas.write", {
  args: { text: v.string(), hash: v.string() },
  returns: v.object({ created: v.number(), changed: v.number(), skipped: v.number() }),
  handler: async (ctx, { text, hash }) => {
    const { planned } = await importAreas(ctx, text, hash, {
      byId: ctx.viewer.person._id,
      by: attributionOf(ctx.viewer),
      at: Date.now(),
    });
    const count = (what: string): number => planned.filter(({ does }) => does === what).length;
    return { created: count("create"), changed: count("change"), skipped: count("nothing") };
  },
});
