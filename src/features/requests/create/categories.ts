import type { ListedType } from "./api";

/** The types of one category. */
export interface Category {
  readonly name: string;
  readonly types: readonly ListedType[];
}

/** The types whose name, summary or category has every word, by category. */
export function categoriesOf(types: readonly ListedType[], words: string): Category[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = types.filter(({ name, summary, category }) =>
    wanted.every((word) => `${name} ${summary} ${category}`.toLowerCase().includes(word)),
  );
  const names = [...new Set(found.map(({ category }) => category))];
  return names.map((name) => ({ name, types: found.filter(({ category }) => category === name) }));
}
