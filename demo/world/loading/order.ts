/** A demo world that was cleared, loaded once more because somebody ordered it on the page about demo data. */

import { v } from "convex/values";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { internalMutation, internalQuery } from "../../../convex/access/functions";
import { recordEvent, SYSTEM } from "../../../convex/core/audit/model";
import { demoWorld, isWaiting } from "../../../convex/core/seedData/model";
import { OFFERED, type Offered, whyNotLoad } from "../../../convex/core/seedData/rules";
import { DEMO_DATA } from "../../../convex/process/clearing/clear";
import { ownLoadingFacts } from "../../../convex/process/clearing/clearingFacts";
import { areaCodes, castCounts, castIds, createCast, must } from "../cast";
import { IDEAS } from "../help/ideas";
import { HELP_TEXTS } from "../help/texts";
import { TICKETS } from "../help/tickets";
import { OPEN_SCENARIOS } from "../plots";
import { resetConnectors } from "./connectors";

/** Whether somebody ordered it to be loaded once more, and it is not there yet. */
export const isOrdered = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    return world !== null && isWaiting(world);
  },
});

/** Says what loading it writes, for the page that asks before. */
export const offer = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    if (!world) return null;
    const { people, ...cast } = castCounts();
    const requests = world.history + OPEN_SCENARIOS.length;
    const rows = { ...cast, requests, tickets: TICKETS, ideas: IDEAS, articles: HELP_TEXTS.length };
    const counts = Object.keys(OFFERED).map((table) => ({ table, count: rows[table as Offered] }));
    const said = { people, counts, areaCodes: areaCodes(), scenes: requests };
    // Written where it differs: who has the page open is not asked to look again by every start.
    if (JSON.stringify(world.offer) !== JSON.stringify(said)) await ctx.db.patch(world._id, { offer: said });
    return null;
  },
});

/** A world of which nothing is told yet. */
export const untold = (now: number) => ({
  filledAt: now,
  told: 0,
  isTold: false,
  isAwake: false,
  beats: 0,
  livingIds: [],
  archivedIds: [],
});

/**
 * Begins to load a world that was cleared, unless something real came between the order and now. What somebody
 * real has set stays as it is.
 */
export async function beginAgain(
  ctx: MutationCtx,
  world: Doc<"demoWorlds">,
  now: number,
): Promise<{ wasFilled: boolean; isDone: boolean }> {
  const loading = must(world.loading);
  const [whyNot] = whyNotLoad(await ownLoadingFacts(ctx, world));
  if (whyNot !== undefined) {
    await ctx.db.patch(world._id, { loading: { ...loading, endedAt: now, whyNot } });
    const context = { reason: whyNot };
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "seedData.loadingRefused",
      targets: [DEMO_DATA],
      context,
      occurredAt: now,
    });
    return { wasFilled: false, isDone: true };
  }
  await resetConnectors(ctx, new Set(world.personIds), now);
  await createCast(ctx, now);
  await ctx.db.patch(world._id, {
    ...untold(now),
    clearing: undefined,
    personIds: await castIds(ctx),
    loading: { ...loading, begunAt: now },
  });
  return { wasFilled: true, isDone: false };
}

/** Says that it is all there. */
export async function endLoading(ctx: MutationCtx, world: Doc<"demoWorlds">, at: number): Promise<void> {
  await ctx.db.patch(world._id, { loading: { ...must(world.loading), endedAt: at } });
  const counts = (world.offer?.counts ?? []).map(({ table, count }) => [table, count] as const);
  const context = { people: world.personIds?.length ?? 0, ...Object.fromEntries(counts) };
  await recordEvent(ctx, { ...SYSTEM, action: "seedData.loaded", targets: [DEMO_DATA], context, occurredAt: at });
}
