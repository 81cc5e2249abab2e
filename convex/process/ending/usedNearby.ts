/**
 * What people have where somebody was moved to: compared with what they hold, and proposed where it is common there and
 * they lack it. Nothing is given by it: each proposal is the form of a request.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { publishedVersion } from "../../core/catalog/model";
import type { FieldKind } from "../../core/catalog/table";
import { grantsOf } from "../../core/grants/model";
import { type AccessName, nameOfGrant } from "../../core/grants/names";
import { extendLink } from "../../core/grants/rules";
import { isCommon } from "../../core/people/rules/moving";
import { accessTo, loadInvolved } from "../steps/circle";
import { programOf } from "../steps/programs";

type ReadCtx = Pick<QueryCtx, "db">;

/** Access of one person, and people of one area, that are looked at. */
const MAX_HELD = 100;
const NEIGHBOURS = 30;
/** Accesses that are proposed, and those looked at for them. */
const MAX_PROPOSED = 5;
const MAX_CANDIDATES = 20;

/** What names an access in its form; why and for how long somebody else wanted it is theirs. */
const NAMING: readonly FieldKind[] = ["domain", "role", "choice", "warehouse"];

/** Access of the people looked at in an area, by what it is called, one of each person. */
export interface UsedNearby {
  readonly byName: ReadonlyMap<string, readonly Doc<"grants">[]>;
  readonly lookedAt: number;
}

/** What others in an area have. */
export async function usedIn(
  ctx: ReadCtx,
  person: Doc<"people">,
  areaId: Id<"businessAreas"> | undefined,
): Promise<UsedNearby> {
  const byName = new Map<string, Doc<"grants">[]>();
  if (!areaId) return { byName, lookedAt: 0 };
  const found = await ctx.db
    .query("people")
    .withIndex("queue_area_name", (q) => q.eq("status", "active").eq("businessAreaId", areaId))
    .take(NEIGHBOURS);
  const others = found.filter(({ _id }) => _id !== person._id);
  for (const other of others) {
    const own = new Map((await heldOf(ctx, other._id)).map((grant) => [grant.description, grant]));
    for (const [name, grant] of own) byName.set(name, [...(byName.get(name) ?? []), grant]);
  }
  return { byName, lookedAt: others.length };
}

/** An access that is common there, how many have it, and the form that asks for it, filled in. */
export interface CommonNearby extends AccessName {
  readonly neighbours: number;
  readonly to: string;
}

/**
 * What is common there and somebody lacks, the most common first. It counts only what the viewer looks after anyway, so
 * that nobody learns of others' access by a move.
 */
export async function commonNearby(
  ctx: ReadCtx,
  viewer: Doc<"people">,
  person: Doc<"people">,
  { byName, lookedAt }: UsedNearby,
): Promise<CommonNearby[]> {
  const own = new Set((await heldOf(ctx, person._id)).map(({ description }) => description));
  const candidates = [...byName.values()]
    .filter((grants) => isCommon(grants.length, lookedAt) && !own.has(grants[0]?.description ?? ""))
    .toSorted((one, other) => other.length - one.length);
  const found: CommonNearby[] = [];
  for (const grants of candidates.slice(0, MAX_CANDIDATES)) {
    const seen: Doc<"grants">[] = [];
    for (const grant of grants)
      if ((await isManagedBy(ctx, viewer, grant)) && (await programOf(ctx, grant)) === null) seen.push(grant);
    const [first] = seen;
    const to = first && isCommon(seen.length, lookedAt) ? await formFor(ctx, person, first) : null;
    if (first && to !== null) found.push({ ...(await nameOfGrant(ctx, first)), neighbours: seen.length, to });
    if (found.length === MAX_PROPOSED) break;
  }
  return found;
}

/** The form that asks for the same for somebody else; null where nobody is offered its type any more. */
async function formFor(ctx: ReadCtx, person: Doc<"people">, grant: Doc<"grants">): Promise<string | null> {
  const request = await ctx.db.get(grant.requestId);
  const published = await publishedVersion(ctx, grant.typeKey);
  if (!request || !published?.type.isOffered) return null;
  const { fields } = published.version.definition;
  if (!fields.some(({ name }) => name === "requestedFor")) return null;
  const naming = fields.filter(({ kind }) => NAMING.includes(kind)).map(({ name }) => [name, request.form[name]]);
  // Asked for in the area they came to: the one of whoever asks would have to be explained.
  const area = fields.some(({ name }) => name === "businessArea") && person.businessAreaId;
  const form = { ...Object.fromEntries(naming), ...(area && { businessArea: area }), requestedFor: person._id };
  return extendLink({ typeId: grant.typeKey, form });
}

/** What somebody holds and nobody has asked to end. */
export async function heldOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"grants">[]> {
  const states = ["Active", "Expiring"] as const;
  const found = await Promise.all(states.map((state) => grantsOf(ctx, personId, state, MAX_HELD)));
  return found.flat().filter(({ removalAskedAt }) => removalAskedAt === undefined);
}

/** Whether somebody looks after the request of an access. */
export async function isManagedBy(ctx: ReadCtx, viewer: Doc<"people">, grant: Doc<"grants">): Promise<boolean> {
  const request = await ctx.db.get(grant.requestId);
  return request !== null && accessTo(await loadInvolved(ctx, request), viewer)?.isManager === true;
}
