/**
 * What a domain says about itself together with what it takes from above. Whoever asks who decides about a domain or
 * how sensitive it is asks here: areas that own it stand for whoever is in charge of them.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { areaDecider, currentArea } from "../people/mergedAreas";
import { MAX_DEPTH } from "./rules/tree";
import type { InheritedField } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type Domain = Doc<"dataDomains">;

/** A domain as it counts: people in the place of areas, and what the one above it says where it says so. */
export interface EffectiveDomain extends Domain {
  /** The business areas whose people are among those in charge. */
  readonly areaIds: readonly Id<"businessAreas">[];
  /** Where each field that is not its own comes from. */
  readonly from: Readonly<Partial<Record<InheritedField, Domain>>>;
}

/** Reads domains and areas once each. */
export class DomainReader {
  private readonly domains = new Map<Id<"dataDomains">, Promise<Domain | null>>();
  private readonly deciders = new Map<Id<"businessAreas">, Promise<Id<"people"> | null>>();

  private readonly ctx: ReadCtx;

  /** `read` are domains that were read already, and are not read again. */
  constructor(ctx: ReadCtx, read: readonly Domain[] = []) {
    this.ctx = ctx;
    for (const domain of read) this.domains.set(domain._id, Promise.resolve(domain));
  }

  private domain(id: Id<"dataDomains">): Promise<Domain | null> {
    const known = this.domains.get(id) ?? this.ctx.db.get(id);
    this.domains.set(id, known);
    return known;
  }

  /** The domain that says it: this one, or the nearest above it that does not take it from further up. */
  private async source(domain: Domain, field: InheritedField): Promise<Domain> {
    let at = domain;
    for (let up = 0; up < MAX_DEPTH && at.inherits.includes(field); up++) {
      const parent = at.parentId ? await this.domain(at.parentId) : null;
      if (!parent) break;
      at = parent;
    }
    return at;
  }

  /** The first of those in charge of an area who is active: an area decides as one. */
  private async deciderOf(areaId: Id<"businessAreas">): Promise<Id<"people"> | null> {
    const known = this.deciders.get(areaId) ?? this.readDecider(areaId);
    this.deciders.set(areaId, known);
    return await known;
  }

  private async readDecider(areaId: Id<"businessAreas">): Promise<Id<"people"> | null> {
    const area = await currentArea(this.ctx, areaId);
    return area && (await areaDecider(this.ctx, area));
  }

  private async people(own: readonly Id<"people">[], areaIds: readonly Id<"businessAreas">[]): Promise<Id<"people">[]> {
    const deciders = await Promise.all(areaIds.map((id) => this.deciderOf(id)));
    return [...new Set([...own, ...deciders.flatMap((id) => id ?? [])])];
  }

  /** The domain as it counts now. */
  async effective(domain: Domain): Promise<EffectiveDomain> {
    const owners = await this.source(domain, "owners");
    const deputies = await this.source(domain, "deputies");
    const experts = await this.source(domain, "experts");
    const sensitivity = await this.source(domain, "sensitivity");
    const [{ ownerAreaIds }, { deputyAreaIds }] = [owners, deputies];
    const ownerIds = await this.people(owners.ownerIds, ownerAreaIds);
    const sources = { owners, deputies, experts, sensitivity };
    return {
      ...domain,
      ownerIds,
      ownerAreaIds,
      // Who is an owner by one way is no deputy by another.
      deputyIds: (await this.people(deputies.deputyIds, deputyAreaIds)).filter((id) => !ownerIds.includes(id)),
      deputyAreaIds,
      expertIds: experts.expertIds,
      sensitivity: sensitivity.sensitivity,
      areaIds: [...new Set([...ownerAreaIds, ...deputyAreaIds])],
      from: Object.fromEntries(Object.entries(sources).filter(([, source]) => source._id !== domain._id)),
    };
  }
}

/** The domain as it counts now. */
export async function effectiveDomain(ctx: ReadCtx, domain: Domain): Promise<EffectiveDomain> {
  return await new DomainReader(ctx).effective(domain);
}

/** The domains that are a part of this one, however far below; each layer by name. */
export async function domainsBelow(ctx: ReadCtx, id: Id<"dataDomains">): Promise<Domain[]> {
  const found: Domain[] = [];
  for (let depth = 0, layer = [id]; layer.length > 0 && depth < MAX_DEPTH; depth++) {
    const next = (await Promise.all(layer.map((parentId) => childrenOf(ctx, parentId)))).flat();
    found.push(...next);
    layer = next.map(({ _id }) => _id);
  }
  return found;
}

/** Children of one domain that are read at once. */
const MAX_CHILDREN = 500;

/** The domains that are a part of this one, by name. */
export async function childrenOf(ctx: ReadCtx, parentId: Id<"dataDomains">): Promise<Domain[]> {
  return await ctx.db
    .query("dataDomains")
    .withIndex("by_parent", (q) => q.eq("parentId", parentId))
    .take(MAX_CHILDREN);
}
