/** How the systems of the demo world are switched. What a real person switched is theirs and is left alone. */

import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { personActor, SYSTEM } from "../../../convex/core/audit/model";
import { loadConnectors, switchConnector } from "../../../convex/core/services/model";
import type { ConnectorName } from "../../../convex/core/services/table";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import type { Cast } from "../cast";

type Invented = ReadonlySet<Id<"people">>;

/** Airflow is off, ThoughtSpot in maintenance for a while, dbt's kill switch was pulled and released again. */
export async function setConnectors(
  ctx: MutationCtx,
  { admin, superAdmin, invented }: Pick<Cast, "admin" | "superAdmin"> & { readonly invented: Invented },
  now: number,
): Promise<void> {
  const isFree = await freeConnectors(ctx, invented);
  const by = (person: Doc<"people">, at: number) => ({ actor: personActor(person), at });
  if (isFree("dbt")) {
    await switchConnector(ctx, "dbt", { state: "stopped" }, by(superAdmin, now - 700 * HOUR_MS));
    await switchConnector(ctx, "dbt", { state: "on" }, by(superAdmin, now - 699 * HOUR_MS));
  }
  const moves = { state: "off" as const, reason: "The deployment moves to another region" };
  if (isFree("airflow")) await switchConnector(ctx, "airflow", moves, by(admin, now - 200 * HOUR_MS));
  const upgrade = { state: "maintenance" as const, until: now + 3 * HOUR_MS, reason: "Upgrade of the cluster" };
  if (isFree("thoughtspot")) await switchConnector(ctx, "thoughtspot", upgrade, by(superAdmin, now - 200 * HOUR_MS));
}

/** Before it is loaded once more: what the demo switched is on again, for its six months went well. */
export async function resetConnectors(ctx: MutationCtx, invented: Invented, at: number): Promise<void> {
  const isFree = await freeConnectors(ctx, invented);
  for (const { name, state } of (await loadConnectors(ctx)).values())
    if (state !== "on" && isFree(name)) await switchConnector(ctx, name, { state: "on" }, { ...SYSTEM, at });
}

async function freeConnectors(ctx: MutationCtx, invented: Invented): Promise<(name: ConnectorName) => boolean> {
  const known = await loadConnectors(ctx);
  return (name) => {
    const byId = known.get(name)?.changedById;
    return byId === undefined || invented.has(byId);
  };
}
