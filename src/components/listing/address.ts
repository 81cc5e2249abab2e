/** Values of a list's filter as its address carries them. */

import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type PageSize } from "../../../convex/core/shared/rules/listed";
import { SEARCH_MAX_LENGTH } from "../../../convex/core/shared/rules/queues";

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
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  if (!found) return null;
  const at = new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]) + plusDays).getTime();
  return Number.isFinite(at) ? at : null;
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

/** How many rows a page has and which page is open, where the address says other than the usual. */
export function listPage(raw: Readonly<Record<string, unknown>>): { size?: PageSize; page?: number } {
  const size = PAGE_SIZES.find((one) => String(one) === String(raw["size"]));
  return {
    ...(size && size !== DEFAULT_PAGE_SIZE ? { size } : {}),
    ...(Number.isInteger(raw["page"]) && Number(raw["page"]) > 1 ? { page: Number(raw["page"]) } : {}),
  };
}
