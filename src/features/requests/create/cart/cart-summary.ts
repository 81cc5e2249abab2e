/** Pure decisions of the cart's page: who decides how much, main answers, what needs a hand before it can be sent. */

import { DEFAULT_SECTION } from "../../../../../convex/core/catalog/rules/review";
import type { ShownCartItem } from "../api";
import { isThereAlready } from "../form/preview-obstacles";
import { decidersText } from "../form/preview-words";

/** Answers shown without being asked for. */
const MAIN_ANSWERS = 4;

/** What an item is called. */
export function itemTitle({ preview, typeName }: Pick<ShownCartItem, "preview" | "typeName">): string {
  return preview === null || preview.title === "" ? typeName : preview.title;
}

/** The id of an item's heading: where a message about it leads. */
export function itemHeadingId(id: string): string {
  return `cart-item-${id}`;
}

/** The answers that say what an item is about, before the others. */
export function mainLines(lines: ShownCartItem["lines"]): ShownCartItem["lines"] {
  const main = lines.filter(({ section }) => section === DEFAULT_SECTION);
  return (main.length === 0 ? lines : main).slice(0, MAIN_ANSWERS);
}

/** Whoever decides some of the cart: one person, or the people of a step. */
export interface Decider {
  readonly key: string;
  readonly name: string;
  /** Who they are, where the name is that of a step. */
  readonly people: string | null;
  /** Titles of the items, by id. */
  readonly items: ReadonlyMap<string, string>;
}

/** Who decides how many items, the most first. Steps whose people are not known yet are left out. */
export function decidersOf(items: readonly ShownCartItem[]): Decider[] {
  const deciders = new Map<string, Decider & { items: Map<string, string> }>();
  for (const item of items) {
    for (const step of item.preview?.steps ?? []) {
      const [only] = step.people;
      if (only === undefined || step.problem || step.awaits !== null) continue;
      const isOne = step.people.length === 1;
      const key = isOne
        ? only.id
        : `${step.title} ${step.people
            .map(({ id }) => id)
            .toSorted()
            .join(" ")} ${step.required}`;
      const known = deciders.get(key) ?? {
        key,
        name: isOne ? only.name : step.title,
        people: isOne ? null : decidersText(step),
        items: new Map<string, string>(),
      };
      known.items.set(item.id, itemTitle(item));
      deciders.set(key, known);
    }
  }
  return [...deciders.values()].toSorted((a, b) => b.items.size - a.items.size);
}

/** Who decides how much, in one sentence; null while nobody is known. */
export function decidersSentence(deciders: readonly Decider[]): string | null {
  const [first, ...others] = deciders;
  if (!first) return null;
  return [
    `${first.name} decides ${first.items.size}`,
    ...others.map(({ name, items }) => `${name} ${items.size}`),
  ].join(", ");
}

/** Whether an item repeats what is open, held, or asked for by another item. */
export function isRepeated({ preview, repeats }: Pick<ShownCartItem, "preview" | "repeats">): boolean {
  return repeats !== null || isThereAlready(preview);
}

/** The messages about the answers of an item, the first per field. */
export function answerProblems({ preview, problem }: Pick<ShownCartItem, "preview" | "problem">): string[] {
  return [...(problem === null ? [] : [problem]), ...Object.values(preview?.errors ?? {})];
}
