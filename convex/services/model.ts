/** Steps over the portal's switches for outside systems. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { CONNECTOR_LABELS, type ConnectorSwitch } from "./rules";
import type { ConnectorName } from "./table";

/** More rows than systems the portal can ever know. */
const MAX_CONNECTORS = 50;

/** Every connector's switch by name; a connector without a row is on. */
export async function loadConnectors(ctx: Pick<QueryCtx, "db">): Promise<ReadonlyMap<ConnectorName, Doc<"connectors">>> {
  const rows = await ctx.db.query("connectors").withIndex("by_name").take(MAX_CONNECTORS);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Sets a connector's switch. */
export async function switchConnector(
  ctx: Pick<MutationCtx, "db">,
  name: ConnectorName,
  { state, until }: ConnectorSwitch,
  by: Attribution & { readonly at: number },
): Promise<void> {
  const known = await ctx.db.query("connectors").withIndex("by_name", (q) => q.eq("name", name)).unique();
  const fields = { name, state, until, changedById: by.actor.personId, updatedAt: by.at };
  const id = known ? known._id : await ctx.db.insert("connectors", fields);
  if (known) await ctx.db.patch(known._id, fields);
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "connector.switched",
    targets: [{ type: "connector", id, label: CONNECTOR_LABELS[name] }],
    changes: changedFields({ state: known?.state, until: known?.until }, { state, until }),
    occurredAt: by.at,
  });
}
