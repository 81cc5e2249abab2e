/** What a change of a data domain says, line by line: what a second person reads before they confirm it. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { domainsBelow, type EffectiveDomain } from "../../../core/domains/inherited";
import { isSameDomain, SENSITIVITY_LABELS, TYPE_LABELS } from "../../../core/domains/rules";
import { shapeOf, type WantedDomain } from "../../../core/domains/saving";
import type { ProposedLine } from "../../../core/proposals/table";
import { nameAndAddress } from "../steps/change";

type ReadCtx = Pick<QueryCtx, "db">;
type Row = Doc<"dataDomains">;

/** What changes, in words; where nothing was before, all of it. */
export async function linesOf(
  ctx: ReadCtx,
  before: EffectiveDomain | null,
  after: EffectiveDomain,
  wanted: Pick<WantedDomain, "domainId">,
): Promise<ProposedLine[]> {
  const [old, next] = [before && (await wordsOf(ctx, before)), await wordsOf(ctx, after)];
  const lines = Object.entries(next).flatMap(([field, value]) => {
    const was = old?.[field] ?? "None";
    return was === value ? [] : [{ field, before: was, after: value }];
  });
  if (!before || !wanted.domainId) return lines;
  const isMore = isSameDomain(shapeOf(before), shapeOf(after)) ? [] : await followers(ctx, wanted.domainId, lines);
  return [...lines, ...isMore];
}

/** The domains below that take a changed field from here, by name: the change is theirs, too. */
async function followers(
  ctx: ReadCtx,
  domainId: Id<"dataDomains">,
  lines: readonly ProposedLine[],
): Promise<ProposedLine[]> {
  const changed = lines.map(({ field }) => field.toLowerCase());
  const below = await domainsBelow(ctx, domainId);
  const names = below
    .filter(({ inherits }) => inherits.some((field) => changed.includes(field)))
    .map(({ name }) => name);
  return names.length === 0 ? [] : [{ field: "Also for", before: "", after: names.join(", ") }];
}

async function wordsOf(ctx: ReadCtx, domain: EffectiveDomain): Promise<Record<string, string>> {
  const { from } = domain;
  const parent = domain.parentId ? await ctx.db.get(domain.parentId) : null;
  const people = async (
    ids: readonly Id<"people">[],
    areaIds: readonly Id<"businessAreas">[] = [],
    source?: Row,
  ): Promise<string> => {
    const areas = await Promise.all(
      areaIds.map(async (id) => `${(await ctx.db.get(id))?.name ?? "?"} (business area)`),
    );
    const names = await Promise.all(ids.map((id) => nameAndAddress(ctx, id)));
    return (names.length + areas.length === 0 ? "None" : [...areas, ...names].join(", ")) + fromWords(source);
  };
  const { readRoles, writeRoles } = shapeOf(domain);
  const list = (names: readonly string[] = []): string => names.join(", ") || "None";
  return {
    Name: domain.name,
    Description: domain.description || "None",
    Type: domain.type ? TYPE_LABELS[domain.type] : "None",
    "Part of": parent?.name ?? "None",
    Sensitivity: SENSITIVITY_LABELS[domain.sensitivity] + fromWords(from.sensitivity),
    Owners: await people(domain.ownerIds, domain.ownerAreaIds, from.owners),
    Deputies: await people(domain.deputyIds, domain.deputyAreaIds, from.deputies),
    Experts: await people(domain.expertIds, [], from.experts),
    Databases: list(domain.databases),
    "Roles for reading": list(readRoles),
    "Roles for changing": list(writeRoles),
    "Data products": list(domain.products),
  };
}

function fromWords(source: Row | undefined): string {
  return source ? ` (from ${source.name})` : "";
}
