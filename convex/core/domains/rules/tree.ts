/** Which domain may be a part of which. */

/** Domains one below another, the uppermost counted. */
export const MAX_DEPTH = 5;

/** A domain as the tree knows it. */
export interface Branch {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly status: string;
}

/** Why a domain cannot be a part of another one, or null. A new domain has no id yet. */
export function whyNotParent(id: string | null, parentId: string | null, all: readonly Branch[]): string | null {
  if (parentId === null) return null;
  const byId = new Map(all.map((branch) => [branch.id, branch]));
  const parent = byId.get(parentId);
  if (!parent) return "There is no such data domain";
  if (parent.status === "archived") return `${parent.name} is archived`;
  const above = lineOf(parentId, byId);
  if (id !== null && above.includes(id))
    return parentId === id ? "A domain cannot be a part of itself" : `${parent.name} is already a part of it`;
  const below = id === null ? 1 : heightOf(id, all);
  return above.length + below > MAX_DEPTH ? `At most ${MAX_DEPTH} domains are kept one below another` : null;
}

/** A domain and those above it. What is in a circle already is looked at once. */
function lineOf(id: string, byId: ReadonlyMap<string, Branch>): string[] {
  const line: string[] = [];
  for (let next: string | null = id; next !== null && !line.includes(next); next = byId.get(next)?.parentId ?? null)
    line.push(next);
  return line;
}

/** How many domains lie one below another from this one down. */
function heightOf(id: string, all: readonly Branch[], seen: ReadonlySet<string> = new Set()): number {
  const children = all.filter((branch) => branch.parentId === id && !seen.has(branch.id));
  return 1 + Math.max(0, ...children.map((child) => heightOf(child.id, all, new Set([...seen, id]))));
}
