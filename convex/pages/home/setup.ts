/** How far a new portal is, read from the data. */

import { v } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { COMMON_ROLE } from "../../access/roles";
import { isByPerson, publishedTypes } from "../../core/catalog/model";
import { allDomains } from "../../core/domains/model";
import { activeHoldersOf } from "../../core/people/holders";
import { allAreas } from "../../core/people/search";
import { loadHealth } from "../../core/services/model";
import { CONNECTOR_LABELS } from "../../core/services/rules";
import type { SetupFacts } from "../../core/shared/rules/firstSteps";

/** Enough to know whether somebody besides the first is here. */
const PEOPLE_READ = 3;
/** Newest requests looked through for one that is no draft. */
const REQUESTS_READ = 100;

export const setupFacts = v.object({
  areas: v.object({ count: v.number(), withoutOwner: v.number() }),
  domains: v.object({ active: v.number(), drafts: v.number() }),
  people: v.number(),
  connected: v.array(v.string()),
  types: v.object({ offered: v.number(), own: v.number() }),
  hasRequest: v.boolean(),
});

/** Reads what is there. */
export async function readSetup(ctx: Pick<QueryCtx, "db">): Promise<SetupFacts & { connected: string[] }> {
  const [areas, domains, health] = [await allAreas(ctx), await allDomains(ctx), await loadHealth(ctx)];
  const requests = await ctx.db.query("requests").withIndex("by_number").order("desc").take(REQUESTS_READ);
  const offered = (await publishedTypes(ctx)).filter(({ type }) => type.isOffered);
  const count = (status: string): number => domains.filter((domain) => domain.status === status).length;
  return {
    areas: {
      count: areas.length,
      withoutOwner: areas.filter(({ ownerId, mergedIntoId }) => ownerId === undefined && mergedIntoId === undefined)
        .length,
    },
    domains: { active: count("active"), drafts: count("draft") },
    people: (await activeHoldersOf(ctx, COMMON_ROLE, PEOPLE_READ)).length,
    connected: [...health.values()].flatMap(({ name, isConnected, isHealthy }) =>
      isConnected && isHealthy ? [CONNECTOR_LABELS[name]] : [],
    ),
    types: { offered: offered.length, own: offered.filter(({ version }) => isByPerson(version)).length },
    hasRequest: requests.some(({ status }) => status !== "Draft"),
  };
}
