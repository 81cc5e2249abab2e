/** Reads the catalogue that data domains are linked to. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { ConnectorError } from "../connectors/contract/contract";
import { failureOf } from "../connectors/contract/failure";
import { readSystemOf } from "../connectors/registry";

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
