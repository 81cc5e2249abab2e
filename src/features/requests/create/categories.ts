import type { ListedType } from "./api";

/** The types of one category. */
export interface Category {
  readonly name: string;
  readonly types: readonly ListedType[];
}

/** Types that are asked for most stand above the categories; no more of them than fit in one line. */
const MOST_REQUESTED = 3;
/** As long as there are few types, nobody needs help to find theirs. */
const FEW_TYPES = 5;

/**
 * The types that have every word in their name, summary, category or synonyms, those that were asked for most first.
 * Without words, these stand under a heading of their own; the categories hold the others in the order of the catalog.
 */
export function categoriesOf(types: readonly ListedType[], words: string): Category[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const matching = types.filter(({ name, summary, category, synonyms }) =>
    wanted.every((word) => `${name} ${summary} ${category} ${synonyms}`.toLowerCase().includes(word)),
  );
  const found = wanted.length === 0 ? matching : byDemand(matching);
  const most = wanted.length > 0 || types.length <= FEW_TYPES ? [] : mostRequested(found);
  const others = found.filter((type) => !most.includes(type));
  const names = [...new Set(others.map(({ category }) => category))];
  const categories = names.map((name) => ({ name, types: others.filter(({ category }) => category === name) }));
  return most.length === 0 ? categories : [{ name: "Most requested", types: most }, ...categories];
}

function mostRequested(types: readonly ListedType[]): ListedType[] {
  return byDemand(types.filter(({ timesRequested }) => timesRequested > 0)).slice(0, MOST_REQUESTED);
}

function byDemand(types: readonly ListedType[]): ListedType[] {
  return types.toSorted((a, b) => b.timesRequested - a.timesRequested);
}
