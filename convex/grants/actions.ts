/** Takes access back in the outside systems, and reads back that it is gone. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { type Connector, type Plan, type Proof, type Ref, refOf } from "../connectors/contract/contract";
import { failureOf } from "../connectors/contract/failure";
import { connectorOf, isConnected } from "../connectors/registry";
import { walkPlace } from "../core/grants/table";
import { MINUTE_MS } from "../lib/pure/time";

/** Removes the access of one grant whose end has come. */
export const remove = internalAction({
  args: { grantId: v.id("grants") },
  returns: v.null(),
  handler: async (ctx, { grantId }) => {
    const removal = await ctx.runMutation(internal.grants.internal.beginRemoval, { grantId });
    if (removal === null) return null;
    try {
      const connector = connectorOf(removal.system, process.env);
      const proof = removal.end
        ? await endBy(connector, removal.key, removal.end)
        : await connector.compensate(refFor(removal));
      await ctx.runMutation(internal.grants.internal.removed, { grantId, proof: { ...proof } });
    } catch (error) {
      await ctx.runMutation(internal.grants.internal.removalFailed, { grantId, failure: failureOf(error) });
    }
    return null;
  },
});

/** Where a walk along the held access begins. */
const START = { state: "Active", cursor: null } as const;
/** Tries of one batch, and how long to wait between them. A walk given up starts again with the next turn of the clock. */
const MAX_TRIES = 3;
const RETRY_MS = 10 * MINUTE_MS;

/** Cron: reads batch by batch when held access was last used, from the records of the systems it is access to. */
export const readUse = internalAction({
  args: { place: v.optional(walkPlace), tries: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { place = START, tries = 1 }) => {
    const { reads, next } = await ctx.runQuery(internal.grants.internal.usesToRead, { place });
    for (const { grantId, system, access, since } of reads.filter((read) => isConnected(read.system, process.env))) {
      try {
        const use = await connectorOf(system, process.env).lastUse?.(access, since);
        if (use) await ctx.runMutation(internal.grants.internal.noteUse, { grantId, ...use, since });
      } catch (error) {
        const failure = failureOf(error);
        // A name the system cannot hold is that access's own trouble; whatever else it is, the next would meet it, too.
        if (failure.kind === "user-fixable") continue;
        if (failure.kind !== "transient" || tries >= MAX_TRIES)
          await ctx.runMutation(internal.grants.internal.useNotRead, { grantId, failure });
        else
          await ctx.scheduler.runAfter(failure.retryAfterMs ?? RETRY_MS, internal.grants.actions.readUse, {
            place,
            tries: tries + 1,
          });
        return null;
      }
    }
    if (next) await ctx.scheduler.runAfter(0, internal.grants.actions.readUse, { place: next });
    return null;
  },
});

async function endBy(
  connector: Connector,
  key: string,
  { operation, input }: { readonly operation: string; readonly input: unknown },
): Promise<Proof> {
  const plan = await connector.plan(operation, input);
  return await connector.verify(await connector.apply({ id: key, mayHaveBegun: false }, plan));
}

/** Refs and plans are stored as the connector made them. */
function refFor({ key, plan, ref }: { readonly key: string; readonly plan?: unknown; readonly ref?: unknown }): Ref {
  return (ref as Ref | undefined) ?? refOf({ id: key }, plan as Plan);
}
