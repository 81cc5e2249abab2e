/** Files of areas and domains, and what their previews stand for. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { aWorld } from "../testing/world.testing";

type World = Awaited<ReturnType<typeof aWorld>>;

export const AREA_FILE = "code,name,cost_centre\r\nLOG,Logistics,4711\r\nFIN,Finance,4712\r\n";
export const DOMAIN_FILE = "name,sensitivity,read_roles\nOrders,internal,ORDERS_READ\n";

/** A file of areas with the hash of its preview. */
export async function anAreaFile(world: World, text = AREA_FILE): Promise<{ text: string; hash: string }> {
  const sue = await world.person(`previewer-${Math.random()}`, { roles: ["staff", "superAdmin"] });
  return { text, hash: (await sue.query(api.areas.queries.previewImport, { text })).hash };
}

/** A file of domains with the hash of its preview. */
export async function aDomainFile(world: World, text = DOMAIN_FILE): Promise<{ text: string; hash: string }> {
  const sue = await world.person(`previewer-${Math.random()}`, { roles: ["staff", "superAdmin"] });
  return { text, hash: (await sue.query(api.domains.queries.previewImport, { text })).hash };
}

/** Two areas, the second with an owner. */
export async function twoAreas(world: World): Promise<{ areaId: Id<"businessAreas">; intoId: Id<"businessAreas"> }> {
  const owner = await world.person(`area-owner-${Math.random()}`);
  const area = (name: string, fields: object = {}) =>
    world.run((ctx) => ctx.db.insert("businessAreas", { name, code: name, costCentre: "", ...fields }));
  return { areaId: await area("Left"), intoId: await area("Right", { ownerId: owner.id }) };
}
