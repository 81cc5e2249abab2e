/** Words for the figures of the Environment page, and which errors a search finds. */

import type { ClientErrorGroup } from "../../../contracts/environment";

const figures = new Intl.NumberFormat("en-GB");

/** "1,284" */
export function formatFigure(value: number): string {
  return Number.isFinite(value) ? figures.format(value) : "-";
}

/** The errors that have every word somewhere: in message, page, browser or reference. */
export function errorsFound(groups: readonly ClientErrorGroup[], query: string): ClientErrorGroup[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return groups.filter(({ name, message, place, pages, browsers, references }) => {
    const text = [name, message, place, ...pages, ...browsers, ...references].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
