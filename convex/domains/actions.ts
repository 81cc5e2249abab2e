/** Reads the catalogue that data domains are linked to, and the owners that models of dbt name. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../access/functions";
import { ConnectorError } from "../connectors/contract/contract";
import { failureOf } from "../connectors/contract/failure";
import { readSystemOf } from "../connectors/registry";
import { MINUTE_MS } from "../lib/pure/time";

/** Models and sources that say something about owners, at most. */
const MAX_MODELS = 5_000;

/** For so long a turn begins to read links; the rest is first in the next. */
const TURN_MS = MINUTE_MS;

/** Cron: reads the links that were read longest ago, a few side by side, for a minute; or one, where it is named. */
export const readLinked = internalAction({
  args: { domainId: v.optional(v.id("dataDomains")) },
  returns: v.null(),
  handler: async (ctx, { domainId }) => {
    const { beginReadings } = internal.domains.internal;
    if (domainId) {
      for (const begun of await ctx.runMutation(beginReadings, { domainId })) await readLink(ctx, begun);
      return null;
    }
    const until = Date.now() + TURN_MS;
    const except: Id<"catalogueReadings">[] = [];
    do {
      const begun = await ctx.runMutation(beginReadings, { except });
      if (begun.length === 0) break;
      except.push(...begun.map(({ readingId }) => readingId));
      await Promise.all(begun.map(async (one) => readLink(ctx, one)));
    } while (Date.now() < until);
    return null;
  },
});

/** Reads one link that has begun; what goes wrong is kept with it. */
async function readLink(
  ctx: Pick<ActionCtx, "runMutation">,
  {
    fullName,
    ...name
  }: { readonly readingId: Id<"catalogueReadings">; readonly startedAt: number; readonly fullName: string },
): Promise<void> {
  try {
    const read = readSystemOf("collate", process.env).readDomain;
    if (!read) throw new ConnectorError("bug", "reading-unknown", "Collate’s domains cannot be read.");
    const { description, owners, experts } = await read(fullName);
    const people = (list: typeof owners) => list.map(({ name: called, email }) => ({ name: called, email }));
    await ctx.runMutation(internal.domains.internal.keepReading, {
      ...name,
      found: { description, owners: people(owners), experts: people(experts) },
    });
  } catch (error) {
    await ctx.runMutation(internal.domains.internal.readingFailed, { ...name, message: failureOf(error).message });
  }
}

/** Reads whom the models of dbt name as owners, unless that is under way. */
export const readOwners = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const reading = await ctx.runMutation(internal.domains.internal.beginOwners, {});
    if (reading === null) return null;
    try {
      const read = readSystemOf("dbt", process.env).readOwners;
      if (!read) throw new ConnectorError("bug", "reading-unknown", "The owners in dbt Cloud cannot be read.");
      const { total, models } = await read();
      if (models.length > MAX_MODELS)
        throw new ConnectorError("user-fixable", "too-large", `More than ${MAX_MODELS} models name an owner.`);
      const said = models.map(({ name, domain, owner }) => ({ name, domain, owner }));
      await ctx.runMutation(internal.domains.internal.keepOwners, { ...reading, total, models: said });
    } catch (error) {
      await ctx.runMutation(internal.domains.internal.ownersFailed, { ...reading, message: failureOf(error).message });
    }
    return null;
  },
});
