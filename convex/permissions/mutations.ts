/** Questions about what somebody may do. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf, recordEvent, timesDone } from "../core/audit/model";
import { refuse } from "../lib/errors";
import { MINUTE_MS } from "../lib/pure/time";
import { questionWhat, questionWho, explainRights } from "../pages/permissions/explaining";

/** Questions one person may ask in a while: whoever tries everything one after the other looks for something. */
const MAX_QUESTIONS = 30;
const WITHIN_MS = 10 * MINUTE_MS;
const EXPLAINED = "access.explained";
/** Longer names are none of ours. */
const MAX_NAME = 100;

/**
 * Says why somebody can or cannot do something. Each question is written down and they are limited; nothing else is
 * written. What the asker may not see answers as what does not exist.
 */
export const explain = guardedMutation("access.explain", {
  args: { who: questionWho, what: questionWhat },
  returns: v.object({
    answer: v.union(v.literal("yes"), v.literal("no"), v.literal("unknown")),
    rule: v.string(),
    missing: v.array(v.string()),
    givenBy: v.array(v.string()),
  }),
  handler: async (ctx, { who, what }) => {
    const at = Date.now();
    if (what.name === "" || what.name.length > MAX_NAME) refuse({ code: "invalid-input" });
    await limit(ctx, at);
    const personId = who.kind === "person" ? ctx.db.normalizeId("people", who.personId) : null;
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: EXPLAINED,
      targets: personId ? [{ type: "person", id: personId }] : [],
      // What was asked, never what was answered: the trail has readers of its own.
      context: { kind: what.kind, name: what.name, ...(who.kind === "madeUp" && { roles: who.roles }) },
      occurredAt: at,
    });
    const { missing, givenBy, ...answer } = await explainRights(ctx, ctx.viewer.person, { who, what }, at);
    return { ...answer, missing: [...missing], givenBy: [...givenBy] };
  },
});

async function limit({ db, viewer }: ViewerMutationCtx, at: number): Promise<void> {
  const count = await timesDone({ db }, viewer.person._id, [EXPLAINED], at, WITHIN_MS);
  if (count >= MAX_QUESTIONS)
    refuse({ code: "rate-limited", message: `${MAX_QUESTIONS} questions in ten minutes are enough. Try again later.` });
}
