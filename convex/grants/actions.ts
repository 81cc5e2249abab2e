/** Takes access back in the outside systems, and reads back that it is gone. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { type Connector, type Plan, type Proof, type Ref, refOf } from "../connectors/contract/contract";
import { failureOf } from "../connectors/contract/failure";
import { connectorOf } from "../connectors/registry";

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

async function endBy(
  connector: Connector,
  key: string,
  { operation, input }: { readonly operation: string; readonly input: unknown },
): Promise<Proof> {
  const plan = await connector.plan(operation, input);
  return await connector.verify(await connector.apply({ id: key, attempt: 1 }, plan));
}

/** Refs and plans are stored as the connector made them. */
function refFor({ key, plan, ref }: { readonly key: string; readonly plan?: unknown; readonly ref?: unknown }): Ref {
  return (ref as Ref | undefined) ?? refOf({ id: key, attempt: 1 }, plan as Plan);
}
