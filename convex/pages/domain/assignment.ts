/** What a list of name patterns would do, as its page shows it: which names move, and who decides about them then. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type PlannedAssignment, planPatterns, type GivenNames } from "../../core/domains/assigning";
import { DomainReader } from "../../core/domains/inherited";
import type { namePattern } from "../../core/domains/table";
import { nameOf } from "../../core/people/model";
import { nullableString } from "../../lib/validators";
import { changeOfDomains } from "../../process/confirming/domains/domains";

type ReadCtx = Pick<QueryCtx, "db">;

/** Lines of the preview that are sent; the rest is counted. */
const SHOWN = 200;

const kind = v.union(v.literal("database"), v.literal("product"));
const holder = v.object({ name: v.string(), deciders: v.array(v.string()) });

export const shownAssignment = v.object({
  /** What is wrong with a line, by its place in the list. */
  problems: v.array(v.object({ line: v.number(), message: v.string() })),
  /** What is in the way of all of it. */
  obstacle: nullableString,
  moves: v.array(
    v.object({ kind, name: v.string(), from: v.array(holder), kept: v.array(holder), to: holder, line: v.number() }),
  ),
  total: v.number(),
  /** How many names each line decides about. */
  decides: v.array(v.number()),
  /** Names that no line matches and no domain has. */
  unmatched: v.array(v.object({ kind, name: v.string() })),
  totalUnmatched: v.number(),
  changedDomains: v.number(),
  /** Whether somebody else has to confirm it. */
  needsSecond: v.boolean(),
  hash: v.string(),
});
type ShownAssignment = Infer<typeof shownAssignment>;

/** The preview of a list that is being written. */
export async function assignmentOf(
  ctx: ReadCtx,
  lines: readonly Infer<typeof namePattern>[],
  given: GivenNames,
  viewer: Doc<"people">,
): Promise<ShownAssignment> {
  const plan = await planPatterns(ctx, lines, given);
  const { problems, moves, decides, unmatched, wanted, obstacle, hash } = plan;
  const change = { kind: "domains.change" as const, domains: [...wanted], isByPatterns: true };
  const holderOf = holders(ctx, plan);
  const look = wanted.length === 0 ? null : await changeOfDomains.look(ctx, change, viewer);
  return {
    problems: Object.entries(problems).map(([line, message]) => ({ line: Number(line), message })),
    obstacle,
    moves: await Promise.all(
      moves.slice(0, SHOWN).map(async ({ kind: what, name, fromIds, keptIds, toId, line }) => ({
        kind: what,
        name,
        from: await Promise.all(fromIds.map(holderOf)),
        kept: await Promise.all(keptIds.map(holderOf)),
        to: await holderOf(toId),
        line,
      })),
    ),
    total: moves.length,
    decides: [...decides],
    unmatched: unmatched.slice(0, SHOWN).map((one) => ({ ...one })),
    totalUnmatched: unmatched.length,
    changedDomains: wanted.length,
    needsSecond: look?.needsSecond ?? false,
    hash,
  };
}

/** A domain by name with who decides about it, read once. */
function holders(ctx: ReadCtx, { domains }: PlannedAssignment) {
  const reader = new DomainReader(ctx);
  const found = new Map<string, Promise<Infer<typeof holder>>>();
  const read = async (id: string): Promise<Infer<typeof holder>> => {
    const row = domains.find(({ _id }) => _id === (id as Id<"dataDomains">));
    if (!row) return { name: "?", deciders: [] };
    const { ownerIds } = await reader.effective(row);
    return { name: row.name, deciders: await Promise.all(ownerIds.map((owner) => nameOf(ctx, owner))) };
  };
  return (id: string) => {
    const known = found.get(id) ?? read(id);
    found.set(id, known);
    return known;
  };
}
