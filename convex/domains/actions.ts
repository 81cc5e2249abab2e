/** Reads the catalogue that data domains are linked to, and the owners that models of dbt name. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { ConnectorError } from "../connectors/contract/contract";
import { failureOf } from "../connectors/contract/failure";
import { readSystemOf } from "../connectors/registry";

/** Models and sources that say something about owners, at most. */
const MAX_MODELS = 5_000;

/** Cron: reads the links that were read longest ago; or one, where it is named. */
export const readLinked = internalAction({
  args: { domainId: v.optional(v.id("dataDomains")) },
  returns: v.null(),
  handler: async (ctx, args) => {
    for (const { fullName, ...name } of await ctx.runMutation(internal.domains.internal.beginReadings, args)) {
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
    return null;
  },
});

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
