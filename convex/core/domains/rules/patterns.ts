/**
 * Name patterns: an ordered list that says which domain a database or a data product belongs to. The first pattern that
 * matches a name decides; what none matches stays where it is.
 */

import { whyNotText } from "../../../lib/pure/text";
import { type DomainStatus, STATUS_LABELS } from "./states";

/** What a pattern assigns. */
export type AssignedKind = "database" | "product";

/** One line of the list. Where a name matches several, the line that stands higher decides. */
export interface NamePattern {
  readonly kind: AssignedKind;
  /** With `*` for any letters and `?` for one; capitals do not count. */
  readonly pattern: string;
  readonly domainId: string;
  /** Whether other domains keep the name beside that one, which is then its primary. */
  readonly isShared?: boolean | undefined;
}

/** What a pattern looks at in a domain that is there. */
export interface AssignedDomain {
  readonly id: string;
  readonly name: string;
  readonly status: DomainStatus;
  readonly databases: readonly string[];
  readonly products: readonly string[];
}

/** A name that goes from some domains, or from none, to another one. */
export interface NameMove {
  readonly kind: AssignedKind;
  readonly name: string;
  /** The domains that have it now, without the one it goes to. */
  readonly fromIds: readonly string[];
  /** The domains that keep it beside the one it goes to. */
  readonly keptIds: readonly string[];
  readonly toId: string;
  /** The line that decides, counted from 0. */
  readonly line: number;
}

/** What a list would do. */
export interface Assignment {
  readonly moves: readonly NameMove[];
  /** How many names each line decides about, whether or not they move. */
  readonly decides: readonly number[];
  /** Names that no line matches and no domain has. */
  readonly unmatched: readonly Pick<NameMove, "kind" | "name">[];
}

/** More lines than somebody keeps in view. */
export const MAX_PATTERNS = 100;
/** Names that are brought along at once. */
export const MAX_GIVEN_NAMES = 1000;
const PATTERN_MAX_LENGTH = 100;

/** Whether a pattern names this. It goes forward only, so no pattern takes long. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [wanted, text] = [pattern.toLowerCase(), name.toLowerCase()];
  let [at, from] = [0, 0];
  /** Where the last `*` stood, and how far what it stands for reaches. */
  let [star, reach] = [-1, 0];
  while (from < text.length) {
    const letter = wanted[at];
    if (letter === "*") {
      star = at;
      reach = from;
      at += 1;
    } else if (letter === "?" || (letter !== undefined && letter === text[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      reach += 1;
      at = star + 1;
      from = reach;
    } else return false;
  }
  return wanted.slice(at).replaceAll("*", "") === "";
}

/** A pattern as it is kept. */
export function tidyPattern(pattern: string): string {
  return pattern.trim().replaceAll(/\s+/gu, " ").replaceAll(/\*+/g, "*");
}

/** What is wrong with the lines, by their place; a list without an entry can be kept. */
export function patternProblems(
  patterns: readonly NamePattern[],
  domains: readonly Pick<AssignedDomain, "id" | "name" | "status">[],
): Readonly<Record<number, string>> {
  const problems: Record<number, string> = {};
  const known = new Map(domains.map((domain) => [domain.id, domain]));
  const seen = new Map<string, number>();
  for (const [line, { kind, pattern, domainId }] of patterns.entries()) {
    const domain = known.get(domainId);
    const key = `${kind} ${tidyPattern(pattern).toLowerCase()}`;
    const twin = seen.get(key);
    const no =
      whyNotText("Pattern", tidyPattern(pattern), { maxLength: PATTERN_MAX_LENGTH, isRequired: true }) ??
      (domain === undefined ? "Choose a data domain" : null) ??
      (domain?.status === "archived"
        ? `${domain.name} is ${STATUS_LABELS.archived.toLowerCase()}. Choose another`
        : null) ??
      (twin === undefined ? null : `Line ${twin + 1} has the same pattern and decides first`);
    if (no !== null) problems[line] = no;
    if (twin === undefined) seen.set(key, line);
  }
  return problems;
}

/** Names as they are given, one in a line: each once, as the domains keep them. */
export function givenNames(kind: AssignedKind, text: string): string[] {
  const names = text
    .split(/[\n,;]/u)
    .map((name) => name.trim().replaceAll(/\s+/gu, " "))
    .map((name) => (kind === "database" ? name.toUpperCase() : name))
    .filter((name) => name !== "");
  return [...new Set(names)];
}

/** What a list of patterns would do with the names of all domains and with those that are given beside them. */
export function planAssignment(
  patterns: readonly NamePattern[],
  domains: readonly AssignedDomain[],
  given: Readonly<Record<AssignedKind, readonly string[]>>,
): Assignment {
  const open = domains.filter(({ status }) => status !== "archived");
  const decides = patterns.map(() => 0);
  const moves: NameMove[] = [];
  const unmatched: Pick<NameMove, "kind" | "name">[] = [];
  for (const kind of ["database", "product"] as const) {
    const holders = holdersOf(kind, open);
    for (const name of new Set([...holders.keys(), ...given[kind]])) {
      const held = holders.get(name) ?? [];
      const line = decidingLine(patterns, kind, name);
      const { domainId: toId, isShared = false } = patterns[line] ?? {};
      if (toId === undefined) {
        if (held.length === 0) unmatched.push({ kind, name });
        continue;
      }
      decides[line] = (decides[line] ?? 0) + 1;
      const others = held.filter((id) => id !== toId);
      const [fromIds, keptIds] = isShared ? [[], others] : [others, []];
      if (fromIds.length > 0 || !held.includes(toId)) moves.push({ kind, name, fromIds, keptIds, toId, line });
    }
  }
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number => a.name.localeCompare(b.name);
  return {
    moves: moves.toSorted((a, b) => a.line - b.line || byName(a, b)),
    decides,
    unmatched: unmatched.toSorted(byName),
  };
}

function decidingLine(patterns: readonly NamePattern[], kind: AssignedKind, name: string): number {
  return patterns.findIndex((one) => one.kind === kind && matchesPattern(tidyPattern(one.pattern), name));
}

/**
 * The primary of a name that several domains have: the one that the first matching pattern says, where it has the name;
 * null where no pattern decides. There is never more than one.
 */
export function primaryOf(
  patterns: readonly NamePattern[],
  kind: AssignedKind,
  name: string,
  holderIds: readonly string[],
): string | null {
  const { domainId = null } = patterns[decidingLine(patterns, kind, name)] ?? {};
  return domainId !== null && holderIds.includes(domainId) ? domainId : null;
}

function holdersOf(kind: AssignedKind, domains: readonly AssignedDomain[]): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { id, databases, products } of domains)
    for (const name of kind === "database" ? databases : products)
      holders.set(name, [...(holders.get(name) ?? []), id]);
  return holders;
}

/** What a domain has after the moves; the order of what stays is kept. */
export function namesAfter(
  domain: Pick<AssignedDomain, "id" | "databases" | "products">,
  moves: readonly NameMove[],
): { databases: string[]; products: string[] } {
  const after = (kind: AssignedKind, names: readonly string[]): string[] => {
    const own = moves.filter((move) => move.kind === kind);
    const gone = new Set(own.filter(({ fromIds }) => fromIds.includes(domain.id)).map(({ name }) => name));
    const kept = names.filter((name) => !gone.has(name));
    return [...new Set([...kept, ...own.filter(({ toId }) => toId === domain.id).map(({ name }) => name)])];
  };
  return { databases: after("database", domain.databases), products: after("product", domain.products) };
}
