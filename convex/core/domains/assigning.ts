/** Assigning databases and data products by name patterns: the list as it is kept, and what it would do now. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hashOfJson } from "../../lib/hash";
import { recordEvent, type Attribution } from "../audit/model";
import { allDomains } from "./model";
import { domainTextProblems, MAX_FILE_DOMAINS } from "./rules";
import {
  type AssignedKind,
  type Assignment,
  givenNames,
  MAX_GIVEN_NAMES,
  MAX_PATTERNS,
  namesAfter,
  type NamePattern,
  patternProblems,
  planAssignment,
  primaryOf,
  tidyPattern,
} from "./rules/patterns";
import { shapeOf, type WantedDomain } from "./saving";

type ReadCtx = Pick<QueryCtx, "db">;
type Row = Doc<"dataDomains">;
type Line = Doc<"domainPatterns">["patterns"][number];

/** Names beside those the domains have, one in a line. */
export type GivenNames = Readonly<Record<AssignedKind, string>>;

/** What a list would do. `hash` names this very outcome, and the domains it was made for. */
export interface PlannedAssignment extends Assignment {
  readonly problems: Readonly<Record<number, string>>;
  /** What is in the way of all of it. */
  readonly obstacle: string | null;
  readonly domains: readonly Row[];
  readonly wanted: readonly WantedDomain[];
  readonly hash: string;
}

/** The list as it was kept last, or null. */
export async function keptPatterns(ctx: ReadCtx): Promise<Doc<"domainPatterns"> | null> {
  return await ctx.db.query("domainPatterns").first();
}

/** Which of the domains that have a name is its primary, as the list that is kept says; null where it says none. */
export async function primaryAmong<D extends Pick<Row, "_id">>(
  ctx: ReadCtx,
  kind: AssignedKind,
  name: string,
  holders: readonly D[],
): Promise<D | null> {
  return primaryBy(await keptPatterns(ctx), kind, name, holders);
}

/** The same where the list was read before. */
export function primaryBy<D extends Pick<Row, "_id">>(
  kept: Pick<Doc<"domainPatterns">, "patterns"> | null,
  kind: AssignedKind,
  name: string,
  holders: readonly D[],
): D | null {
  const ids = holders.map(({ _id }) => _id);
  const primaryId = primaryOf(kept?.patterns ?? [], kind, name, ids);
  return holders.find(({ _id }) => _id === primaryId) ?? null;
}

/** Says what a list would do with everything that is there and with what is given. Writes nothing. */
export async function planPatterns(
  ctx: ReadCtx,
  lines: readonly Line[],
  given: GivenNames,
): Promise<PlannedAssignment> {
  const domains = await allDomains(ctx);
  const assigned = domains.map(({ _id, name, status, databases, products }) => ({
    id: _id as string,
    name,
    status,
    databases,
    products,
  }));
  const problems = patternProblems(lines, assigned);
  const usable: NamePattern[] = Object.keys(problems).length > 0 ? [] : [...lines];
  const names = { database: givenNames("database", given.database), product: givenNames("product", given.product) };
  const plan = planAssignment(usable, assigned, names);
  const changed = new Set(plan.moves.flatMap(({ fromIds, toId }) => [...fromIds, toId]));
  const wanted = domains.filter(({ _id }) => changed.has(_id)).map((row) => wantedOf(row, plan.moves));
  return {
    ...plan,
    problems,
    obstacle: tooMuch(lines, names, wanted) ?? unfit(wanted),
    domains,
    wanted,
    hash: hashOfJson({
      lines,
      moves: plan.moves,
      at: domains.filter(({ _id }) => changed.has(_id)).map(({ _id, updatedAt }) => [_id, updatedAt]),
    }),
  };
}

function wantedOf(row: Row, moves: Assignment["moves"]): WantedDomain {
  const { status: _status, allRoles: _allRoles, ...shape } = shapeOf(row);
  const { databases, products } = shape;
  return { ...shape, ...namesAfter({ id: row._id, databases, products }, moves), domainId: row._id, opens: false };
}

function tooMuch(
  lines: readonly Line[],
  { database, product }: Readonly<Record<AssignedKind, readonly string[]>>,
  wanted: readonly WantedDomain[],
): string | null {
  if (lines.length > MAX_PATTERNS) return `At most ${MAX_PATTERNS} patterns are kept.`;
  if (database.length + product.length > MAX_GIVEN_NAMES) return `At most ${MAX_GIVEN_NAMES} names at once.`;
  return wanted.length > MAX_FILE_DOMAINS ? `At most ${MAX_FILE_DOMAINS} data domains change at once.` : null;
}

/** What is wrong with a domain as it would be: a name that Snowflake does not know, or more than one domain has. */
function unfit(wanted: readonly WantedDomain[]): string | null {
  for (const one of wanted) {
    const { databases, products } = domainTextProblems(one);
    const no = databases ?? products;
    if (no !== undefined) return `${one.name}: ${no}`;
  }
  return null;
}

/** Keeps the list; it moves nothing. */
export async function keepPatterns(
  ctx: Pick<MutationCtx, "db">,
  lines: readonly Line[],
  { byId, by, at }: { readonly byId: Id<"people">; readonly by: Attribution; readonly at: number },
): Promise<void> {
  const kept = await keptPatterns(ctx);
  const patterns = lines.map((line) => ({ ...line, pattern: tidyPattern(line.pattern) }));
  if (hashOfJson(kept?.patterns ?? []) === hashOfJson(patterns)) return;
  const fields = { patterns, changedById: byId, updatedAt: at };
  if (kept) await ctx.db.patch(kept._id, fields);
  else await ctx.db.insert("domainPatterns", fields);
  await recordEvent(ctx, {
    ...by,
    action: "domain.patternsChanged",
    targets: [],
    changes: [
      { field: "patterns", before: await wordsOf(ctx, kept?.patterns ?? []), after: await wordsOf(ctx, patterns) },
    ],
    occurredAt: at,
  });
}

async function wordsOf(ctx: ReadCtx, lines: readonly Line[]): Promise<string[]> {
  const words = lines.map(
    async ({ kind, pattern, domainId, isShared }) =>
      `${kind} ${pattern} → ${(await ctx.db.get(domainId))?.name ?? "?"}${isShared ? ", primary of several" : ""}`,
  );
  return await Promise.all(words);
}
