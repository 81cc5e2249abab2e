/** Values of a list's filter as its address carries them. */

import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type PageSize } from "../../../convex/core/shared/rules/listed";
import { SEARCH_MAX_LENGTH } from "../../../convex/core/shared/rules/queues";
import { wholeOf } from "../../lib/plain-search";
import { dayFrom, typedMoment } from "../../lib/readers-clock";

/** The parts of a list in the address. */
export function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").filter(Boolean);
}

/** A list as a part of the address; an empty one is left out. */
export function textOf(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join(",");
}

/** Where a day begins on this clock, plus whole days; null for what is no day. */
export function dayStart(day: string | undefined, plusDays: number): number | null {
  const at = typedMoment(day ?? "");
  return Number.isFinite(at) ? dayFrom(at, plusDays) : null;
}

/**
 * The texts of an address; those that say nothing are left out. Words to look for (`q`) are cut to what a search takes:
 * the list opens whatever a link says.
 */
export function listTexts<Name extends string>(
  raw: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = raw[name];
    if ((typeof value === "string" && value.trim() !== "") || typeof value === "number")
      texts[name] = name === "q" ? String(value).slice(0, SEARCH_MAX_LENGTH) : String(value);
  }
  return texts;
}

/** Where in a list somebody is: what the address says about it. */
export interface ListPlace {
  readonly page?: number | undefined;
  readonly size?: PageSize | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const FIRST_PAGE = { page: undefined, after: undefined, before: undefined };

/**
 * What else a change of an address takes with it: other rows begin at their first page. The same rows stay where they
 * are, which is when it changes nothing but the place and what is `kept`, such as their look.
 */
export function placeAfter(changes: object, kept: readonly string[] = []): Partial<typeof FIRST_PAGE> {
  const isPlaceKept = Object.keys(changes).every((name) => name in FIRST_PAGE || kept.includes(name));
  return isPlaceKept ? {} : FIRST_PAGE;
}

/** How many rows a page has and which page is open, where the address says other than the usual. */
export function listPage(raw: Readonly<Record<string, unknown>>): { size?: PageSize; page?: number } {
  const size = PAGE_SIZES.find((one) => String(one) === String(raw["size"]));
  const page = wholeOf(raw["page"], 2);
  return {
    ...(size && size !== DEFAULT_PAGE_SIZE ? { size } : {}),
    ...(page === undefined ? {} : { page }),
  };
}

/** Which part of a list an address asks for: behind or before a place, else the page of a number. */
export function placeOf({ size = DEFAULT_PAGE_SIZE, page, after, before }: ListPlace) {
  const at = after ? { after } : before ? { before } : page === undefined ? {} : { page };
  return { size, ...at };
}
